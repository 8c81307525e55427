-- An inbox that can be finished: what is done leaves it, what is put off comes back to it, and each is mailed once.
ALTER TABLE `notifications` ADD `sinceutc` text DEFAULT '' NOT NULL;
ALTER TABLE `notifications` ADD `snoozed` integer DEFAULT false NOT NULL;
ALTER TABLE `notifications` ADD `doneutc` text;
ALTER TABLE `notifications` ADD `mailqueuedutc` text;
ALTER TABLE `notifications` ADD `jobid` text;
ALTER TABLE `notifications` ADD `originid` text DEFAULT '' NOT NULL;
ALTER TABLE `notifications` ADD `assignedby` text DEFAULT '' NOT NULL;
UPDATE `notifications` SET `sinceutc` = `dateutc`, `mailqueuedutc` = (
	SELECT `dateutc` FROM `digests` d WHERE d.userid = `notifications`.`userid` AND d.lastid >= `notifications`.`id`);
ALTER TABLE `digests` DROP COLUMN `lastid`;

DROP INDEX `notifications_unread`;
CREATE INDEX `notifications_unread` ON `notifications` (`userid`,`sinceutc`,`id`) WHERE readutc IS NULL AND doneutc IS NULL;
CREATE INDEX `notifications_inbox` ON `notifications` (`userid`,`sinceutc`,`id`) WHERE doneutc IS NULL;
CREATE INDEX `notifications_done` ON `notifications` (`userid`,`doneutc`,`id`) WHERE doneutc IS NOT NULL;
CREATE INDEX `notifications_snoozed` ON `notifications` (`sinceutc`) WHERE snoozed = 1;

CREATE TABLE `muted_jobs` (
	`userid` text NOT NULL,
	`jobid` text NOT NULL,
	PRIMARY KEY(`userid`, `jobid`)
);
