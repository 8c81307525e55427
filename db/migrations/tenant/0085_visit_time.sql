ALTER TABLE `jobs` ADD `visittime` text DEFAULT '' NOT NULL;
