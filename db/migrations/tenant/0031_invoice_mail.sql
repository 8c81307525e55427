-- The mail that carries an original, while it waits to be sent.
ALTER TABLE `invoices` ADD COLUMN `originalmailid` TEXT;
CREATE INDEX `invoices_original_mail` ON `invoices` (`originalmailid`) WHERE originalmailid IS NOT NULL;
