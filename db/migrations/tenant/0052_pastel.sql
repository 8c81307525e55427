-- What went out to Pastel, when, and on which documents: none goes out twice by itself.
CREATE TABLE `pastel_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`organisation` text NOT NULL,
	`start` text NOT NULL,
	`end` text NOT NULL,
	`documents` integer NOT NULL,
	`totalcents` integer NOT NULL,
	`createdby` text NOT NULL,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE TABLE `pastel_documents` (
	`exportid` text NOT NULL,
	`invoiceid` text NOT NULL,
	PRIMARY KEY(`exportid`, `invoiceid`),
	FOREIGN KEY (`exportid`) REFERENCES `pastel_exports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `pastel_documents_invoice` ON `pastel_documents` (`invoiceid`);
