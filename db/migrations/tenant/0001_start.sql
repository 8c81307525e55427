CREATE TABLE `accountcodes` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`code` text NOT NULL,
	`description` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`rate` integer,
	`vat` integer,
	`type` integer DEFAULT 0 NOT NULL,
	`tax` text DEFAULT '' NOT NULL
);

CREATE UNIQUE INDEX `accountcodes_code` ON `accountcodes` (`code`);
CREATE TABLE `categories` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`jobcategory` integer DEFAULT false NOT NULL,
	`colour` text DEFAULT '#eeeeee' NOT NULL,
	`accountcode` text,
	`inventoryclass` integer,
	`vatexempt` integer DEFAULT false NOT NULL,
	`nonpickable` integer DEFAULT false NOT NULL,
	`defaultproduct` text,
	`frequency` text DEFAULT 'standalone' NOT NULL,
	`custom` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`accountcode`) REFERENCES `accountcodes`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE TABLE `clients` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`contactname` text DEFAULT '' NOT NULL,
	`contactnumber` text DEFAULT '' NOT NULL,
	`contactemail` text DEFAULT '' NOT NULL,
	`addressline1` text DEFAULT '' NOT NULL,
	`addressline2` text DEFAULT '' NOT NULL,
	`addressline3` text DEFAULT '' NOT NULL,
	`addressline4` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`province` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`postalcode` text DEFAULT '' NOT NULL,
	`registrationnumber` text DEFAULT '' NOT NULL,
	`vatnumber` text DEFAULT '' NOT NULL,
	`terms` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL
);

CREATE INDEX `clients_name` ON `clients` (`archived`,`name`);
CREATE INDEX `clients_code` ON `clients` (`code`);
CREATE TABLE `divisions` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL
);

CREATE TABLE `inventory` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`code` text NOT NULL,
	`make` text DEFAULT '' NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`materialname` text DEFAULT '' NOT NULL,
	`materialcode` text DEFAULT '' NOT NULL,
	`barcode` text DEFAULT '' NOT NULL,
	`category` text,
	`consignmentcode` text DEFAULT '' NOT NULL,
	`defaultponote` text DEFAULT '' NOT NULL,
	`inventoryclass` integer,
	`defaultstorageid` text,
	`supplier` text,
	`rate` integer DEFAULT 0 NOT NULL,
	`mupercent` integer DEFAULT 0 NOT NULL,
	`muamount` integer DEFAULT 0 NOT NULL,
	`exclusive` integer DEFAULT true NOT NULL,
	`nonbillable` integer DEFAULT false NOT NULL,
	`unitweight` integer,
	`unitmass` integer,
	`unitseconds` integer,
	`maxperjob` integer,
	`leadtime` integer,
	`packagingassetcode` text DEFAULT '' NOT NULL,
	`packagingquantity` integer,
	`minimumproductionvolume` integer,
	`minimumordervolume` integer,
	`minimumfinishedgoodsvolume` integer,
	`baseunit` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`category`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`defaultstorageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`supplier`) REFERENCES `suppliers`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE UNIQUE INDEX `inventory_code` ON `inventory` (`code`);
CREATE INDEX `inventory_category` ON `inventory` (`category`,`archived`,`code`);
CREATE INDEX `inventory_barcode` ON `inventory` (`barcode`);
CREATE TABLE `inventory_classes` (
	`inventoryid` text NOT NULL,
	`categoryid` text NOT NULL,
	`inventoryclass` integer,
	`storageid` text,
	`rate` integer,
	PRIMARY KEY(`inventoryid`, `categoryid`),
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`categoryid`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE TABLE `location_stakeholders` (
	`locationid` text NOT NULL,
	`userid` text NOT NULL,
	PRIMARY KEY(`locationid`, `userid`),
	FOREIGN KEY (`locationid`) REFERENCES `locations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `location_stakeholders_user` ON `location_stakeholders` (`userid`,`locationid`);
CREATE TABLE `locations` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`client` text,
	`parent` text,
	`addressline1` text DEFAULT '' NOT NULL,
	`addressline2` text DEFAULT '' NOT NULL,
	`addressline3` text DEFAULT '' NOT NULL,
	`addressline4` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`province` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`postalcode` text DEFAULT '' NOT NULL,
	`contactname` text DEFAULT '' NOT NULL,
	`contactnumber` text DEFAULT '' NOT NULL,
	`contactemail` text DEFAULT '' NOT NULL,
	`responsibilityid` text,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`responsibilityid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE INDEX `locations_name` ON `locations` (`archived`,`name`);
CREATE INDEX `locations_client` ON `locations` (`client`);
CREATE INDEX `locations_parent` ON `locations` (`parent`);
CREATE TABLE `organisations` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text DEFAULT '' NOT NULL,
	`colour` text DEFAULT '' NOT NULL,
	`logofile` text,
	`addressline1` text DEFAULT '' NOT NULL,
	`addressline2` text DEFAULT '' NOT NULL,
	`addressline3` text DEFAULT '' NOT NULL,
	`addressline4` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`province` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`postalcode` text DEFAULT '' NOT NULL,
	`registrationnumber` text DEFAULT '' NOT NULL,
	`reviewinvoices` integer DEFAULT false NOT NULL,
	`flagdefault` integer DEFAULT false NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`bank` text DEFAULT '' NOT NULL,
	`accountnumber` text DEFAULT '' NOT NULL,
	`branchcode` text DEFAULT '' NOT NULL,
	`vatnumber` text DEFAULT '' NOT NULL,
	`vat` integer,
	`finyearend` integer DEFAULT 12 NOT NULL,
	`estimateterms` text DEFAULT '' NOT NULL,
	`invoiceterms` text DEFAULT '' NOT NULL,
	`poterms` text DEFAULT '' NOT NULL
);

CREATE TABLE `storage` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`barcode` text DEFAULT '' NOT NULL
);

CREATE INDEX `storage_barcode` ON `storage` (`barcode`);
CREATE TABLE `suppliers` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`contactname` text DEFAULT '' NOT NULL,
	`contactnumber` text DEFAULT '' NOT NULL,
	`contactemail` text DEFAULT '' NOT NULL,
	`addressline1` text DEFAULT '' NOT NULL,
	`addressline2` text DEFAULT '' NOT NULL,
	`addressline3` text DEFAULT '' NOT NULL,
	`addressline4` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`province` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`postalcode` text DEFAULT '' NOT NULL,
	`vatnumber` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL
);

CREATE INDEX `suppliers_name` ON `suppliers` (`archived`,`name`);
CREATE TABLE `units` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`inventoryid` text NOT NULL,
	`name` text NOT NULL,
	`ratiotobase` text DEFAULT '1' NOT NULL,
	`lastprice` integer,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `units_inventory` ON `units` (`inventoryid`);
CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`userid` text,
	`email` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`rate` integer,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE TABLE `board_permissions` (
	`boardid` text NOT NULL,
	`roleid` text NOT NULL,
	`permission` text NOT NULL,
	PRIMARY KEY(`boardid`, `roleid`),
	FOREIGN KEY (`boardid`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`roleid`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `board_workers` (
	`boardid` text NOT NULL,
	`workerid` text NOT NULL,
	PRIMARY KEY(`boardid`, `workerid`),
	FOREIGN KEY (`boardid`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`workerid`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `boards` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`rank` integer DEFAULT 0 NOT NULL,
	`organisation` text,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE UNIQUE INDEX `boards_slug` ON `boards` (`slug`);
CREATE TABLE `invoice_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoiceid` text NOT NULL,
	`date` text NOT NULL,
	`amountcents` integer NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`userid` text,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE INDEX `invoice_payments_invoice` ON `invoice_payments` (`invoiceid`);
CREATE TABLE `invoice_pdfs` (
	`invoiceid` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`kind` text DEFAULT 'invoice' NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`organisation` text NOT NULL,
	`client` text,
	`jobid` text,
	`number` text,
	`series` integer,
	`date` text,
	`issuedutc` text,
	`originalutc` text,
	`reference` text DEFAULT '' NOT NULL,
	`credits` text,
	`reason` text,
	`netcents` integer DEFAULT 0 NOT NULL,
	`vatcents` integer DEFAULT 0 NOT NULL,
	`totalcents` integer DEFAULT 0 NOT NULL,
	`snapshot` text,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`credits`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`organisation`,`kind`,`series`);
CREATE INDEX `invoices_job` ON `invoices` (`jobid`);
CREATE INDEX `invoices_client` ON `invoices` (`client`,`date`);
CREATE INDEX `invoices_date` ON `invoices` (`state`,`date`);
CREATE TABLE `job_categories` (
	`jobid` text NOT NULL,
	`categoryid` text NOT NULL,
	PRIMARY KEY(`jobid`, `categoryid`),
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`categoryid`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `job_categories_category` ON `job_categories` (`categoryid`);
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`seq` integer DEFAULT 0 NOT NULL,
	`movedversion` integer DEFAULT 1 NOT NULL,
	`editedversion` integer DEFAULT 1 NOT NULL,
	`reference` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`boardid` text NOT NULL,
	`status` integer DEFAULT 1 NOT NULL,
	`statusbefore` integer,
	`template` integer DEFAULT false NOT NULL,
	`statenote` text DEFAULT '' NOT NULL,
	`feedback` text DEFAULT '' NOT NULL,
	`client` text,
	`location` text,
	`division` text,
	`organisation` text,
	`assignee` text,
	`critical` integer DEFAULT false NOT NULL,
	`paid` integer DEFAULT false NOT NULL,
	`created` text NOT NULL,
	`start` text,
	`finish` text,
	`completed` text,
	`scheduledminutes` integer,
	`customerreference` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`boardid`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`location`) REFERENCES `locations`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`division`) REFERENCES `divisions`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`assignee`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE UNIQUE INDEX `jobs_reference` ON `jobs` (`reference`);
CREATE INDEX `jobs_lane` ON `jobs` (`boardid`,`id`,`status`,`seq`) WHERE template = 0 AND status BETWEEN 1 AND 4;
CREATE INDEX `jobs_past` ON `jobs` (`boardid`,`completed`,`id`) WHERE template = 0 AND status BETWEEN 5 AND 6;
CREATE INDEX `jobs_created` ON `jobs` (`created`,`id`) WHERE template = 0;
CREATE INDEX `jobs_client` ON `jobs` (`client`,`created`);
CREATE INDEX `jobs_location` ON `jobs` (`location`);
CREATE INDEX `jobs_assignee` ON `jobs` (`assignee`);
CREATE TABLE `lanes` (
	`boardid` text NOT NULL,
	`status` integer NOT NULL,
	`jobids` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`boardid`, `status`),
	FOREIGN KEY (`boardid`) REFERENCES `boards`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `materials` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`jobid` text NOT NULL,
	`inventoryid` text,
	`role` integer NOT NULL,
	`inventoryclass` integer,
	`description` text DEFAULT '' NOT NULL,
	`linerate` integer NOT NULL,
	`costrate` integer DEFAULT 0 NOT NULL,
	`discount` integer DEFAULT 0 NOT NULL,
	`estimated` integer NOT NULL,
	`consumed` integer DEFAULT 0 NOT NULL,
	`nonbillable` integer DEFAULT false NOT NULL,
	`unit` text DEFAULT '' NOT NULL,
	`unitratio` text DEFAULT '1' NOT NULL,
	`division` text,
	`storageid` text,
	`rank` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`division`) REFERENCES `divisions`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE INDEX `materials_job` ON `materials` (`jobid`,`archived`,`role`,`rank`);
CREATE INDEX `materials_inventory` ON `materials` (`inventoryid`);
CREATE INDEX `materials_reserving` ON `materials` (`inventoryid`) WHERE archived = 0 AND estimated > consumed;
CREATE TABLE `notes` (
	`id` text PRIMARY KEY NOT NULL,
	`jobid` text NOT NULL,
	`userid` text,
	`name` text DEFAULT '' NOT NULL,
	`message` text NOT NULL,
	`date` text NOT NULL,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `notes_job` ON `notes` (`jobid`,`id`);
CREATE TABLE `pricing_clients` (
	`client` text PRIMARY KEY NOT NULL,
	`pricinggroup` text NOT NULL,
	FOREIGN KEY (`client`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pricinggroup`) REFERENCES `pricinggroups`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `pricing_clients_group` ON `pricing_clients` (`pricinggroup`);
CREATE TABLE `pricing_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`pricinggroup` text NOT NULL,
	`inventory` text NOT NULL,
	`baserate` integer NOT NULL,
	`markuppercent` integer NOT NULL,
	`markupamount` integer NOT NULL,
	FOREIGN KEY (`pricinggroup`) REFERENCES `pricinggroups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inventory`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `pricing_entries_pair` ON `pricing_entries` (`pricinggroup`,`inventory`);
CREATE INDEX `pricing_entries_inventory` ON `pricing_entries` (`inventory`);
CREATE TABLE `pricinggroups` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL
);

CREATE UNIQUE INDEX `pricinggroups_name` ON `pricinggroups` (`name`);
CREATE TABLE `stock_ledger` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`inventoryid` text NOT NULL,
	`storageid` text,
	`inventoryclass` integer,
	`quantity` integer NOT NULL,
	`balance` integer NOT NULL,
	`kind` text NOT NULL,
	`enteredquantity` integer,
	`enteredunit` text DEFAULT '' NOT NULL,
	`jobid` text,
	`materialid` text,
	`document` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`userid` text,
	`user` text DEFAULT '' NOT NULL,
	`effectivedate` text NOT NULL,
	`reverses` integer,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`materialid`) REFERENCES `materials`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE INDEX `stock_ledger_item` ON `stock_ledger` (`inventoryid`,`seq`,`kind`,`effectivedate`);
CREATE INDEX `stock_ledger_material` ON `stock_ledger` (`materialid`);
CREATE INDEX `stock_ledger_job` ON `stock_ledger` (`jobid`);
CREATE UNIQUE INDEX `stock_ledger_reverses` ON `stock_ledger` (`reverses`);
CREATE TRIGGER `stock_ledger_no_update` BEFORE UPDATE ON `stock_ledger`
BEGIN
	SELECT RAISE(ABORT, 'The stock ledger is append-only: book a movement instead of changing one.');
END;

CREATE TRIGGER `stock_ledger_no_delete` BEFORE DELETE ON `stock_ledger`
BEGIN
	SELECT RAISE(ABORT, 'The stock ledger is append-only: reverse a movement instead of deleting it.');
END;

-- REPLACE deletes without firing the trigger above, so what it would replace is refused here.
CREATE TRIGGER `stock_ledger_no_replace` BEFORE INSERT ON `stock_ledger`
WHEN EXISTS (SELECT 1 FROM `stock_ledger` WHERE `seq` = NEW.`seq` OR `reverses` = NEW.`reverses`)
BEGIN
	SELECT RAISE(ABORT, 'The stock ledger is append-only: this movement is booked already.');
END;

CREATE TABLE `stock_onhand` (
	`inventoryid` text NOT NULL,
	`storageid` text DEFAULT '' NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`inventoryid`, `storageid`),
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`entity` text NOT NULL,
	`referenceid` text NOT NULL,
	`filename` text NOT NULL,
	`original` text DEFAULT '' NOT NULL,
	`filetype` text DEFAULT '' NOT NULL,
	`media` text NOT NULL,
	`group` text DEFAULT '' NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`width` integer,
	`height` integer,
	`userid` text,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE INDEX `documents_reference` ON `documents` (`referenceid`,`archived`,`id`);
CREATE TABLE `equipment` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`barcode` text DEFAULT '' NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`serial` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`location` text,
	`storageid` text,
	`freesinceutc` text,
	FOREIGN KEY (`location`) REFERENCES `locations`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE INDEX `equipment_barcode` ON `equipment` (`barcode`);
CREATE INDEX `equipment_code` ON `equipment` (`code`,`archived`);
CREATE INDEX `equipment_name` ON `equipment` (`archived`,`name`);
CREATE TABLE `job_equipment` (
	`jobid` text NOT NULL,
	`equipmentid` text NOT NULL,
	`role` integer DEFAULT 1 NOT NULL,
	`processed` integer DEFAULT false NOT NULL,
	`addedutc` text NOT NULL,
	PRIMARY KEY(`jobid`, `equipmentid`),
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`equipmentid`) REFERENCES `equipment`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `job_equipment_equipment` ON `job_equipment` (`equipmentid`,`processed`);
CREATE TABLE `steps` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`category` text NOT NULL,
	`name` text NOT NULL,
	`instruction` text NOT NULL,
	`lane` integer,
	`order` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`category`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `steps_category` ON `steps` (`category`,`archived`,`lane`,`order`);
CREATE TABLE `category_fields` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`category` text NOT NULL,
	`label` text NOT NULL,
	`compulsary` integer DEFAULT false NOT NULL,
	`typeid` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`category`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `category_fields_category` ON `category_fields` (`category`,`archived`,`id`);
CREATE TABLE `job_fields` (
	`jobid` text NOT NULL,
	`fieldid` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`jobid`, `fieldid`),
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fieldid`) REFERENCES `category_fields`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `history` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`entity` text NOT NULL,
	`entityid` text NOT NULL,
	`item` text DEFAULT '' NOT NULL,
	`field` text NOT NULL,
	`oldvalue` text DEFAULT '' NOT NULL,
	`newvalue` text DEFAULT '' NOT NULL,
	`userid` text,
	`user` text DEFAULT '' NOT NULL,
	`dateutc` text NOT NULL
);

CREATE INDEX `history_entity` ON `history` (`entity`,`entityid`,`id`);
CREATE TABLE `idempotency` (
	`key` text PRIMARY KEY NOT NULL,
	`userid` text DEFAULT '' NOT NULL,
	`request` text NOT NULL,
	`status` integer NOT NULL,
	`reply` text NOT NULL,
	`createdutc` text NOT NULL
);

CREATE INDEX `idempotency_created` ON `idempotency` (`createdutc`);
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`userid` text NOT NULL,
	`type` text DEFAULT 'info' NOT NULL,
	`message` text NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`open` text DEFAULT '' NOT NULL,
	`dateutc` text NOT NULL,
	`readutc` text
);

CREATE INDEX `notifications_user` ON `notifications` (`userid`,`id`);
CREATE INDEX `notifications_unread` ON `notifications` (`userid`,`readutc`);
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`createdutc` text NOT NULL,
	`sentutc` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`nextutc` text NOT NULL,
	`error` text DEFAULT '' NOT NULL
);

CREATE INDEX `outbox_due` ON `outbox` (`sentutc`,`nextutc`);
CREATE TABLE `preferences` (
	`userid` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL
);

CREATE UNIQUE INDEX `preferences_pair` ON `preferences` (`userid`,`key`);
CREATE TABLE `resources` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);

CREATE TABLE `roleclaims` (
	`roleid` text NOT NULL,
	`claim` text NOT NULL,
	FOREIGN KEY (`roleid`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `roleclaims_pair` ON `roleclaims` (`roleid`,`claim`);
CREATE TABLE `roles` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`system` integer DEFAULT false NOT NULL
);

CREATE UNIQUE INDEX `roles_name` ON `roles` (`name`);
CREATE TABLE `sequences` (
	`name` text PRIMARY KEY NOT NULL,
	`next` integer DEFAULT 1 NOT NULL
);

CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);

CREATE TABLE `tenant` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`change_seq` integer DEFAULT 0 NOT NULL,
	`catalogue_seq` integer DEFAULT 0 NOT NULL,
	`owner_cell` text DEFAULT '' NOT NULL,
	`owner_epoch` integer DEFAULT 0 NOT NULL
);

CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`firstname` text DEFAULT '' NOT NULL,
	`lastname` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`roles` text DEFAULT '[]' NOT NULL
);
