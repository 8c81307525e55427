-- Reports that are mailed by themselves, and to whom.
CREATE TABLE `reportschedules` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`report` text NOT NULL,
	`period` text DEFAULT 'lastmonth' NOT NULL,
	`format` text DEFAULT 'pdf' NOT NULL,
	`every` text DEFAULT 'month' NOT NULL,
	`hour` integer DEFAULT 7 NOT NULL,
	`ownerid` text DEFAULT '' NOT NULL,
	`lastutc` text,
	`outcome` text DEFAULT '' NOT NULL
);
CREATE TABLE `reportschedule_users` (
	`scheduleid` text NOT NULL,
	`userid` text NOT NULL,
	PRIMARY KEY(`scheduleid`, `userid`),
	FOREIGN KEY (`scheduleid`) REFERENCES `reportschedules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
