-- How the off-site copies of this folder stand. Lost, it is read from the place anew.
CREATE TABLE `places` (
	`one` integer PRIMARY KEY CHECK (`one` = 1),
	`id` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`encrypted` integer DEFAULT false NOT NULL,
	`claim` text DEFAULT '' NOT NULL,
	`nextclaim` text DEFAULT '' NOT NULL,
	`hostkey` text DEFAULT '' NOT NULL,
	`ranutc` text,
	`failure` text DEFAULT '' NOT NULL,
	`failedutc` text,
	`askedutc` text,
	`drilldueutc` text,
	`told` text DEFAULT '' NOT NULL,
	`toldutc` text
);
INSERT INTO `places` (`one`) VALUES (1);
CREATE TABLE `subjects` (
	`id` text PRIMARY KEY NOT NULL,
	`listed` integer DEFAULT false NOT NULL,
	`ordinal` integer DEFAULT 0 NOT NULL,
	`mark` text DEFAULT '' NOT NULL,
	`content` text DEFAULT '' NOT NULL,
	`copiedutc` text,
	`bytes` integer DEFAULT 0 NOT NULL,
	`files` integer DEFAULT 0 NOT NULL,
	`changedutc` text,
	`failure` text DEFAULT '' NOT NULL,
	`failedutc` text,
	`thinnedutc` text
);
CREATE INDEX `subjects_changed` ON `subjects` (`changedutc`);
CREATE TABLE `copies` (
	`subject` text NOT NULL,
	`name` text NOT NULL,
	`pieces` text NOT NULL,
	PRIMARY KEY(`subject`, `name`)
) WITHOUT ROWID;
CREATE TABLE `pieces` (
	`subject` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`subject`, `name`)
) WITHOUT ROWID;
CREATE TABLE `uploads` (
	`subject` text NOT NULL,
	`path` text NOT NULL,
	`bytes` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`subject`, `path`)
) WITHOUT ROWID;
CREATE TABLE `events` (
	`id` integer PRIMARY KEY,
	`utc` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`ok` integer NOT NULL,
	`detail` text DEFAULT '' NOT NULL
);
