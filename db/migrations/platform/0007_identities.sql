CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`userid` text NOT NULL,
	`provider` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`linkedutc` text NOT NULL,
	`lastusedutc` text NOT NULL,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `identities_subject` ON `identities` (`issuer`,`subject`);
CREATE INDEX `identities_user` ON `identities` (`userid`);
