CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`name` text NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`primaryemail` text DEFAULT '' NOT NULL,
	`primaryphone` text DEFAULT '' NOT NULL,
	`utcexpires` text,
	`subscribed` integer DEFAULT false NOT NULL,
	`logofile` text,
	`size` integer DEFAULT 1 NOT NULL,
	`seatspaid` integer DEFAULT 5 NOT NULL,
	`platformowner` integer DEFAULT false NOT NULL
);

CREATE TABLE `apikeys` (
	`id` text PRIMARY KEY NOT NULL,
	`userid` text NOT NULL,
	`accountid` text NOT NULL,
	`application` text DEFAULT '' NOT NULL,
	`keyhash` text NOT NULL,
	`tail` text DEFAULT '' NOT NULL,
	`createdutc` text NOT NULL,
	`lastusedutc` text,
	`revokedutc` text,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `apikeys_hash` ON `apikeys` (`keyhash`);
CREATE INDEX `apikeys_user` ON `apikeys` (`userid`);
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dateutc` text NOT NULL,
	`what` text NOT NULL,
	`userid` text,
	`accountid` text,
	`address` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '' NOT NULL
);

CREATE INDEX `audit_account` ON `audit` (`accountid`,`id`);
CREATE TABLE `idempotency` (
	`key` text PRIMARY KEY NOT NULL,
	`userid` text DEFAULT '' NOT NULL,
	`request` text NOT NULL,
	`status` integer NOT NULL,
	`reply` text NOT NULL,
	`createdutc` text NOT NULL
);

CREATE INDEX `idempotency_created` ON `idempotency` (`createdutc`);
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`createdutc` text NOT NULL,
	`sentutc` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`nextutc` text NOT NULL,
	`error` text DEFAULT '' NOT NULL
);

CREATE INDEX `outbox_due` ON `outbox` (`sentutc`,`nextutc`);
CREATE TABLE `seats` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`userid` text NOT NULL,
	`accountid` text NOT NULL,
	`roles` text DEFAULT '[]' NOT NULL,
	`licensed` integer DEFAULT true NOT NULL,
	`hide` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `seats_pair` ON `seats` (`userid`,`accountid`);
CREATE INDEX `seats_account` ON `seats` (`accountid`);
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`userid` text NOT NULL,
	`accountid` text,
	`cookiehash` text,
	`renewhash` text,
	`renewfamily` text,
	`createdutc` text NOT NULL,
	`seenutc` text NOT NULL,
	`expiresutc` text NOT NULL,
	`endedutc` text,
	`address` text DEFAULT '' NOT NULL,
	`agent` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE restrict
);

CREATE UNIQUE INDEX `sessions_cookie` ON `sessions` (`cookiehash`);
CREATE UNIQUE INDEX `sessions_renew` ON `sessions` (`renewhash`);
CREATE INDEX `sessions_renewfamily` ON `sessions` (`renewfamily`);
CREATE INDEX `sessions_user` ON `sessions` (`userid`,`endedutc`);
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);

CREATE TABLE `signinfailures` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`lastutc` text NOT NULL,
	`lockeduntilutc` text
);

CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`email` text NOT NULL,
	`firstname` text DEFAULT '' NOT NULL,
	`lastname` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`passwordhash` text,
	`confirmedutc` text
);

CREATE UNIQUE INDEX `users_email` ON `users` (`email`);