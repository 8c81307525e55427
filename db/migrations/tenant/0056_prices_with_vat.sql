-- A line of an item priced with VAT keeps that price, and the VAT that `linerate` is without.
ALTER TABLE `materials` ADD COLUMN `inclusiverate` INTEGER;
ALTER TABLE `materials` ADD COLUMN `inclusivevat` INTEGER;

-- As `lineAmounts` reckons the net of such a line: VAT is taken out of what is charged. Of all other lines they stay.
DROP TRIGGER `materials_net_added`;
DROP TRIGGER `materials_net_changed`;
DROP TRIGGER `materials_net_gone`;
ALTER TABLE `materials` DROP COLUMN `quotednet`;
ALTER TABLE `materials` DROP COLUMN `quotedgross`;
ALTER TABLE `materials` DROP COLUMN `usednet`;
ALTER TABLE `materials` DROP COLUMN `usedgross`;

ALTER TABLE `materials` ADD COLUMN `quotedgross` INTEGER GENERATED ALWAYS AS (iif(`archived` OR `nonbillable`, 0,
	iif((`estimated` < 0) = (coalesce(`inclusiverate`, `linerate`) < 0), 1, -1) * (
		(abs(`estimated`) / 1000000) * abs(coalesce(`inclusiverate`, `linerate`)) / 100
		+ (abs(`estimated`) % 1000000) * (abs(coalesce(`inclusiverate`, `linerate`)) / 1000000) / 100
		+ (((abs(`estimated`) / 1000000) * abs(coalesce(`inclusiverate`, `linerate`)) % 100
			+ (abs(`estimated`) % 1000000) * (abs(coalesce(`inclusiverate`, `linerate`)) / 1000000) % 100) * 1000000
			+ (abs(`estimated`) % 1000000) * (abs(coalesce(`inclusiverate`, `linerate`)) % 1000000) + 50000000) / 100000000
	))) VIRTUAL;
ALTER TABLE `materials` ADD COLUMN `quotedcharged` INTEGER GENERATED ALWAYS AS (`quotedgross` - iif(`quotedgross` < 0, -1, 1) * (
	(abs(`quotedgross`) / 1000000) * `discount` + ((abs(`quotedgross`) % 1000000) * `discount` + 500000) / 1000000
)) VIRTUAL;
ALTER TABLE `materials` ADD COLUMN `quotednet` INTEGER GENERATED ALWAYS AS (`quotedcharged` - iif(`inclusiverate` IS NULL, 0, iif(`quotedcharged` < 0, -1, 1) * (
	(2 * abs(`quotedcharged`) * `inclusivevat` + 1000000 + `inclusivevat`) / (2 * (1000000 + `inclusivevat`))
))) VIRTUAL;

ALTER TABLE `materials` ADD COLUMN `usedgross` INTEGER GENERATED ALWAYS AS (iif(`archived` OR `nonbillable`, 0,
	iif((`consumed` < 0) = (coalesce(`inclusiverate`, `linerate`) < 0), 1, -1) * (
		(abs(`consumed`) / 1000000) * abs(coalesce(`inclusiverate`, `linerate`)) / 100
		+ (abs(`consumed`) % 1000000) * (abs(coalesce(`inclusiverate`, `linerate`)) / 1000000) / 100
		+ (((abs(`consumed`) / 1000000) * abs(coalesce(`inclusiverate`, `linerate`)) % 100
			+ (abs(`consumed`) % 1000000) * (abs(coalesce(`inclusiverate`, `linerate`)) / 1000000) % 100) * 1000000
			+ (abs(`consumed`) % 1000000) * (abs(coalesce(`inclusiverate`, `linerate`)) % 1000000) + 50000000) / 100000000
	))) VIRTUAL;
ALTER TABLE `materials` ADD COLUMN `usedcharged` INTEGER GENERATED ALWAYS AS (`usedgross` - iif(`usedgross` < 0, -1, 1) * (
	(abs(`usedgross`) / 1000000) * `discount` + ((abs(`usedgross`) % 1000000) * `discount` + 500000) / 1000000
)) VIRTUAL;
ALTER TABLE `materials` ADD COLUMN `usednet` INTEGER GENERATED ALWAYS AS (`usedcharged` - iif(`inclusiverate` IS NULL, 0, iif(`usedcharged` < 0, -1, 1) * (
	(2 * abs(`usedcharged`) * `inclusivevat` + 1000000 + `inclusivevat`) / (2 * (1000000 + `inclusivevat`))
))) VIRTUAL;

CREATE TRIGGER `materials_net_added` AFTER INSERT ON `materials` WHEN new.quotednet <> 0 OR new.usednet <> 0 BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` + new.quotednet, `usedcents` = `usedcents` + new.usednet WHERE `id` = new.jobid;
END;

CREATE TRIGGER `materials_net_changed` AFTER UPDATE OF `jobid`, `archived`, `nonbillable`, `linerate`, `inclusiverate`, `inclusivevat`, `discount`, `estimated`, `consumed` ON `materials`
WHEN old.quotednet <> new.quotednet OR old.usednet <> new.usednet OR old.jobid <> new.jobid BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` - old.quotednet, `usedcents` = `usedcents` - old.usednet WHERE `id` = old.jobid;
	UPDATE `jobs` SET `quotedcents` = `quotedcents` + new.quotednet, `usedcents` = `usedcents` + new.usednet WHERE `id` = new.jobid;
END;

CREATE TRIGGER `materials_net_gone` AFTER DELETE ON `materials` WHEN old.quotednet <> 0 OR old.usednet <> 0 BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` - old.quotednet, `usedcents` = `usedcents` - old.usednet WHERE `id` = old.jobid;
END;
