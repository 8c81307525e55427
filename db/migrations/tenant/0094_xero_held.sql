-- What was taken back here and stands in Xero still is counted without reading what was sent.
CREATE INDEX `xero_outbox_held` ON `xero_outbox` (`tenantid`,`state`)
	WHERE state IN ('waiting', 'refused') AND (xeroid <> '' OR kind = 'allocation');
