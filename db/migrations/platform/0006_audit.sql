CREATE INDEX `audit_user` ON `audit` (`userid`,`id`);
CREATE INDEX `audit_what` ON `audit` (`what`,`id`);
CREATE INDEX `audit_date` ON `audit` (`dateutc`);
CREATE INDEX `audit_failed` ON `audit` (`detail`,`id`) WHERE `what` = 'signinfailed';

CREATE TABLE `digests` (
	`accountid` text PRIMARY KEY NOT NULL,
	`dueutc` text NOT NULL,
	FOREIGN KEY (`accountid`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `digests_due` ON `digests` (`dueutc`);
