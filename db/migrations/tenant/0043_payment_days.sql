-- What was received, by day: of the first and last month of a span each payment was looked at.
DROP TRIGGER `payments_figures_added`;
DROP TRIGGER `payments_figures_changed`;
DROP TRIGGER `payments_figures_gone`;
DROP TRIGGER `jobs_invoices_moved`;
DROP TABLE `payment_figures`;
CREATE TABLE `payment_figures` (
	`boardid` text NOT NULL,
	`day` text NOT NULL,
	`payments` integer NOT NULL,
	`amountcents` integer NOT NULL,
	PRIMARY KEY(`boardid`, `day`)
);
INSERT INTO `payment_figures`
SELECT j.`boardid`, p.`date`, count(*), sum(p.`amountcents`)
FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` JOIN `jobs` j ON j.`id` = i.`jobid` GROUP BY 1, 2;

CREATE TRIGGER `payments_figures_added` AFTER INSERT ON `invoice_payments` BEGIN
	INSERT INTO `payment_figures` SELECT j.`boardid`, new.date, 1, new.amountcents
	FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = new.invoiceid
	ON CONFLICT DO UPDATE SET `payments` = `payments` + 1, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

CREATE TRIGGER `payments_figures_changed` AFTER UPDATE OF `invoiceid`, `date`, `amountcents` ON `invoice_payments` BEGIN
	UPDATE `payment_figures` SET `payments` = `payments` - 1, `amountcents` = `amountcents` - old.amountcents
	WHERE `boardid` = (SELECT j.`boardid` FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = old.invoiceid) AND `day` = old.date;
	INSERT INTO `payment_figures` SELECT j.`boardid`, new.date, 1, new.amountcents
	FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = new.invoiceid
	ON CONFLICT DO UPDATE SET `payments` = `payments` + 1, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

CREATE TRIGGER `payments_figures_gone` AFTER DELETE ON `invoice_payments` BEGIN
	UPDATE `payment_figures` SET `payments` = `payments` - 1, `amountcents` = `amountcents` - old.amountcents
	WHERE `boardid` = (SELECT j.`boardid` FROM `invoices` i JOIN `jobs` j ON j.`id` = i.`jobid` WHERE i.`id` = old.invoiceid) AND `day` = old.date;
END;

-- A job that goes to another board takes what was invoiced and received for it along.
CREATE TRIGGER `jobs_invoices_moved` AFTER UPDATE OF `boardid` ON `jobs` WHEN old.boardid <> new.boardid BEGIN
	INSERT INTO `invoice_figures` SELECT old.boardid, `standing`, substr(`day`, 1, 7), -count(*), -sum(`totalcents`), -sum(`paidcents` + `settledcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `invoice_figures` SELECT new.boardid, `standing`, substr(`day`, 1, 7), count(*), sum(`totalcents`), sum(`paidcents` + `settledcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `payment_figures` SELECT old.boardid, p.`date`, -count(*), -sum(p.`amountcents`) FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` WHERE i.`jobid` = new.id GROUP BY 2
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` SELECT new.boardid, p.`date`, count(*), sum(p.`amountcents`) FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid` WHERE i.`jobid` = new.id GROUP BY 2
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
END;
