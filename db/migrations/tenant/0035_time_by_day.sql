-- All time of a range of days, in order.
CREATE INDEX `time_entries_day` ON `time_entries` (`date`,`id`);
