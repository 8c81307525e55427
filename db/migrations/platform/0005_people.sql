ALTER TABLE `users` ADD `newemail` text;
ALTER TABLE `seats` ADD `seenutc` text;

CREATE TABLE `pictures` (
	`userid` text PRIMARY KEY NOT NULL,
	`media` text NOT NULL,
	`bytes` blob NOT NULL,
	`updatedutc` text NOT NULL,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
