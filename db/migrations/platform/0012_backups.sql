-- Automatic backups of each account: those that are there, and those that failed.
CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`accountid` text NOT NULL,
	`madeutc` text NOT NULL,
	`state` text NOT NULL,
	`name` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	`seq` integer DEFAULT 0 NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `backups_account` ON `backups` (`accountid`,`madeutc`);

CREATE TABLE `backup_schedule` (
	`accountid` text PRIMARY KEY NOT NULL,
	`dueutc` text NOT NULL,
	`checkedutc` text,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `backup_schedule_due` ON `backup_schedule` (`dueutc`);
