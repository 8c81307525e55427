-- Where other programs of an account are told what changed, what waits for them, and what was tried.
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`url` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`kinds` text NOT NULL,
	`claims` text NOT NULL,
	`userid` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`secret` text NOT NULL,
	`oldsecret` text DEFAULT '' NOT NULL,
	`oldsecretuntil` text,
	`answeredutc` text,
	`waiting` integer DEFAULT 0 NOT NULL,
	`dropped` integer DEFAULT 0 NOT NULL
);

CREATE INDEX `webhooks_kept` ON `webhooks` (`archived`);

CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`webhookid` text NOT NULL,
	`kind` text NOT NULL,
	`recordid` text NOT NULL,
	`seq` integer NOT NULL,
	`createdutc` text NOT NULL,
	`nextutc` text,
	`sentutc` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`webhookid`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `webhook_events_due` ON `webhook_events` (`webhookid`, `nextutc`) WHERE `nextutc` IS NOT NULL;
CREATE INDEX `webhook_events_of` ON `webhook_events` (`webhookid`, `id`);

CREATE TABLE `webhook_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`eventid` text NOT NULL,
	`dateutc` text NOT NULL,
	`status` integer,
	`milliseconds` integer NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`eventid`) REFERENCES `webhook_events`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `webhook_attempts_of` ON `webhook_attempts` (`eventid`, `id`);
