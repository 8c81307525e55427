-- What of an account's time stands on each payment, so that a change of plan carries it over by value.
ALTER TABLE `payments` ADD `monthfrom` text;
ALTER TABLE `payments` ADD `timefrom` text;
ALTER TABLE `payments` ADD `timeuntil` text;
ALTER TABLE `payments` ADD `dayswere` integer;
ALTER TABLE `payments` ADD `daysbecame` integer;
-- The operator's own papers: one series without gaps, and who received and who paid, as they were then.
ALTER TABLE `payments` ADD `number` integer;
ALTER TABLE `payments` ADD `parties` text DEFAULT '' NOT NULL;
ALTER TABLE `payments` ADD `vat` integer;
-- A refund: the line stays and says so.
ALTER TABLE `payments` ADD `reversedutc` text;
ALTER TABLE `payments` ADD `reversedby` text;
ALTER TABLE `payments` ADD `reason` text DEFAULT '' NOT NULL;
ALTER TABLE `payments` ADD `creditnumber` integer;
ALTER TABLE `payments` ADD `endwas` text;
ALTER TABLE `payments` ADD `endis` text;

CREATE UNIQUE INDEX `payments_number` ON `payments` (`number`);
CREATE UNIQUE INDEX `payments_creditnumber` ON `payments` (`creditnumber`);

-- Months were laid end to end before, whatever was paid for each.
UPDATE `payments` SET
	`monthfrom` = max(`receivedutc`, coalesce(`renewedfrom`, '')),
	`timefrom` = max(`receivedutc`, coalesce(`renewedfrom`, '')),
	`timeuntil` = `renewed`
WHERE `renewed` IS NOT NULL;
UPDATE `payments` SET `number` = `counted`.`number`
FROM (SELECT `id`, row_number() OVER (ORDER BY `receivedutc`, `id`) AS `number` FROM `payments`) AS `counted`
WHERE `counted`.`id` = `payments`.`id`;
