ALTER TABLE `invoices` ADD `sentutc` text;
-- Of what was issued before nobody knows otherwise, and nothing is said of it.
UPDATE `invoices` SET `sentutc` = coalesce(`originalutc`, `issuedutc`) WHERE `state` <> 'draft' AND `originalmailid` IS NULL;
