-- Links by which a client answers, what they show, and the answers with their signatures.
CREATE TABLE `job_links` (
	`id` text PRIMARY KEY NOT NULL,
	`jobid` text NOT NULL,
	`purpose` text NOT NULL,
	`codehash` text NOT NULL,
	`organisation` text NOT NULL,
	`jobversion` integer NOT NULL,
	`shown` text NOT NULL,
	`paper` text NOT NULL,
	`sha256` text NOT NULL,
	`totalcents` integer,
	`sentto` text DEFAULT '' NOT NULL,
	`userid` text,
	`createdby` text NOT NULL,
	`createdutc` text NOT NULL,
	`expiresutc` text NOT NULL,
	`openedutc` text,
	`endedutc` text,
	`ended` text,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`organisation`) REFERENCES `organisations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE UNIQUE INDEX `job_links_code` ON `job_links` (`codehash`);
CREATE INDEX `job_links_job` ON `job_links` (`jobid`,`id`);
CREATE UNIQUE INDEX `job_links_live` ON `job_links` (`jobid`,`purpose`) WHERE endedutc IS NULL;

CREATE TABLE `job_link_pdfs` (
	`linkid` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`linkid`) REFERENCES `job_links`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE TABLE `job_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`jobid` text NOT NULL,
	`linkid` text NOT NULL,
	`answer` text NOT NULL,
	`name` text NOT NULL,
	`comment` text DEFAULT '' NOT NULL,
	`createdutc` text NOT NULL,
	`address` text NOT NULL,
	`agent` text DEFAULT '' NOT NULL,
	`once` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`linkid`) REFERENCES `job_links`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE UNIQUE INDEX `job_sets_link` ON `job_sets` (`linkid`);
CREATE INDEX `job_sets_job` ON `job_sets` (`jobid`,`createdutc`);

CREATE TABLE `job_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`setid` text NOT NULL,
	`strokes` text NOT NULL,
	`png` blob NOT NULL,
	FOREIGN KEY (`setid`) REFERENCES `job_sets`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `job_signatures_set` ON `job_signatures` (`setid`);
