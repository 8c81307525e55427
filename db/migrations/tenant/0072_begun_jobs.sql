-- When the work of a job was said to be begun, where no step, no time and nothing used says it.
ALTER TABLE `jobs` ADD `begunutc` text;
