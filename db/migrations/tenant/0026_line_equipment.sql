-- The pieces of a job's equipment that a line goes out in, and came in.
ALTER TABLE `materials` ADD `jobequipment` text REFERENCES `equipment`(`id`) ON UPDATE no action ON DELETE restrict;
ALTER TABLE `materials` ADD `inputequipment` text REFERENCES `equipment`(`id`) ON UPDATE no action ON DELETE restrict;
