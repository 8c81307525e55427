-- What an export to Pastel did so that Pastel comes to the same cents.
ALTER TABLE `pastel_exports` ADD `note` text DEFAULT '' NOT NULL;
