-- Processes that serve one folder together, and which of them serves each account.
CREATE TABLE `cells` (
	`id` text PRIMARY KEY NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`incarnation` integer DEFAULT 0 NOT NULL,
	`startedutc` text NOT NULL
);
CREATE TABLE `placement` (
	`accountid` text PRIMARY KEY NOT NULL,
	`cell` text NOT NULL,
	`epoch` integer DEFAULT 1 NOT NULL,
	`target` text
);
CREATE INDEX `placement_cell` ON `placement` (`cell`);
CREATE INDEX `placement_moving` ON `placement` (`target`) WHERE `target` IS NOT NULL;
