-- A place at a client's, where goods on consignment stay ours.
ALTER TABLE `storage` ADD `client` text REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict;
CREATE INDEX `storage_client` ON `storage` (`client`) WHERE client IS NOT NULL;

CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`boardid` text NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`organisation` text NOT NULL,
	`client` text,
	`location` text,
	`storageid` text,
	`reference` text DEFAULT '' NOT NULL,
	`waybill` text DEFAULT '' NOT NULL,
	`carrier` text DEFAULT '' NOT NULL,
	`number` text,
	`series` integer,
	`date` text NOT NULL,
	`issuedutc` text,
	`originalutc` text,
	`deliveredutc` text,
	`receivedby` text DEFAULT '' NOT NULL,
	`signature` text,
	`provenby` text DEFAULT '' NOT NULL,
	`snapshot` text,
	FOREIGN KEY (`boardid`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`location`) REFERENCES `locations`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE UNIQUE INDEX `deliveries_number` ON `deliveries` (`organisation`,`series`);
CREATE INDEX `deliveries_board` ON `deliveries` (`boardid`,`date`,`id`);
CREATE INDEX `deliveries_client` ON `deliveries` (`client`,`date`,`id`);
CREATE INDEX `deliveries_location` ON `deliveries` (`location`);
CREATE INDEX `deliveries_storage` ON `deliveries` (`storageid`) WHERE storageid IS NOT NULL;
CREATE INDEX `deliveries_consigned` ON `deliveries` (`client`) WHERE storageid IS NOT NULL;

CREATE TABLE `delivery_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`deliveryid` text NOT NULL,
	`materialid` text NOT NULL,
	`rank` integer NOT NULL,
	`quantity` integer NOT NULL,
	`returned` integer DEFAULT 0 NOT NULL,
	`sold` integer DEFAULT 0 NOT NULL,
	`equipmentid` text,
	`remark` text DEFAULT '' NOT NULL,
	`moved` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`deliveryid`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`materialid`) REFERENCES `materials`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`equipmentid`) REFERENCES `equipment`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE UNIQUE INDEX `delivery_lines_note` ON `delivery_lines` (`deliveryid`,`materialid`);
CREATE INDEX `delivery_lines_material` ON `delivery_lines` (`materialid`,`deliveryid`);
CREATE INDEX `delivery_lines_equipment` ON `delivery_lines` (`equipmentid`) WHERE equipmentid IS NOT NULL;

CREATE TABLE `delivery_events` (
	`id` text PRIMARY KEY NOT NULL,
	`lineid` text NOT NULL,
	`kind` text NOT NULL,
	`quantity` integer NOT NULL,
	`storageid` text,
	`reason` text DEFAULT '' NOT NULL,
	`dateutc` text NOT NULL,
	`user` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`lineid`) REFERENCES `delivery_lines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `delivery_events_line` ON `delivery_events` (`lineid`);

CREATE TABLE `delivery_pdfs` (
	`deliveryid` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`deliveryid`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);

-- Who does the work of jobs also delivers it; who sees invoices sees what was delivered.
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, c.value FROM `roleclaims` r, json_each('["delivery.read", "delivery.write"]') c WHERE r.`claim` = 'jobs.write';
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, 'delivery.read' FROM `roleclaims` r WHERE r.`claim` = 'invoices.read';
