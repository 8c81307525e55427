-- What each movement is worth, and the worth of the item after it. Movements from before were booked without a cost: theirs
-- is estimated from the rate of the item as it stands now, and marked so.
ALTER TABLE `stock_ledger` ADD COLUMN `value` INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE `stock_ledger` ADD COLUMN `valuebalance` INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE `stock_ledger` ADD COLUMN `variance` INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE `stock_ledger` ADD COLUMN `valuedby` TEXT DEFAULT '' NOT NULL;

DROP TRIGGER `stock_ledger_no_update`;
-- At one rate the worth is the balance at that rate, so each row knows its own without those before it.
UPDATE `stock_ledger` SET
	`valuebalance` = CAST(round(`stock_ledger`.`balance` * r.`rate` / 1e8) AS INTEGER),
	`value` = CAST(round(`stock_ledger`.`balance` * r.`rate` / 1e8) AS INTEGER)
		- CAST(round((`stock_ledger`.`balance` - `stock_ledger`.`quantity`) * r.`rate` / 1e8) AS INTEGER),
	`valuedby` = iif(r.`rate` = 0, 'unknown', 'estimate')
FROM (
	SELECT i.`id`, iif(i.`exclusive` = 1 OR coalesce(g.`vatexempt`, 0) = 1
		OR NOT EXISTS (SELECT 1 FROM `organisations` o WHERE trim(coalesce(o.`vatnumber`, '')) <> ''),
		i.`rate`, CAST(round(i.`rate` * 100.0 / 115) AS INTEGER)) AS `rate`
	FROM `inventory` i LEFT JOIN `categories` g ON g.`id` = i.`category`) AS r
WHERE r.`id` = `stock_ledger`.`inventoryid`;
CREATE TRIGGER `stock_ledger_no_update` BEFORE UPDATE ON `stock_ledger`
BEGIN
	SELECT RAISE(ABORT, 'The stock ledger is append-only: book a movement instead of changing one.');
END;

CREATE INDEX `stock_ledger_day` ON `stock_ledger` (`effectivedate`, `inventoryid`, `kind`, `storageid`, `quantity`, `value`,
	`variance`, `valuedby`);
