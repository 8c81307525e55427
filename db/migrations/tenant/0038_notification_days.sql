-- One's notifications by their day, so that those of some days are found without a look at all.
DROP INDEX `notifications_user`;
CREATE INDEX `notifications_user` ON `notifications` (`userid`,`dateutc`,`id`);
