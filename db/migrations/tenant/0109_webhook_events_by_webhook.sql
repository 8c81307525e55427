-- An event lies with those of its webhook, in the order of time: a change that is told writes two pages less.
CREATE TABLE `told_events` (
	`id` text NOT NULL,
	`webhookid` text NOT NULL,
	`kind` text NOT NULL,
	`recordid` text NOT NULL,
	`seq` integer NOT NULL,
	`createdutc` text NOT NULL,
	`nextutc` text,
	`sentutc` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	PRIMARY KEY (`webhookid`, `id`),
	FOREIGN KEY (`webhookid`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
INSERT INTO `told_events`
SELECT `id`, `webhookid`, `kind`, `recordid`, `seq`, `createdutc`, `nextutc`, `sentutc`, `attempts`, `error`
FROM `webhook_events` ORDER BY `webhookid`, `id`;

CREATE TABLE `told_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`webhookid` text NOT NULL,
	`eventid` text NOT NULL,
	`dateutc` text NOT NULL,
	`status` integer,
	`milliseconds` integer NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`webhookid`, `eventid`) REFERENCES `told_events`(`webhookid`, `id`) ON UPDATE no action ON DELETE no action
);
INSERT INTO `told_attempts`
SELECT a.`id`, e.`webhookid`, a.`eventid`, a.`dateutc`, a.`status`, a.`milliseconds`, a.`error`
FROM `webhook_attempts` a JOIN `webhook_events` e ON e.`id` = a.`eventid` ORDER BY a.`id`;

DROP TABLE `webhook_attempts`;
DROP TABLE `webhook_events`;
ALTER TABLE `told_events` RENAME TO `webhook_events`;
ALTER TABLE `told_attempts` RENAME TO `webhook_attempts`;
CREATE INDEX `webhook_events_due` ON `webhook_events` (`webhookid`, `nextutc`) WHERE `nextutc` IS NOT NULL;
CREATE INDEX `webhook_attempts_of` ON `webhook_attempts` (`webhookid`, `eventid`, `id`);
