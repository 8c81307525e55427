-- At which rate each line of a document was charged, and whether it was exempt; no rate: its organisation was no vendor.
ALTER TABLE `invoice_lines` ADD COLUMN `vatrate` INTEGER;
ALTER TABLE `invoice_lines` ADD COLUMN `exempt` INTEGER DEFAULT false NOT NULL;
UPDATE `invoice_lines` SET `vatrate` = (
	SELECT i.`snapshot` ->> ('$.lines[' || `invoice_lines`.`position` || '].vatrate') FROM `invoices` i
	WHERE i.`id` = `invoice_lines`.`invoiceid` AND coalesce(i.`snapshot` ->> '$.organisation.vatnumber', '') <> '');
-- Until now a document did not say it: the category of the item did.
UPDATE `invoice_lines` SET `exempt` = 1 WHERE `vatrate` = 0 AND `materialid` IN (
	SELECT m.`id` FROM `materials` m JOIN `inventory` n ON n.`id` = m.`inventoryid`
	JOIN `categories` c ON c.`id` = n.`category` WHERE c.`vatexempt` = 1);

ALTER TABLE `organisations` ADD COLUMN `vatcategory` TEXT NOT NULL DEFAULT 'A';
CREATE INDEX `invoices_of_days` ON `invoices` (`organisation`, `date`) WHERE state <> 'draft';
