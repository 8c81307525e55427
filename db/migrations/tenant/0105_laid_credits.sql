ALTER TABLE `invoice_lines` ADD `laid` integer DEFAULT 0 NOT NULL;
