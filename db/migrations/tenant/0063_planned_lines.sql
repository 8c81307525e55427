-- Why planning proposed what a line of a purchase order asks for.
ALTER TABLE `purchaseorder_lines` ADD COLUMN `planned` text DEFAULT '' NOT NULL;
