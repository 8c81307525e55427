ALTER TABLE `outbox` ADD `about` text DEFAULT '' NOT NULL;
ALTER TABLE `outbox` ADD `recipient` text DEFAULT '' NOT NULL;
CREATE INDEX `outbox_about` ON `outbox` (`about`) WHERE sentutc IS NULL AND about <> '';
-- What waits already is taken back by what is decided from now on.
UPDATE `outbox` SET `about` = 'estimate/' || j.`id` FROM `jobs` j
WHERE j.`estimatemailid` IS NOT NULL AND j.`estimatemailid` = `outbox`.`id`;
UPDATE `outbox` SET `about` = 'invoice/' || i.`id` FROM `invoices` i
WHERE i.`originalmailid` IS NOT NULL AND i.`originalmailid` = `outbox`.`id`;
UPDATE `outbox` SET `recipient` = r.`recipient`,
  `about` = iif(r.`several`, 'reminder/' || coalesce(r.`client`, ''), 'invoicereminder/' || r.`invoiceid`)
FROM (
  SELECT `mailid`, `recipient`, `client`, `invoiceid`, count(*) > 1 AS `several` FROM `payment_reminders`
  WHERE `sentutc` IS NULL AND `failure` = '' GROUP BY `mailid`
) r WHERE r.`mailid` = `outbox`.`id`;
