-- Who prepared a draft, who reviewed it, and the total that was reviewed: lines that change after it ask for another.
ALTER TABLE `invoices` ADD COLUMN `preparedby` TEXT;
ALTER TABLE `invoices` ADD COLUMN `reviewedby` TEXT;
ALTER TABLE `invoices` ADD COLUMN `reviewedcents` INTEGER;
