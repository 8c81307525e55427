ALTER TABLE `jobs` ADD `depositpercent` integer;
