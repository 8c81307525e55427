-- What setup by trade asks for its items, until somebody says that it is what the business asks.
CREATE TABLE `sample_prices` (
	`inventoryid` text PRIMARY KEY NOT NULL,
	`price` integer NOT NULL,
	`confirmed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE cascade
);
