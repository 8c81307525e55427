CREATE INDEX `purchase_receipts_date` ON `purchase_receipts` (`dateutc`);
