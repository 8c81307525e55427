-- What goes to Xero, and what became of it there.
CREATE TABLE `xero_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`recordid` text NOT NULL,
	`invoiceid` text DEFAULT '' NOT NULL,
	`tenantid` text NOT NULL,
	`state` text NOT NULL,
	`xeroid` text DEFAULT '' NOT NULL,
	`xeronumber` text DEFAULT '' NOT NULL,
	`sentcents` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`nextutc` text NOT NULL,
	`code` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`createdutc` text NOT NULL,
	`changedutc` text NOT NULL
);
CREATE UNIQUE INDEX `xero_outbox_record` ON `xero_outbox` (`recordid`,`kind`,`invoiceid`,`tenantid`);
CREATE INDEX `xero_outbox_due` ON `xero_outbox` (`nextutc`) WHERE state = 'waiting';
CREATE INDEX `xero_outbox_listed` ON `xero_outbox` (`tenantid`,`state`,`changedutc`);
CREATE INDEX `xero_outbox_newest` ON `xero_outbox` (`tenantid`,`changedutc`);
CREATE INDEX `xero_outbox_invoice` ON `xero_outbox` (`invoiceid`) WHERE invoiceid <> '';
CREATE INDEX `xero_outbox_xeroid` ON `xero_outbox` (`xeroid`) WHERE xeroid <> '';

CREATE TABLE `xero_contacts` (
	`noun` text NOT NULL,
	`recordid` text NOT NULL,
	`tenantid` text NOT NULL,
	`contactid` text NOT NULL,
	`contactname` text DEFAULT '' NOT NULL,
	`confirmedby` text DEFAULT '' NOT NULL,
	`confirmedutc` text NOT NULL,
	PRIMARY KEY(`noun`, `recordid`, `tenantid`)
);

CREATE TABLE `xero_names` (
	`kind` text NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`sort` text DEFAULT '' NOT NULL,
	`rate` integer DEFAULT 0 NOT NULL,
	`payable` integer DEFAULT 0 NOT NULL,
	`xeroid` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`kind`, `code`)
);

CREATE INDEX `import_keys_record` ON `import_keys` (`recordid`);
