ALTER TABLE `imports` ADD COLUMN `refused` integer NOT NULL DEFAULT 0;
