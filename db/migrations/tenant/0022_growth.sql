-- Counts of all statuses, so that no list counts jobs one by one; the lanes' were kept before.
DROP TRIGGER `jobs_figures_added`;
DROP TRIGGER `jobs_figures_left`;
DROP TRIGGER `jobs_figures_entered`;
DROP TRIGGER `jobs_figures_gone`;
ALTER TABLE `lane_figures` RENAME TO `job_figures`;
INSERT INTO `job_figures`
SELECT `boardid`, `status`, '', count(*), sum(`quotedcents`) FROM `jobs`
WHERE `template` = 0 AND `status` NOT BETWEEN 1 AND 4 GROUP BY 1, 2;

CREATE TRIGGER `jobs_figures_added` AFTER INSERT ON `jobs` WHEN new.template = 0 BEGIN
	INSERT INTO `job_figures` VALUES (new.boardid, new.status, iif(new.status = 4, coalesce(new.completed, ''), ''), 1, new.quotedcents)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + 1, `quotedcents` = `quotedcents` + excluded.quotedcents;
END;

CREATE TRIGGER `jobs_figures_left` AFTER UPDATE OF `boardid`, `status`, `template`, `completed`, `quotedcents` ON `jobs`
WHEN old.template = 0
	AND (old.boardid, old.status, old.template, old.completed, old.quotedcents) IS NOT (new.boardid, new.status, new.template, new.completed, new.quotedcents) BEGIN
	UPDATE `job_figures` SET `jobs` = `jobs` - 1, `quotedcents` = `quotedcents` - old.quotedcents
	WHERE `boardid` = old.boardid AND `status` = old.status AND `completed` = iif(old.status = 4, coalesce(old.completed, ''), '');
END;

CREATE TRIGGER `jobs_figures_entered` AFTER UPDATE OF `boardid`, `status`, `template`, `completed`, `quotedcents` ON `jobs`
WHEN new.template = 0
	AND (old.boardid, old.status, old.template, old.completed, old.quotedcents) IS NOT (new.boardid, new.status, new.template, new.completed, new.quotedcents) BEGIN
	INSERT INTO `job_figures` VALUES (new.boardid, new.status, iif(new.status = 4, coalesce(new.completed, ''), ''), 1, new.quotedcents)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + 1, `quotedcents` = `quotedcents` + excluded.quotedcents;
END;

CREATE TRIGGER `jobs_figures_gone` AFTER DELETE ON `jobs` WHEN old.template = 0 BEGIN
	UPDATE `job_figures` SET `jobs` = `jobs` - 1, `quotedcents` = `quotedcents` - old.quotedcents
	WHERE `boardid` = old.boardid AND `status` = old.status AND `completed` = iif(old.status = 4, coalesce(old.completed, ''), '');
END;

-- The orders of long lists: of one board, of what is past on all boards, of what is invoiced and not yet paid.
CREATE INDEX `jobs_board_created` ON `jobs` (`boardid`,`created`,`id`);
CREATE INDEX `jobs_completed` ON `jobs` (`completed`,`id`,`boardid`,`status`) WHERE template = 0 AND status BETWEEN 4 AND 6;
CREATE INDEX `jobs_invoiced` ON `jobs` (`paid`,`created`,`id`,`boardid`,`location`) WHERE template = 0 AND status IN (5);

-- Invoices by month, so that a month is summed without reading it.
DROP TRIGGER `invoices_figures_added`;
DROP TRIGGER `invoices_figures_changed`;
DROP TRIGGER `invoices_figures_gone`;
DROP TRIGGER `jobs_invoices_moved`;
DROP TABLE `invoice_figures`;
CREATE TABLE `invoice_figures` (
	`boardid` text NOT NULL,
	`standing` text NOT NULL,
	`month` text NOT NULL,
	`documents` integer NOT NULL,
	`totalcents` integer NOT NULL,
	`paidcents` integer NOT NULL,
	PRIMARY KEY(`boardid`, `standing`, `month`)
);
INSERT INTO `invoice_figures`
SELECT j.`boardid`, i.`standing`, substr(i.`day`, 1, 7), count(*), sum(i.`totalcents`), sum(i.`paidcents`)
FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` GROUP BY 1, 2, 3;

CREATE TRIGGER `invoices_figures_added` AFTER INSERT ON `invoices` BEGIN
	INSERT INTO `invoice_figures` SELECT `boardid`, new.standing, substr(new.day, 1, 7), 1, new.totalcents, new.paidcents FROM `jobs` WHERE `id` = new.jobid
	ON CONFLICT DO UPDATE SET `documents` = `documents` + 1, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;

CREATE TRIGGER `invoices_figures_changed` AFTER UPDATE OF `jobid`, `kind`, `state`, `date`, `totalcents`, `paidcents` ON `invoices`
WHEN (old.jobid, old.standing, old.day, old.totalcents, old.paidcents) IS NOT (new.jobid, new.standing, new.day, new.totalcents, new.paidcents) BEGIN
	UPDATE `invoice_figures` SET `documents` = `documents` - 1, `totalcents` = `totalcents` - old.totalcents, `paidcents` = `paidcents` - old.paidcents
	WHERE `boardid` = (SELECT `boardid` FROM `jobs` WHERE `id` = old.jobid) AND `standing` = old.standing AND `month` = substr(old.day, 1, 7);
	INSERT INTO `invoice_figures` SELECT `boardid`, new.standing, substr(new.day, 1, 7), 1, new.totalcents, new.paidcents FROM `jobs` WHERE `id` = new.jobid
	ON CONFLICT DO UPDATE SET `documents` = `documents` + 1, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;

CREATE TRIGGER `invoices_figures_gone` AFTER DELETE ON `invoices` BEGIN
	UPDATE `invoice_figures` SET `documents` = `documents` - 1, `totalcents` = `totalcents` - old.totalcents, `paidcents` = `paidcents` - old.paidcents
	WHERE `boardid` = (SELECT `boardid` FROM `jobs` WHERE `id` = old.jobid) AND `standing` = old.standing AND `month` = substr(old.day, 1, 7);
END;

-- What was received, by month as well.
CREATE TABLE `payment_figures` (
	`boardid` text NOT NULL,
	`month` text NOT NULL,
	`payments` integer NOT NULL,
	`amountcents` integer NOT NULL,
	PRIMARY KEY(`boardid`, `month`)
);
INSERT INTO `payment_figures`
SELECT j.`boardid`, substr(p.`date`, 1, 7), count(*), sum(p.`amountcents`)
FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` JOIN `jobs` j ON j.`id` = i.`jobid` GROUP BY 1, 2;

CREATE TRIGGER `payments_figures_added` AFTER INSERT ON `invoice_payments` BEGIN
	INSERT INTO `payment_figures` SELECT j.`boardid`, substr(new.date, 1, 7), 1, new.amountcents
	FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = new.invoiceid
	ON CONFLICT DO UPDATE SET `payments` = `payments` + 1, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

CREATE TRIGGER `payments_figures_changed` AFTER UPDATE OF `invoiceid`, `date`, `amountcents` ON `invoice_payments` BEGIN
	UPDATE `payment_figures` SET `payments` = `payments` - 1, `amountcents` = `amountcents` - old.amountcents
	WHERE `boardid` = (SELECT j.`boardid` FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = old.invoiceid) AND `month` = substr(old.date, 1, 7);
	INSERT INTO `payment_figures` SELECT j.`boardid`, substr(new.date, 1, 7), 1, new.amountcents
	FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = new.invoiceid
	ON CONFLICT DO UPDATE SET `payments` = `payments` + 1, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

CREATE TRIGGER `payments_figures_gone` AFTER DELETE ON `invoice_payments` BEGIN
	UPDATE `payment_figures` SET `payments` = `payments` - 1, `amountcents` = `amountcents` - old.amountcents
	WHERE `boardid` = (SELECT j.`boardid` FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = old.invoiceid) AND `month` = substr(old.date, 1, 7);
END;

-- A job that goes to another board takes what was invoiced and received for it along.
CREATE TRIGGER `jobs_invoices_moved` AFTER UPDATE OF `boardid` ON `jobs` WHEN old.boardid <> new.boardid BEGIN
	INSERT INTO `invoice_figures` SELECT old.boardid, `standing`, substr(`day`, 1, 7), -count(*), -sum(`totalcents`), -sum(`paidcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `invoice_figures` SELECT new.boardid, `standing`, substr(`day`, 1, 7), count(*), sum(`totalcents`), sum(`paidcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `payment_figures` SELECT old.boardid, substr(p.`date`, 1, 7), -count(*), -sum(p.`amountcents`) FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` WHERE i.`jobid` = new.id GROUP BY 2
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` SELECT new.boardid, substr(p.`date`, 1, 7), count(*), sum(p.`amountcents`) FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` WHERE i.`jobid` = new.id GROUP BY 2
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

-- An issued invoice is found by the name that it was issued to.
DROP TRIGGER `invoices_search_added`;
DROP TRIGGER `invoices_search_changed`;
CREATE TRIGGER `invoices_search_added` AFTER INSERT ON `invoices` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(7146825580544, coalesce((SELECT max(id) FROM search_words WHERE id < 7696581394432), 0)) + 1,
		new.id, coalesce(new.number, 'Draft'), concat_ws(char(10), new.reference, iif(new.state <> 'draft', new.snapshot ->> '$.client.name', NULL))
	);
END;

CREATE TRIGGER `invoices_search_changed` AFTER UPDATE OF `number`, `reference`, `state`, `snapshot` ON `invoices` BEGIN
	UPDATE search_words SET title = coalesce(new.number, 'Draft'), words = concat_ws(char(10), new.reference, iif(new.state <> 'draft', new.snapshot ->> '$.client.name', NULL))
	WHERE recordid = new.id AND id >> 40 = 6;
END;
UPDATE search_words SET words = (SELECT concat_ws(char(10), i.reference, iif(i.state <> 'draft', i.snapshot ->> '$.client.name', NULL)) FROM `invoices` i WHERE i.id = recordid)
WHERE id BETWEEN 6597069766656 AND 7696581394431;

-- Drafts, few of which stand among many invoices: their clients may still be renamed, so no word of them is indexed.
CREATE INDEX `invoices_drafts` ON `invoices` (`jobid`) WHERE state = 'draft';

-- What stock needs attention is found without a look at all of it.
CREATE INDEX `inventory_minimum` ON `inventory` (`code`) WHERE archived = 0 AND minimumfinishedgoodsvolume > 0;
CREATE INDEX `stock_onhand_below` ON `stock_onhand` (`inventoryid`) WHERE quantity < 0;
