ALTER TABLE `accounts` ADD `smtpserver` text DEFAULT '' NOT NULL;
ALTER TABLE `accounts` ADD `smtpport` integer;
ALTER TABLE `accounts` ADD `smtpusername` text DEFAULT '' NOT NULL;
ALTER TABLE `accounts` ADD `smtppassword` text;
ALTER TABLE `accounts` ADD `logotype` text DEFAULT '' NOT NULL;

CREATE INDEX `accounts_expires` ON `accounts` (`utcexpires`);
CREATE INDEX `seats_counted` ON `seats` (`accountid`,`archived`,`licensed`);

CREATE TABLE `joinrequests` (
	`id` text PRIMARY KEY NOT NULL,
	`userid` text NOT NULL,
	`accountid` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`createdutc` text NOT NULL,
	`decidedutc` text,
	`decidedby` text,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `joinrequests_pair` ON `joinrequests` (`userid`,`accountid`);
CREATE INDEX `joinrequests_account` ON `joinrequests` (`accountid`,`state`);

CREATE TABLE `accountnotes` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`accountid` text NOT NULL,
	`userid` text,
	`note` text NOT NULL,
	`added` text NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `accountnotes_account` ON `accountnotes` (`accountid`,`hidden`,`id`);

CREATE TABLE `accountusage` (
	`accountid` text PRIMARY KEY NOT NULL,
	`dbbytes` integer DEFAULT 0 NOT NULL,
	`filebytes` integer DEFAULT 0 NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	`measuredutc` text NOT NULL,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `expirynotices` (
	`accountid` text NOT NULL,
	`utcexpires` text NOT NULL,
	`days` integer NOT NULL,
	`sentutc` text NOT NULL,
	PRIMARY KEY(`accountid`, `utcexpires`, `days`),
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
