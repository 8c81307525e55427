-- Many drafts that are made, or invoices that are issued, one after another: where they stand survives a crash.
CREATE TABLE `invoice_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`userid` text,
	`createdutc` text NOT NULL,
	`undoneutc` text,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `invoice_batches_made` ON `invoice_batches` (`userid`, `createdutc`);

CREATE TABLE `invoice_batch_rows` (
	`batchid` text NOT NULL,
	`position` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`jobid` text,
	`invoiceid` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`batchid`, `position`),
	FOREIGN KEY (`batchid`) REFERENCES `invoice_batches`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `invoice_batch_rows_open` ON `invoice_batch_rows` (`batchid`, `position`) WHERE state IN ('waiting', 'undo');
