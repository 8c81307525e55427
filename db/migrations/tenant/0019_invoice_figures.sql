-- What an invoice stands as in lists, and the day by which they are sorted.
ALTER TABLE `invoices` ADD COLUMN `standing` TEXT GENERATED ALWAYS AS (CASE
	WHEN `kind` = 'creditnote' THEN 'creditnote'
	WHEN `state` <> 'issued' THEN `state`
	WHEN `paidcents` >= `totalcents` THEN 'paid' ELSE 'unpaid' END) VIRTUAL;
ALTER TABLE `invoices` ADD COLUMN `day` TEXT GENERATED ALWAYS AS (coalesce(`date`, substr(`createdutc`, 1, 10))) VIRTUAL;

-- The order of the list, drafts first, and of what stands alike.
CREATE INDEX `invoices_listed` ON `invoices` (`state` <> 'draft', `day` DESC, coalesce(`issuedutc`, `createdutc`) DESC, `id` DESC);
CREATE INDEX `invoices_standing` ON `invoices` (`standing`, `day` DESC, coalesce(`issuedutc`, `createdutc`) DESC, `id` DESC);

-- Counts and sums by board, kept by triggers.
CREATE TABLE `invoice_figures` (
	`boardid` text NOT NULL,
	`standing` text NOT NULL,
	`documents` integer NOT NULL,
	`totalcents` integer NOT NULL,
	`paidcents` integer NOT NULL,
	PRIMARY KEY(`boardid`, `standing`)
);
INSERT INTO `invoice_figures`
SELECT j.`boardid`, i.`standing`, count(*), sum(i.`totalcents`), sum(i.`paidcents`)
FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` GROUP BY 1, 2;

CREATE TRIGGER `invoices_figures_added` AFTER INSERT ON `invoices` BEGIN
	INSERT INTO `invoice_figures` SELECT `boardid`, new.standing, 1, new.totalcents, new.paidcents FROM `jobs` WHERE `id` = new.jobid
	ON CONFLICT DO UPDATE SET `documents` = `documents` + 1, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;

CREATE TRIGGER `invoices_figures_changed` AFTER UPDATE OF `jobid`, `kind`, `state`, `totalcents`, `paidcents` ON `invoices`
WHEN (old.jobid, old.standing, old.totalcents, old.paidcents) IS NOT (new.jobid, new.standing, new.totalcents, new.paidcents) BEGIN
	UPDATE `invoice_figures` SET `documents` = `documents` - 1, `totalcents` = `totalcents` - old.totalcents, `paidcents` = `paidcents` - old.paidcents
	WHERE `boardid` = (SELECT `boardid` FROM `jobs` WHERE `id` = old.jobid) AND `standing` = old.standing;
	INSERT INTO `invoice_figures` SELECT `boardid`, new.standing, 1, new.totalcents, new.paidcents FROM `jobs` WHERE `id` = new.jobid
	ON CONFLICT DO UPDATE SET `documents` = `documents` + 1, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;

CREATE TRIGGER `invoices_figures_gone` AFTER DELETE ON `invoices` BEGIN
	UPDATE `invoice_figures` SET `documents` = `documents` - 1, `totalcents` = `totalcents` - old.totalcents, `paidcents` = `paidcents` - old.paidcents
	WHERE `boardid` = (SELECT `boardid` FROM `jobs` WHERE `id` = old.jobid) AND `standing` = old.standing;
END;

CREATE TRIGGER `jobs_invoices_moved` AFTER UPDATE OF `boardid` ON `jobs` WHEN old.boardid <> new.boardid BEGIN
	INSERT INTO `invoice_figures` SELECT old.boardid, `standing`, -count(*), -sum(`totalcents`), -sum(`paidcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY `standing`
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `invoice_figures` SELECT new.boardid, `standing`, count(*), sum(`totalcents`), sum(`paidcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY `standing`
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;
