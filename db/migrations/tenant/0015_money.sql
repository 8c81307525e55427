-- The net of what was used, as `quotednet` is of what was estimated.
ALTER TABLE `materials` ADD COLUMN `usedgross` INTEGER GENERATED ALWAYS AS (iif(`archived` OR `nonbillable`, 0,
	iif((`consumed` < 0) = (`linerate` < 0), 1, -1) * (
		(abs(`consumed`) / 1000000) * abs(`linerate`) / 100
		+ (abs(`consumed`) % 1000000) * (abs(`linerate`) / 1000000) / 100
		+ (((abs(`consumed`) / 1000000) * abs(`linerate`) % 100
			+ (abs(`consumed`) % 1000000) * (abs(`linerate`) / 1000000) % 100) * 1000000
			+ (abs(`consumed`) % 1000000) * (abs(`linerate`) % 1000000) + 50000000) / 100000000
	))) VIRTUAL;
ALTER TABLE `materials` ADD COLUMN `usednet` INTEGER GENERATED ALWAYS AS (`usedgross` - iif(`usedgross` < 0, -1, 1) * (
	(abs(`usedgross`) / 1000000) * `discount` + ((abs(`usedgross`) % 1000000) * `discount` + 500000) / 1000000
)) VIRTUAL;

-- The sum of its lines, as `quotedcents` is; one trigger keeps both.
ALTER TABLE `jobs` ADD COLUMN `usedcents` INTEGER NOT NULL DEFAULT 0;
UPDATE `jobs` SET `usedcents` = (SELECT sum(m.usednet) FROM `materials` m WHERE m.jobid = `jobs`.id)
WHERE `id` IN (SELECT `jobid` FROM `materials`);

DROP TRIGGER `materials_quoted_added`;
DROP TRIGGER `materials_quoted_changed`;
DROP TRIGGER `materials_quoted_gone`;

CREATE TRIGGER `materials_net_added` AFTER INSERT ON `materials` WHEN new.quotednet <> 0 OR new.usednet <> 0 BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` + new.quotednet, `usedcents` = `usedcents` + new.usednet WHERE `id` = new.jobid;
END;

CREATE TRIGGER `materials_net_changed` AFTER UPDATE OF `jobid`, `archived`, `nonbillable`, `linerate`, `discount`, `estimated`, `consumed` ON `materials`
WHEN old.quotednet <> new.quotednet OR old.usednet <> new.usednet OR old.jobid <> new.jobid BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` - old.quotednet, `usedcents` = `usedcents` - old.usednet WHERE `id` = old.jobid;
	UPDATE `jobs` SET `quotedcents` = `quotedcents` + new.quotednet, `usedcents` = `usedcents` + new.usednet WHERE `id` = new.jobid;
END;

CREATE TRIGGER `materials_net_gone` AFTER DELETE ON `materials` WHEN old.quotednet <> 0 OR old.usednet <> 0 BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` - old.quotednet, `usedcents` = `usedcents` - old.usednet WHERE `id` = old.jobid;
END;

-- All that the sums of a stage need: no job itself is read.
CREATE INDEX `jobs_stage` ON `jobs` (`boardid`,`status`,`estimatesentutc`,`location`,`fixedprice`,`quotedcents`,`usedcents`) WHERE template = 0 AND status BETWEEN 1 AND 4;

-- What was received, kept by triggers.
ALTER TABLE `invoices` ADD COLUMN `paidcents` INTEGER NOT NULL DEFAULT 0;
UPDATE `invoices` SET `paidcents` = (SELECT sum(p.amountcents) FROM `invoice_payments` p WHERE p.invoiceid = `invoices`.id)
WHERE `id` IN (SELECT `invoiceid` FROM `invoice_payments`);

CREATE TRIGGER `invoice_payments_added` AFTER INSERT ON `invoice_payments` BEGIN
	UPDATE `invoices` SET `paidcents` = `paidcents` + new.amountcents WHERE `id` = new.invoiceid;
END;

CREATE TRIGGER `invoice_payments_gone` AFTER DELETE ON `invoice_payments` BEGIN
	UPDATE `invoices` SET `paidcents` = `paidcents` - old.amountcents WHERE `id` = old.invoiceid;
END;

CREATE TRIGGER `invoice_payments_changed` AFTER UPDATE OF `invoiceid`, `amountcents` ON `invoice_payments` BEGIN
	UPDATE `invoices` SET `paidcents` = `paidcents` - old.amountcents WHERE `id` = old.invoiceid;
	UPDATE `invoices` SET `paidcents` = `paidcents` + new.amountcents WHERE `id` = new.invoiceid;
END;

CREATE INDEX `invoices_unpaid` ON `invoices` (`state`,`duedate`,`jobid`,`totalcents`,`paidcents`) WHERE kind = 'invoice' AND state = 'issued' AND paidcents < totalcents;
CREATE INDEX `invoice_payments_date` ON `invoice_payments` (`date`,`id`,`invoiceid`,`amountcents`);
