-- Receipts as they were given out: a number of their organisation, and their bytes.
CREATE TABLE `receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`subjectid` text NOT NULL,
	`organisation` text NOT NULL,
	`number` text NOT NULL,
	`series` integer NOT NULL,
	`date` text NOT NULL,
	`snapshot` text NOT NULL,
	`bytes` blob NOT NULL,
	`sha256` text NOT NULL,
	`userid` text,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE UNIQUE INDEX `receipts_number` ON `receipts` (`organisation`, `series`);
CREATE INDEX `receipts_subject` ON `receipts` (`subjectid`, `series`);
