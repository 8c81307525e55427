-- Orders to suppliers, what came of them and what went back.
CREATE TABLE `purchaseorders` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`supplier` text NOT NULL,
	`organisation` text NOT NULL,
	`number` text,
	`series` integer,
	`date` text NOT NULL,
	`required` text,
	`expected` text,
	`reference` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`sentutc` text,
	`cancelledutc` text,
	`snapshot` text,
	FOREIGN KEY (`supplier`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `purchaseorders_number` ON `purchaseorders` (`organisation`,`series`);
CREATE INDEX `purchaseorders_date` ON `purchaseorders` (`date`,`id`);
CREATE INDEX `purchaseorders_supplier` ON `purchaseorders` (`supplier`,`date`,`id`);

CREATE TABLE `purchaseorder_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`orderid` text NOT NULL,
	`rank` integer NOT NULL,
	`inventoryid` text,
	`receivable` integer DEFAULT false NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`suppliercode` text DEFAULT '' NOT NULL,
	`suppliername` text DEFAULT '' NOT NULL,
	`unit` text DEFAULT '' NOT NULL,
	`unitratio` text DEFAULT '1' NOT NULL,
	`quantity` integer NOT NULL,
	`rate` integer NOT NULL,
	`discount` integer DEFAULT 0 NOT NULL,
	`net` integer NOT NULL,
	`jobid` text,
	`note` text DEFAULT '' NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`returned` integer DEFAULT 0 NOT NULL,
	`replaced` integer DEFAULT 0 NOT NULL,
	`closedshort` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`orderid`) REFERENCES `purchaseorders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `purchaseorder_lines_order` ON `purchaseorder_lines` (`orderid`,`rank`);
CREATE INDEX `purchaseorder_lines_item` ON `purchaseorder_lines` (`inventoryid`,`orderid`);
CREATE INDEX `purchaseorder_lines_job` ON `purchaseorder_lines` (`jobid`,`inventoryid`) WHERE jobid IS NOT NULL;
CREATE INDEX `purchaseorder_lines_open` ON `purchaseorder_lines` (`inventoryid`) WHERE receivable = 1 AND quantity - received + replaced - closedshort > 0;

CREATE TABLE `purchaseorder_pdfs` (
	`orderid` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`orderid`) REFERENCES `purchaseorders`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `purchase_receipts` (
	`id` text PRIMARY KEY NOT NULL,
	`orderid` text NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`dateutc` text NOT NULL,
	`user` text DEFAULT '' NOT NULL,
	`undoneutc` text,
	`undoneby` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`orderid`) REFERENCES `purchaseorders`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `purchase_receipts_order` ON `purchase_receipts` (`orderid`,`id`);

CREATE TABLE `purchase_receipt_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`receiptid` text NOT NULL,
	`lineid` text NOT NULL,
	`quantity` integer NOT NULL,
	`storageid` text,
	`seq` integer NOT NULL,
	FOREIGN KEY (`receiptid`) REFERENCES `purchase_receipts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lineid`) REFERENCES `purchaseorder_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `purchase_receipt_lines_receipt` ON `purchase_receipt_lines` (`receiptid`);
CREATE INDEX `purchase_receipt_lines_line` ON `purchase_receipt_lines` (`lineid`,`id`);

CREATE TABLE `purchase_returns` (
	`id` text PRIMARY KEY NOT NULL,
	`lineid` text NOT NULL,
	`quantity` integer NOT NULL,
	`again` integer DEFAULT false NOT NULL,
	`storageid` text,
	`reason` text DEFAULT '' NOT NULL,
	`seq` integer NOT NULL,
	`dateutc` text NOT NULL,
	`user` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`lineid`) REFERENCES `purchaseorder_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `purchase_returns_line` ON `purchase_returns` (`lineid`,`id`);

CREATE TABLE `supplier_items` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`inventoryid` text NOT NULL,
	`supplier` text NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`unit` text DEFAULT '' NOT NULL,
	`unitratio` text DEFAULT '1' NOT NULL,
	`price` integer,
	`packsize` integer,
	`minimum` integer,
	`leadtime` integer,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`supplier`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `supplier_items_item` ON `supplier_items` (`inventoryid`,`supplier`);
CREATE INDEX `supplier_items_supplier` ON `supplier_items` (`supplier`,`code`);

CREATE TABLE `supplier_item_breaks` (
	`id` text PRIMARY KEY NOT NULL,
	`supplieritemid` text NOT NULL,
	`quantity` integer NOT NULL,
	`price` integer NOT NULL,
	FOREIGN KEY (`supplieritemid`) REFERENCES `supplier_items`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `supplier_item_breaks_from` ON `supplier_item_breaks` (`supplieritemid`,`quantity`);


-- Who does the work of jobs receives goods; who keeps the stock orders them too.
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, c.value FROM `roleclaims` r, json_each('["purchase.read", "purchase.receive"]') c WHERE r.`claim` = 'materials.consume';
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, c.value FROM `roleclaims` r, json_each('["purchase.read", "purchase.receive", "purchase.write"]') c WHERE r.`claim` = 'stock.adjust';

-- Purchase orders are found like everything else.
CREATE TRIGGER `purchaseorders_search_added` AFTER INSERT ON `purchaseorders` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(12094627905536, coalesce((SELECT max(id) FROM search_words WHERE id < 13194139533312), 0)) + 1,
		new.id, coalesce(new.number, 'Draft'),
		concat_ws(char(10), new.reference, iif(new.sentutc IS NOT NULL, new.snapshot ->> '$.supplier.name', NULL))
	);
END;

CREATE TRIGGER `purchaseorders_search_changed` AFTER UPDATE OF `number`, `reference`, `sentutc`, `snapshot` ON `purchaseorders` BEGIN
	UPDATE search_words SET
		title = coalesce(new.number, 'Draft'),
		words = concat_ws(char(10), new.reference, iif(new.sentutc IS NOT NULL, new.snapshot ->> '$.supplier.name', NULL))
	WHERE recordid = new.id AND id >> 40 = 11;
END;

CREATE TRIGGER `purchaseorders_search_gone` AFTER DELETE ON `purchaseorders` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 11;
END;
