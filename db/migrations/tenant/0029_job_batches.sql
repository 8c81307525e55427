CREATE TABLE `job_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`userid` text NOT NULL,
	`createdutc` text NOT NULL,
	`change` text NOT NULL,
	`rows` text NOT NULL,
	`undoneutc` text
);
