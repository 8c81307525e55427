-- Links by which a client reads what they owe, as it is at that moment.
CREATE TABLE `statement_links` (
	`id` text PRIMARY KEY NOT NULL,
	`client` text NOT NULL,
	`codehash` text NOT NULL,
	`sentto` text DEFAULT '' NOT NULL,
	`createdby` text NOT NULL,
	`createdutc` text NOT NULL,
	`expiresutc` text NOT NULL,
	`openedutc` text,
	`endedutc` text,
	`ended` text,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `statement_links_code` ON `statement_links` (`codehash`);
CREATE INDEX `statement_links_client` ON `statement_links` (`client`,`id`);
CREATE UNIQUE INDEX `statement_links_live` ON `statement_links` (`client`) WHERE endedutc IS NULL;
