-- What a worker costs from a day on; '' stands for the beginning. A worker without any costs one rate always.
CREATE TABLE `worker_rates` (
	`workerid` text NOT NULL,
	`startdate` text NOT NULL,
	`rate` integer NOT NULL,
	PRIMARY KEY(`workerid`, `startdate`),
	FOREIGN KEY (`workerid`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);

-- A week that was submitted at least once. Until then it is open, and has no row.
CREATE TABLE `time_weeks` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`workerid` text NOT NULL,
	`monday` text NOT NULL,
	`state` text NOT NULL,
	`submittedutc` text NOT NULL,
	`submittedby` text DEFAULT '' NOT NULL,
	`decidedutc` text,
	`decidedby` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`workerid`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `time_weeks_worker` ON `time_weeks` (`workerid`,`monday`);
CREATE INDEX `time_weeks_submitted` ON `time_weeks` (`monday`,`workerid`) WHERE state = 'submitted';
