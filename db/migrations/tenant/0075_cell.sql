-- Which process serves the file, and the number of its placement: a commit by an older one is refused.
ALTER TABLE `tenant` ADD `cell` text DEFAULT '' NOT NULL;
ALTER TABLE `tenant` ADD `cell_epoch` integer DEFAULT 0 NOT NULL;
