-- The last day on which the estimate may be accepted; who of the client accepted it, and when.
ALTER TABLE `jobs` ADD COLUMN `validuntil` TEXT;
ALTER TABLE `jobs` ADD COLUMN `acceptedby` TEXT NOT NULL DEFAULT '';
ALTER TABLE `jobs` ADD COLUMN `acceptedon` TEXT;
-- The invoice charges what was estimated, whatever was used.
ALTER TABLE `jobs` ADD COLUMN `fixedprice` INTEGER NOT NULL DEFAULT 0;
-- Days that an estimate is valid; NULL: it names no day, as the terms of accounts from before may name one.
ALTER TABLE `organisations` ADD COLUMN `estimatedays` INTEGER;
