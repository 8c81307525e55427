-- Links by which a client reads an issued invoice, and what is still owed of it.
CREATE TABLE `invoice_links` (
	`id` text PRIMARY KEY NOT NULL,
	`invoiceid` text NOT NULL,
	`codehash` text NOT NULL,
	`sentto` text DEFAULT '' NOT NULL,
	`original` integer DEFAULT false NOT NULL,
	`createdby` text NOT NULL,
	`createdutc` text NOT NULL,
	`expiresutc` text NOT NULL,
	`openedutc` text,
	`endedutc` text,
	`ended` text,
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `invoice_links_code` ON `invoice_links` (`codehash`);
CREATE INDEX `invoice_links_invoice` ON `invoice_links` (`invoiceid`,`id`);
CREATE UNIQUE INDEX `invoice_links_live` ON `invoice_links` (`invoiceid`) WHERE endedutc IS NULL;
