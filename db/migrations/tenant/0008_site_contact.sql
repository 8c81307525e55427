ALTER TABLE `jobs` ADD `sitecontact` text DEFAULT '' NOT NULL;
