-- Connections to Xero, one an account, and those of people who signed up by Xero and have no account yet. Tokens are encrypted.
CREATE TABLE `xero_connections` (
	`accountid` text PRIMARY KEY NOT NULL,
	`tokens` text NOT NULL,
	`accessuntilutc` text NOT NULL,
	`connectionid` text DEFAULT '' NOT NULL,
	`tenantid` text DEFAULT '' NOT NULL,
	`tenantname` text DEFAULT '' NOT NULL,
	`tenanttype` text DEFAULT '' NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`connectedby` text DEFAULT '' NOT NULL,
	`connectedutc` text NOT NULL,
	`checkedutc` text,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `xero_signups` (
	`id` text PRIMARY KEY NOT NULL,
	`tokens` text NOT NULL,
	`accessuntilutc` text NOT NULL,
	`firstname` text DEFAULT '' NOT NULL,
	`lastname` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`untilutc` text NOT NULL
);
CREATE INDEX `xero_signups_until` ON `xero_signups` (`untilutc`);
