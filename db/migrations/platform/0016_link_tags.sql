-- By which part of a hash the code of a client's link names its account. The program fills in what is NULL.
CREATE TABLE `linktags` (
	`accountid` text PRIMARY KEY NOT NULL,
	`tag` text,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `linktags_tag` ON `linktags` (`tag`);
INSERT INTO `linktags` (`accountid`) SELECT `id` FROM `accounts`;
CREATE TRIGGER `linktags_account` AFTER INSERT ON `accounts` BEGIN
	INSERT INTO `linktags` (`accountid`) VALUES (NEW.`id`);
END;
