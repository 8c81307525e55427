ALTER TABLE `materials` ADD `replaced` integer DEFAULT 0 NOT NULL;
