-- What of a line its job gave up by hand: planned still, and free for others. In the unit of the line.
ALTER TABLE `materials` ADD COLUMN `released` integer DEFAULT 0 NOT NULL;
