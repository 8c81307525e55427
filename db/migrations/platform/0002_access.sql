CREATE TABLE `onetimetokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`userid` text NOT NULL,
	`purpose` text NOT NULL,
	`createdutc` text NOT NULL,
	`expiresutc` text NOT NULL,
	`usedutc` text,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `onetimetokens_user` ON `onetimetokens` (`userid`,`purpose`);
CREATE INDEX `signinfailures_last` ON `signinfailures` (`lastutc`);
