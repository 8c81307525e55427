-- What a supplier asks holds from a quantity and from a day on; one without an amount has ended.
CREATE TABLE `supplier_prices` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`supplieritemid` text NOT NULL,
	`quantity` integer DEFAULT 0 NOT NULL,
	`validfrom` text DEFAULT '' NOT NULL,
	`price` integer,
	FOREIGN KEY (`supplieritemid`) REFERENCES `supplier_items`(`id`) ON UPDATE no action ON DELETE cascade
);
INSERT INTO `supplier_prices` (id, archived, createdutc, updatedutc, supplieritemid, quantity, price)
	SELECT b.id, f.archived, f.createdutc, f.updatedutc, b.supplieritemid, b.quantity, b.price
	FROM `supplier_item_breaks` b JOIN `supplier_items` f ON f.id = b.supplieritemid;
DROP TABLE `supplier_item_breaks`;
CREATE UNIQUE INDEX `supplier_prices_from` ON `supplier_prices` (`supplieritemid`,`quantity`,`validfrom`);
