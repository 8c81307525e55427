-- What products are made of, which lines of a job are made into which, and what was finished with what.
CREATE TABLE `item_inputs` (
	`productid` text NOT NULL,
	`inputid` text NOT NULL,
	`quantity` integer NOT NULL,
	`unitid` text,
	`scrap` integer DEFAULT 0 NOT NULL,
	`rank` integer NOT NULL,
	PRIMARY KEY(`productid`, `inputid`),
	FOREIGN KEY (`productid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inputid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unitid`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `item_inputs_input` ON `item_inputs` (`inputid`);
CREATE INDEX `item_inputs_unit` ON `item_inputs` (`unitid`) WHERE unitid IS NOT NULL;

ALTER TABLE `materials` ADD COLUMN `jobproduct` text;
CREATE INDEX `materials_jobproduct` ON `materials` (`jobproduct`) WHERE jobproduct IS NOT NULL;

CREATE TABLE `job_builds` (
	`id` text PRIMARY KEY NOT NULL,
	`jobid` text NOT NULL,
	`materialid` text NOT NULL,
	`quantity` integer NOT NULL,
	`userid` text,
	`user` text DEFAULT '' NOT NULL,
	`createdutc` text NOT NULL,
	`undoneutc` text,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`materialid`) REFERENCES `materials`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `job_builds_line` ON `job_builds` (`materialid`, `id`);
CREATE INDEX `job_builds_job` ON `job_builds` (`jobid`);

CREATE TABLE `job_build_lines` (
	`buildid` text NOT NULL,
	`materialid` text NOT NULL,
	`quantity` integer NOT NULL,
	`seq` integer,
	PRIMARY KEY(`buildid`, `materialid`),
	FOREIGN KEY (`buildid`) REFERENCES `job_builds`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`materialid`) REFERENCES `materials`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `job_build_lines_line` ON `job_build_lines` (`materialid`);
