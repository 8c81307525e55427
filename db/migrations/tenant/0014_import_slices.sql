-- What is being written in slices, and has to be taken back or finished after a crash.
ALTER TABLE `imports` ADD COLUMN `unfinished` text NOT NULL DEFAULT '';

CREATE INDEX `imports_unfinished` ON `imports` (`unfinished`) WHERE `unfinished` <> '';
