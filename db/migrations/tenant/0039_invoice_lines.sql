-- What each line of an invoice charged, and which line of its job; a credit note's are below zero and name the line
-- that they correct. `again`: what was credited may be invoiced once more.
CREATE TABLE `invoice_lines` (
	`invoiceid` text NOT NULL,
	`position` integer NOT NULL,
	`materialid` text,
	`creditline` integer,
	`again` integer DEFAULT false NOT NULL,
	`quantity` integer NOT NULL,
	`netcents` integer NOT NULL,
	`vatcents` integer NOT NULL,
	`totalcents` integer NOT NULL,
	PRIMARY KEY(`invoiceid`, `position`),
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `invoice_lines_material` ON `invoice_lines` (`materialid`);

-- Until now an invoice charged all billable lines of its job in their order, and a credit note took all of it back.
INSERT INTO `invoice_lines`
SELECT i.`id`, l.`key`, m.`id`, iif(i.`kind` = 'creditnote', l.`key`, NULL), i.`kind` = 'creditnote',
	iif(i.`kind` = 'creditnote', -1, 1) * (l.`value` ->> '$.quantity'),
	iif(i.`kind` = 'creditnote', -1, 1) * (l.`value` ->> '$.net'),
	iif(i.`kind` = 'creditnote', -1, 1) * (l.`value` ->> '$.vat'),
	iif(i.`kind` = 'creditnote', -1, 1) * (l.`value` ->> '$.total')
FROM `invoices` i JOIN json_each(i.`snapshot`, '$.lines') l
LEFT JOIN (
	SELECT m.`id`, m.`jobid`, iif(j.`fixedprice`, m.`estimated`, m.`consumed`) AS charged,
		row_number() OVER (PARTITION BY m.`jobid` ORDER BY m.`role`, m.`rank`, m.`id`) - 1 AS place
	FROM `materials` m JOIN `jobs` j ON j.`id` = m.`jobid`
	WHERE m.`archived` = 0 AND m.`nonbillable` = 0 AND iif(j.`fixedprice`, m.`estimated`, m.`consumed`) <> 0
) m ON m.`jobid` = i.`jobid` AND m.place = l.`key` AND m.charged = l.`value` ->> '$.quantity'
WHERE i.`state` <> 'draft' AND i.`snapshot` IS NOT NULL;

-- What a draft charges of its job: JSON of lines or of a percentage; null: all that is left.
ALTER TABLE `invoices` ADD COLUMN `part` TEXT;

-- What credit notes took back of an invoice; of a deposit request, what was applied or forfeited.
ALTER TABLE `invoices` ADD COLUMN `settledcents` INTEGER NOT NULL DEFAULT 0;
UPDATE `invoices` SET `settledcents` = `totalcents` WHERE `state` = 'credited';

-- What an invoice stands as, with that.
DROP INDEX `invoices_standing`;
DROP INDEX `invoices_unpaid`;
DROP TRIGGER `invoices_figures_added`;
DROP TRIGGER `invoices_figures_changed`;
DROP TRIGGER `invoices_figures_gone`;
DROP TRIGGER `jobs_invoices_moved`;
ALTER TABLE `invoices` DROP COLUMN `standing`;
ALTER TABLE `invoices` ADD COLUMN `standing` TEXT GENERATED ALWAYS AS (CASE
	WHEN `kind` IN ('creditnote', 'deposit') THEN `kind`
	WHEN `state` <> 'issued' THEN `state`
	WHEN `paidcents` + `settledcents` >= `totalcents` THEN 'paid' ELSE 'unpaid' END) VIRTUAL;
CREATE INDEX `invoices_standing` ON `invoices` (`standing`, `day` DESC, coalesce(`issuedutc`, `createdutc`) DESC, `id` DESC);
CREATE INDEX `invoices_unpaid` ON `invoices` (`state`,`duedate`,`jobid`,`totalcents`,`paidcents`,`settledcents`) WHERE kind = 'invoice' AND state = 'issued' AND paidcents < totalcents - settledcents;
CREATE INDEX `invoices_credits` ON `invoices` (`credits`) WHERE credits IS NOT NULL;

-- The sums by month count as paid what is owed no more.
UPDATE `invoice_figures` SET `paidcents` = coalesce((
	SELECT sum(i.`paidcents` + i.`settledcents`) FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid`
	WHERE j.`boardid` = `invoice_figures`.`boardid` AND i.`standing` = `invoice_figures`.`standing`
		AND substr(i.`day`, 1, 7) = `invoice_figures`.`month`), 0);

CREATE TRIGGER `invoices_figures_added` AFTER INSERT ON `invoices` BEGIN
	INSERT INTO `invoice_figures` SELECT `boardid`, new.standing, substr(new.day, 1, 7), 1, new.totalcents, new.paidcents + new.settledcents FROM `jobs` WHERE `id` = new.jobid
	ON CONFLICT DO UPDATE SET `documents` = `documents` + 1, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;

CREATE TRIGGER `invoices_figures_changed` AFTER UPDATE OF `jobid`, `kind`, `state`, `date`, `totalcents`, `paidcents`, `settledcents` ON `invoices`
WHEN (old.jobid, old.standing, old.day, old.totalcents, old.paidcents + old.settledcents) IS NOT (new.jobid, new.standing, new.day, new.totalcents, new.paidcents + new.settledcents) BEGIN
	UPDATE `invoice_figures` SET `documents` = `documents` - 1, `totalcents` = `totalcents` - old.totalcents, `paidcents` = `paidcents` - old.paidcents - old.settledcents
	WHERE `boardid` = (SELECT `boardid` FROM `jobs` WHERE `id` = old.jobid) AND `standing` = old.standing AND `month` = substr(old.day, 1, 7);
	INSERT INTO `invoice_figures` SELECT `boardid`, new.standing, substr(new.day, 1, 7), 1, new.totalcents, new.paidcents + new.settledcents FROM `jobs` WHERE `id` = new.jobid
	ON CONFLICT DO UPDATE SET `documents` = `documents` + 1, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;

CREATE TRIGGER `invoices_figures_gone` AFTER DELETE ON `invoices` BEGIN
	UPDATE `invoice_figures` SET `documents` = `documents` - 1, `totalcents` = `totalcents` - old.totalcents, `paidcents` = `paidcents` - old.paidcents - old.settledcents
	WHERE `boardid` = (SELECT `boardid` FROM `jobs` WHERE `id` = old.jobid) AND `standing` = old.standing AND `month` = substr(old.day, 1, 7);
END;

CREATE TRIGGER `jobs_invoices_moved` AFTER UPDATE OF `boardid` ON `jobs` WHEN old.boardid <> new.boardid BEGIN
	INSERT INTO `invoice_figures` SELECT old.boardid, `standing`, substr(`day`, 1, 7), -count(*), -sum(`totalcents`), -sum(`paidcents` + `settledcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `invoice_figures` SELECT new.boardid, `standing`, substr(`day`, 1, 7), count(*), sum(`totalcents`), sum(`paidcents` + `settledcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `payment_figures` SELECT old.boardid, substr(p.`date`, 1, 7), -count(*), -sum(p.`amountcents`) FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` WHERE i.`jobid` = new.id GROUP BY 2
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` SELECT new.boardid, substr(p.`date`, 1, 7), count(*), sum(p.`amountcents`) FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` WHERE i.`jobid` = new.id GROUP BY 2
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
END;
