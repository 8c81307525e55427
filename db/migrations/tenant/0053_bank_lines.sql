-- Money that came in by bank statements, each line once.
CREATE TABLE `bank_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`columns` text DEFAULT '' NOT NULL,
	`createdutc` text NOT NULL
);
CREATE UNIQUE INDEX `bank_accounts_name` ON `bank_accounts` (`name`);

CREATE TABLE `bank_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`bankid` text NOT NULL,
	`key` text NOT NULL,
	`date` text NOT NULL,
	`amountcents` integer NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`paymentid` text,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`bankid`) REFERENCES `bank_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`paymentid`) REFERENCES `client_payments`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE UNIQUE INDEX `bank_lines_key` ON `bank_lines` (`bankid`, `key`);
CREATE INDEX `bank_lines_date` ON `bank_lines` (`date`);
CREATE INDEX `bank_lines_payment` ON `bank_lines` (`paymentid`);
