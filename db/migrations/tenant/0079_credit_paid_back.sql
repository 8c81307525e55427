-- Credit of a client that went back: what of a payment below zero is of which payment. Rows are only added; a refund that
-- is reversed has their mirror.
CREATE TABLE `credit_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`refundid` text NOT NULL,
	`paymentid` text NOT NULL,
	`date` text NOT NULL,
	`amountcents` integer NOT NULL,
	`userid` text,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`refundid`) REFERENCES `client_payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paymentid`) REFERENCES `client_payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `credit_refunds_refund` ON `credit_refunds` (`refundid`);
CREATE INDEX `credit_refunds_payment` ON `credit_refunds` (`paymentid`);
CREATE INDEX `credit_refunds_date` ON `credit_refunds` (`date`, `paymentid`);

CREATE TRIGGER `credit_refunds_booked` AFTER INSERT ON `credit_refunds` BEGIN
	UPDATE `client_payments` SET `allocatedcents` = `allocatedcents` + new.amountcents WHERE `id` = new.paymentid;
	UPDATE `client_payments` SET `allocatedcents` = `allocatedcents` - new.amountcents WHERE `id` = new.refundid;
END;

-- Money that came in or went back, by the day on which it did, as a bank has it: what a payment was put to, and what of
-- it became credit, moves none.
DROP TRIGGER `payments_figures_added`;
DROP TRIGGER `payments_figures_changed`;
DROP TRIGGER `payments_figures_gone`;
DROP TRIGGER `jobs_invoices_moved`;
DROP TABLE `payment_figures`;
CREATE TABLE `payment_figures` (
	`day` text PRIMARY KEY NOT NULL,
	`payments` integer NOT NULL,
	`amountcents` integer NOT NULL
) WITHOUT ROWID;
INSERT INTO `payment_figures`
SELECT day, count(*), sum(cents) FROM (
	SELECT `date` AS day, `amountcents` AS cents FROM `client_payments`
	UNION ALL SELECT `reverseddate`, -`amountcents` FROM `client_payments` WHERE `reverseddate` IS NOT NULL
) GROUP BY day;
CREATE INDEX `client_payments_reversed` ON `client_payments` (`reverseddate`, `id`) WHERE reverseddate IS NOT NULL;

CREATE TRIGGER `payments_figures_added` AFTER INSERT ON `client_payments` BEGIN
	INSERT INTO `payment_figures` VALUES (new.date, 1, new.amountcents)
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` SELECT new.reverseddate, 1, -new.amountcents WHERE new.reverseddate IS NOT NULL
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

CREATE TRIGGER `payments_figures_changed` AFTER UPDATE OF `date`, `amountcents`, `reverseddate` ON `client_payments` BEGIN
	INSERT INTO `payment_figures` VALUES (old.date, -1, -old.amountcents)
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` SELECT old.reverseddate, -1, old.amountcents WHERE old.reverseddate IS NOT NULL
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` VALUES (new.date, 1, new.amountcents)
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` SELECT new.reverseddate, 1, -new.amountcents WHERE new.reverseddate IS NOT NULL
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

CREATE TRIGGER `payments_figures_gone` AFTER DELETE ON `client_payments` BEGIN
	INSERT INTO `payment_figures` VALUES (old.date, -1, -old.amountcents)
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
	INSERT INTO `payment_figures` SELECT old.reverseddate, -1, old.amountcents WHERE old.reverseddate IS NOT NULL
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
END;

-- A job that goes to another board takes what was invoiced for it along.
CREATE TRIGGER `jobs_invoices_moved` AFTER UPDATE OF `boardid` ON `jobs` WHEN old.boardid <> new.boardid BEGIN
	INSERT INTO `invoice_figures` SELECT old.boardid, `standing`, substr(`day`, 1, 7), -count(*), -sum(`totalcents`), -sum(`paidcents` + `settledcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
	INSERT INTO `invoice_figures` SELECT new.boardid, `standing`, substr(`day`, 1, 7), count(*), sum(`totalcents`), sum(`paidcents` + `settledcents`) FROM `invoices` WHERE `jobid` = new.id GROUP BY 2, 3
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;
