CREATE TABLE `digests` (
	`userid` text PRIMARY KEY NOT NULL,
	`nextutc` text NOT NULL,
	`lastid` text DEFAULT '' NOT NULL
);
CREATE INDEX `digests_next` ON `digests` (`nextutc`);
