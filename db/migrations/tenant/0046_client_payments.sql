-- Money that was received. Rows of `invoice_payments` say which invoice it was put to; what is put to none is credit of
-- the client. Nothing of it is deleted: what is reversed keeps its rows, and gets their mirror.
CREATE TABLE `client_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`client` text,
	`date` text NOT NULL,
	`method` text DEFAULT 'transfer' NOT NULL,
	`amountcents` integer NOT NULL,
	`allocatedcents` integer DEFAULT 0 NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`reverseddate` text,
	`reason` text DEFAULT '' NOT NULL,
	`userid` text,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
INSERT INTO `client_payments` (`id`, `client`, `date`, `method`, `amountcents`, `allocatedcents`, `reference`, `userid`, `createdutc`)
SELECT p.`id`, i.`client`, p.`date`, 'transfer', p.`amountcents`, p.`amountcents`, p.`reference`, p.`userid`, p.`createdutc`
FROM `invoice_payments` p JOIN `invoices` i ON i.`id` = p.`invoiceid`;
CREATE INDEX `client_payments_client` ON `client_payments` (`client`, `date`);
CREATE INDEX `client_payments_open` ON `client_payments` (`client`, `date`, `amountcents`, `allocatedcents`) WHERE reverseddate IS NULL AND amountcents - allocatedcents > 0;

ALTER TABLE `invoice_payments` ADD COLUMN `paymentid` TEXT REFERENCES `client_payments`(`id`) ON DELETE restrict;
UPDATE `invoice_payments` SET `paymentid` = `id`;
-- What was left off an amount in cash, whose smallest coin is 10 cents: the invoice is settled by it, nobody paid it.
ALTER TABLE `invoice_payments` ADD COLUMN `roundingcents` INTEGER NOT NULL DEFAULT 0;
CREATE INDEX `invoice_payments_payment` ON `invoice_payments` (`paymentid`);

CREATE TRIGGER `client_payments_allocated` AFTER INSERT ON `invoice_payments` WHEN new.paymentid IS NOT NULL BEGIN
	UPDATE `client_payments` SET `allocatedcents` = `allocatedcents` + new.amountcents WHERE `id` = new.paymentid;
END;

-- What a client owes, the oldest first.
CREATE INDEX `invoices_owed` ON `invoices` (`client`, `date`, `series`) WHERE kind = 'invoice' AND state = 'issued' AND paidcents < totalcents - settledcents;
