-- Approval is a fact of the job. Every job from Approve on has been approved, by whom and when its last change of status
-- says, else the day on which it was made.
ALTER TABLE `jobs` ADD `approvedutc` text;
ALTER TABLE `jobs` ADD `approvedby` text;
ALTER TABLE `jobs` ADD `approvedname` text DEFAULT '' NOT NULL;
UPDATE `jobs` SET `approvedutc` = `created`
WHERE `template` = 0 AND (`status` BETWEEN 3 AND 6 OR (`status` = 98 AND `statusbefore` BETWEEN 3 AND 6));
UPDATE `jobs` SET (`approvedutc`, `approvedby`, `approvedname`) = (h.dateutc, h.userid, h.user)
FROM (
	SELECT entityid, dateutc, userid, user, max(id) FROM `history`
	WHERE entity = 'jobs' AND field = 'status' GROUP BY entityid
) h WHERE h.entityid = `jobs`.`id` AND `jobs`.`approvedutc` IS NOT NULL;
CREATE INDEX `jobs_approved` ON `jobs` (`boardid`,`id`,`location`) WHERE template = 0 AND approvedutc IS NOT NULL AND status BETWEEN 1 AND 3;

CREATE TABLE `job_steps` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`jobid` text NOT NULL,
	`iteration` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`stepid` text,
	`name` text NOT NULL,
	`instruction` text DEFAULT '' NOT NULL,
	`lane` integer,
	`order` integer NOT NULL,
	`workerid` text,
	`datestartedutc` text,
	`datecompletedutc` text,
	`completed` integer DEFAULT false NOT NULL,
	`skipped` integer DEFAULT false NOT NULL,
	`skipreason` text DEFAULT '' NOT NULL,
	`quantity` integer,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`stepid`) REFERENCES `steps`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`workerid`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `job_steps_job` ON `job_steps` (`jobid`,`iteration`,`order`);
CREATE INDEX `job_steps_step` ON `job_steps` (`stepid`);
CREATE INDEX `job_steps_open` ON `job_steps` (`workerid`,`jobid`) WHERE completed = 0 AND skipped = 0 AND archived = 0;

CREATE TABLE `time_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`jobid` text NOT NULL,
	`jobstepid` text,
	`workerid` text NOT NULL,
	`date` text NOT NULL,
	`startutc` text,
	`endutc` text,
	`seconds` integer DEFAULT 0 NOT NULL,
	`costseconds` integer DEFAULT 0 NOT NULL,
	`costrate` integer DEFAULT 0 NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`inventoryid` text,
	`billable` integer DEFAULT true NOT NULL,
	`unconfirmed` integer DEFAULT false NOT NULL,
	`materialid` text,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`jobstepid`) REFERENCES `job_steps`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`workerid`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`materialid`) REFERENCES `materials`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `time_entries_job` ON `time_entries` (`jobid`,`date`);
CREATE INDEX `time_entries_step` ON `time_entries` (`jobstepid`);
CREATE INDEX `time_entries_date` ON `time_entries` (`workerid`,`date`);
CREATE INDEX `time_entries_end` ON `time_entries` (`workerid`,`endutc`);
CREATE INDEX `time_entries_inventory` ON `time_entries` (`inventoryid`);
CREATE INDEX `time_entries_material` ON `time_entries` (`materialid`);
CREATE UNIQUE INDEX `time_entries_running` ON `time_entries` (`workerid`,`jobstepid`) WHERE endutc IS NULL AND startutc IS NOT NULL AND archived = 0;

-- Who works on jobs works on their steps and writes time; who approves them also does so for others.
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, c.value FROM `roleclaims` r, json_each('["steps.work", "timesheet.read", "timesheet.write"]') c WHERE r.`claim` = 'jobs.write';
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`roleid`, c.value FROM `roleclaims` r, json_each('["steps.assign", "timesheet.manage"]') c WHERE r.`claim` = 'jobs.approve';
