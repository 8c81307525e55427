CREATE TABLE `corefees` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`amount` integer NOT NULL,
	`size` integer NOT NULL,
	`addon` integer DEFAULT false NOT NULL,
	`class` text DEFAULT 'seats' NOT NULL,
	`quantity` integer DEFAULT 0 NOT NULL,
	`primary` integer DEFAULT false NOT NULL
);

CREATE UNIQUE INDEX `corefees_code` ON `corefees` (`code`);

CREATE TABLE `accountfees` (
	`id` text PRIMARY KEY NOT NULL,
	`accountid` text NOT NULL,
	`corefeeid` text NOT NULL,
	`quantity` integer DEFAULT 0 NOT NULL,
	`paid` integer DEFAULT 0 NOT NULL,
	`updatedutc` text NOT NULL,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`corefeeid`) REFERENCES `corefees`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `accountfees_pair` ON `accountfees` (`accountid`,`corefeeid`);

CREATE TABLE `paymentorders` (
	`id` text PRIMARY KEY NOT NULL,
	`accountid` text NOT NULL,
	`userid` text,
	`amount` integer NOT NULL,
	`size` integer NOT NULL,
	`seats` integer NOT NULL,
	`fees` text NOT NULL,
	`createdutc` text NOT NULL,
	`paidutc` text,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `paymentorders_account` ON `paymentorders` (`accountid`,`createdutc`);

CREATE TABLE `cardsubscriptions` (
	`token` text PRIMARY KEY NOT NULL,
	`accountid` text NOT NULL,
	`orderid` text NOT NULL,
	`nextorderid` text,
	`status` text DEFAULT 'active' NOT NULL,
	`anchorday` integer NOT NULL,
	`createdutc` text NOT NULL,
	`endedutc` text,
	`tell` text DEFAULT '' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`nextutc` text,
	`error` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`orderid`) REFERENCES `paymentorders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`nextorderid`) REFERENCES `paymentorders`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `cardsubscriptions_account` ON `cardsubscriptions` (`accountid`,`status`);
CREATE INDEX `cardsubscriptions_tell` ON `cardsubscriptions` (`tell`,`nextutc`);

CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`accountid` text NOT NULL,
	`orderid` text NOT NULL,
	`token` text,
	`amount` integer NOT NULL,
	`receivedutc` text NOT NULL,
	`renewedfrom` text,
	`renewed` text,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`orderid`) REFERENCES `paymentorders`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `payments_reference` ON `payments` (`reference`);
CREATE INDEX `payments_account` ON `payments` (`accountid`,`receivedutc`);

CREATE TABLE `paymentnotifications` (
	`id` text PRIMARY KEY NOT NULL,
	`receivedutc` text NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`orderid` text DEFAULT '' NOT NULL,
	`accountid` text,
	`status` text DEFAULT '' NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`body` text DEFAULT '' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`nextutc` text
);

CREATE INDEX `paymentnotifications_state` ON `paymentnotifications` (`state`,`nextutc`);
CREATE INDEX `paymentnotifications_account` ON `paymentnotifications` (`accountid`,`receivedutc`);

-- A first price list; its prices are the operator's to change.
INSERT INTO `corefees` (`id`, `createdutc`, `updatedutc`, `code`, `name`, `description`, `amount`, `size`, `addon`, `class`, `quantity`, `primary`) VALUES
	('019aa000-0000-7000-8000-000000000001', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB1', 'Small', 'For a workshop with a handful of people.', 39900, 1, false, 'seats', 5, true),
	('019aa000-0000-7000-8000-000000000002', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB2', 'Medium', 'For an office with teams on the road.', 99900, 2, false, 'seats', 15, true),
	('019aa000-0000-7000-8000-000000000003', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB3', 'Large', 'For several branches under one roof.', 219900, 3, false, 'seats', 40, true),
	('019aa000-0000-7000-8000-000000000011', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB1-SEAT', 'Extra seat', 'One more person.', 8900, 1, true, 'seats', 1, false),
	('019aa000-0000-7000-8000-000000000012', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB2-SEAT', 'Extra seat', 'One more person.', 7900, 2, true, 'seats', 1, false),
	('019aa000-0000-7000-8000-000000000013', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB3-SEAT', 'Extra seat', 'One more person.', 6900, 3, true, 'seats', 1, false),
	('019aa000-0000-7000-8000-000000000022', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB2-SEAT10', 'Pack of ten seats', 'Ten more people.', 69900, 2, true, 'seats', 10, false),
	('019aa000-0000-7000-8000-000000000023', '2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'SUB3-SEAT10', 'Pack of ten seats', 'Ten more people.', 59900, 3, true, 'seats', 10, false);
