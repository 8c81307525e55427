CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`noun` text NOT NULL,
	`filename` text DEFAULT '' NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`there` integer DEFAULT 0 NOT NULL,
	`ledgerfrom` integer DEFAULT 0 NOT NULL,
	`ledgerto` integer DEFAULT 0 NOT NULL,
	`userid` text,
	`user` text DEFAULT '' NOT NULL,
	`doneutc` text NOT NULL,
	`undoneutc` text,
	`undoneby` text DEFAULT '' NOT NULL
);

CREATE INDEX `imports_done` ON `imports` (`doneutc`);
CREATE TABLE `import_parts` (
	`importid` text NOT NULL,
	`part` integer NOT NULL,
	`entries` text NOT NULL,
	PRIMARY KEY(`importid`, `part`),
	FOREIGN KEY (`importid`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `import_keys` (
	`noun` text NOT NULL,
	`key` text NOT NULL,
	`recordid` text NOT NULL,
	`importid` text NOT NULL,
	PRIMARY KEY(`noun`, `key`),
	FOREIGN KEY (`importid`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `import_keys_import` ON `import_keys` (`importid`);
CREATE TABLE `import_mappings` (
	`noun` text PRIMARY KEY NOT NULL,
	`mapping` text NOT NULL
);
