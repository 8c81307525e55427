-- What suppliers charge and credit, matched to what came of their orders, and what is paid to them.
ALTER TABLE `suppliers` ADD `paymentdays` integer;

CREATE TABLE `supplierinvoices` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`kind` text NOT NULL,
	`supplier` text NOT NULL,
	`organisation` text NOT NULL,
	`number` text NOT NULL,
	`date` text NOT NULL,
	`duedate` text,
	`vatdate` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`spread` text DEFAULT 'value' NOT NULL,
	`netcents` integer NOT NULL,
	`vatcents` integer NOT NULL,
	`totalcents` integer NOT NULL,
	`paidcents` integer DEFAULT 0 NOT NULL,
	`vatnumber` text DEFAULT '' NOT NULL,
	`approvedutc` text,
	`approvedby` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`cancelledutc` text,
	FOREIGN KEY (`supplier`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `supplierinvoices_number` ON `supplierinvoices` (`supplier`,number COLLATE NOCASE) WHERE cancelledutc IS NULL;
CREATE INDEX `supplierinvoices_date` ON `supplierinvoices` (`date`,`id`);
CREATE INDEX `supplierinvoices_supplier` ON `supplierinvoices` (`supplier`,`date`,`id`);
CREATE INDEX `supplierinvoices_vat` ON `supplierinvoices` (`organisation`,`vatdate`);

CREATE TABLE `supplierinvoice_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`invoiceid` text NOT NULL,
	`rank` integer NOT NULL,
	`receiptlineid` text,
	`returnid` text,
	`orderlineid` text,
	`inventoryid` text,
	`description` text DEFAULT '' NOT NULL,
	`unit` text DEFAULT '' NOT NULL,
	`quantity` integer NOT NULL,
	`rate` integer NOT NULL,
	`discount` integer DEFAULT 0 NOT NULL,
	`vatrate` integer NOT NULL,
	`inputtax` text DEFAULT 'other' NOT NULL,
	`freight` integer DEFAULT false NOT NULL,
	`netcents` integer NOT NULL,
	`vatcents` integer NOT NULL,
	`totalcents` integer NOT NULL,
	`sharecents` integer DEFAULT 0 NOT NULL,
	`latecents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`invoiceid`) REFERENCES `supplierinvoices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`receiptlineid`) REFERENCES `purchase_receipt_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`returnid`) REFERENCES `purchase_returns`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`orderlineid`) REFERENCES `purchaseorder_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `supplierinvoice_lines_invoice` ON `supplierinvoice_lines` (`invoiceid`,`rank`);
CREATE INDEX `supplierinvoice_lines_order` ON `supplierinvoice_lines` (`orderlineid`) WHERE orderlineid IS NOT NULL;
CREATE INDEX `supplierinvoice_lines_receipt` ON `supplierinvoice_lines` (`receiptlineid`) WHERE receiptlineid IS NOT NULL;
CREATE INDEX `supplierinvoice_lines_item` ON `supplierinvoice_lines` (`inventoryid`);
CREATE INDEX `supplierinvoice_lines_return` ON `supplierinvoice_lines` (`returnid`) WHERE returnid IS NOT NULL;

CREATE TABLE `supplier_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`supplier` text NOT NULL,
	`date` text NOT NULL,
	`method` text NOT NULL,
	`amountcents` integer NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`user` text DEFAULT '' NOT NULL,
	`createdutc` text NOT NULL,
	`reversedutc` text,
	`reversedreason` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`supplier`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `supplier_payments_supplier` ON `supplier_payments` (`supplier`,`date`,`id`);

CREATE TABLE `supplier_payment_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`paymentid` text NOT NULL,
	`invoiceid` text NOT NULL,
	`cents` integer NOT NULL,
	FOREIGN KEY (`paymentid`) REFERENCES `supplier_payments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invoiceid`) REFERENCES `supplierinvoices`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `supplier_payment_parts_payment` ON `supplier_payment_parts` (`paymentid`);
CREATE INDEX `supplier_payment_parts_invoice` ON `supplier_payment_parts` (`invoiceid`);

-- Who books payments of clients enters what suppliers charge; who issues invoices approves and pays it.
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, c.value FROM `roleclaims` r, json_each('["supplierinvoices.read", "supplierinvoices.write"]') c
WHERE r.`claim` = 'invoices.write' AND r.`roleid` IN (SELECT p.`roleid` FROM `roleclaims` p WHERE p.`claim` = 'purchase.write');
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, c.value FROM `roleclaims` r, json_each('["supplierinvoices.read", "supplierinvoices.write", "supplierinvoices.approve"]') c
WHERE r.`claim` = 'invoices.issue';
