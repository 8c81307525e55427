CREATE TABLE `list_views` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT 0 NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text DEFAULT '' NOT NULL,
	`userid` text NOT NULL,
	`roleid` text REFERENCES `roles`(`id`) ON DELETE restrict,
	`opens` integer DEFAULT 0 NOT NULL
);
CREATE INDEX `list_views_list` ON `list_views` (`list`);
