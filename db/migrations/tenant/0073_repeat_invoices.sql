-- What a repeat does besides making its job, and how far the invoice of each of its jobs is.
CREATE TABLE `repeat_invoicing` (
	`template` text NOT NULL,
	`category` text NOT NULL,
	`invoice` text NOT NULL,
	`ownerid` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updatedutc` text NOT NULL,
	PRIMARY KEY(`template`, `category`),
	FOREIGN KEY (`template`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ownerid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `repeat_invoicing_category` ON `repeat_invoicing` (`category`);
CREATE TABLE `repeat_invoices` (
	`jobid` text PRIMARY KEY NOT NULL,
	`template` text NOT NULL,
	`category` text NOT NULL,
	`date` text NOT NULL,
	`state` text DEFAULT 'due' NOT NULL,
	`invoiceid` text,
	`message` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`template`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `repeat_invoices_template` ON `repeat_invoices` (`template`, `category`, `date`);
CREATE INDEX `repeat_invoices_category` ON `repeat_invoices` (`category`);
CREATE INDEX `repeat_invoices_invoice` ON `repeat_invoices` (`invoiceid`);
CREATE INDEX `repeat_invoices_open` ON `repeat_invoices` (`date`) WHERE `state` IN ('due', 'draft', 'issued');
