-- What was asked for once more by a mail that a person sent: a row for each overdue invoice that the mail was about.
CREATE TABLE `payment_reminders` (
	`id` text PRIMARY KEY NOT NULL,
	`invoiceid` text NOT NULL,
	`client` text,
	`mailid` text NOT NULL,
	`recipient` text NOT NULL,
	`date` text NOT NULL,
	`sentutc` text,
	`failure` text DEFAULT '' NOT NULL,
	`userid` text,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `payment_reminders_invoice` ON `payment_reminders` (`invoiceid`, `createdutc`);
CREATE INDEX `payment_reminders_client` ON `payment_reminders` (`client`, `createdutc`);
CREATE INDEX `payment_reminders_mail` ON `payment_reminders` (`mailid`);
