-- VAT rates that hold from a day on, as JSON of days and percentages.
ALTER TABLE `organisations` ADD COLUMN `vatchanges` TEXT NOT NULL DEFAULT '';
ALTER TABLE `accountcodes` ADD COLUMN `vatchanges` TEXT NOT NULL DEFAULT '';
