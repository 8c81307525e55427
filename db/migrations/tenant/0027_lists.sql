-- The list of all jobs of a board has words of its own in its index: lists of the open ones took it for theirs and read all years.
DROP INDEX `jobs_board_created`;
CREATE INDEX `jobs_board_created` ON `jobs` (`boardid` || '',`created`,`id`);

-- The rows behind a reference, where few have one.
CREATE INDEX `materials_jobequipment` ON `materials` (`jobequipment`) WHERE jobequipment IS NOT NULL;
CREATE INDEX `materials_inputequipment` ON `materials` (`inputequipment`) WHERE inputequipment IS NOT NULL;
CREATE INDEX `stock_onhand_storage` ON `stock_onhand` (`storageid`,`inventoryid`);

-- The name that an item goes by, and its order as of the other long lists (migration 0023).
ALTER TABLE `inventory` ADD COLUMN `itemname` text GENERATED ALWAYS AS (coalesce(nullif(trim(`materialname`), ''), nullif(trim(`make` || ' ' || `model`), ''), `code`)) VIRTUAL;
ALTER TABLE `inventory` ADD COLUMN `plainitemname1` text GENERATED ALWAYS AS (CASE WHEN length(`itemname`) <> length(CAST(`itemname` AS BLOB)) THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(rtrim(`itemname`, '0123456789'), 'à', 'a'), 'á', 'a'), 'â', 'a'), 'ã', 'a'), 'ä', 'a'), 'å', 'a'), 'ā', 'a'), 'À', 'a'), 'Á', 'a'), 'Â', 'a'), 'Ã', 'a'), 'Ä', 'a'), 'Å', 'a'), 'Ā', 'a'), 'ç', 'c'), 'Ç', 'c'), 'ḓ', 'd'), 'Ḓ', 'd'), 'è', 'e'), 'é', 'e'), 'ê', 'e') END) VIRTUAL;
ALTER TABLE `inventory` ADD COLUMN `plainitemname2` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`plainitemname1`, 'ë', 'e'), 'ē', 'e'), 'È', 'e'), 'É', 'e'), 'Ê', 'e'), 'Ë', 'e'), 'Ē', 'e'), 'ì', 'i'), 'í', 'i'), 'î', 'i'), 'ï', 'i'), 'ī', 'i'), 'Ì', 'i'), 'Í', 'i'), 'Î', 'i'), 'Ï', 'i'), 'Ī', 'i'), 'ḽ', 'l'), 'Ḽ', 'l'), 'ñ', 'n'), 'ṅ', 'n')) VIRTUAL;
ALTER TABLE `inventory` ADD COLUMN `plainitemname3` text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`plainitemname2`, 'ṋ', 'n'), 'Ñ', 'n'), 'Ṅ', 'n'), 'Ṋ', 'n'), 'ò', 'o'), 'ó', 'o'), 'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ø', 'o'), 'ō', 'o'), 'Ò', 'o'), 'Ó', 'o'), 'Ô', 'o'), 'Õ', 'o'), 'Ö', 'o'), 'Ø', 'o'), 'Ō', 'o'), 'š', 's'), 'ș', 's'), 'Š', 's')) VIRTUAL;
ALTER TABLE `inventory` ADD COLUMN `plainitemname` text GENERATED ALWAYS AS (CASE WHEN length(`itemname`) = length(CAST(`itemname` AS BLOB)) THEN rtrim(`itemname`, '0123456789') ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`plainitemname3`, 'Ș', 's'), 'ṱ', 't'), 'Ṱ', 't'), 'ù', 'u'), 'ú', 'u'), 'û', 'u'), 'ü', 'u'), 'ū', 'u'), 'Ù', 'u'), 'Ú', 'u'), 'Û', 'u'), 'Ü', 'u'), 'Ū', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'Ý', 'y'), 'Ÿ', 'y'), 'ž', 'z'), 'Ž', 'z') END) VIRTUAL;
CREATE INDEX `inventory_name` ON `inventory` (CASE WHEN `itemname` BETWEEN '0' AND ':' THEN CAST(`itemname` AS INTEGER) ELSE 9223372036854775807 END, `plainitemname` COLLATE NOCASE, CAST(substr(`itemname`, length(rtrim(`itemname`, '0123456789')) + 1) AS INTEGER), `id`);

-- Not by `archived` first: whatever else asks for what is not archived would take the index of an order, and read it all.
DROP INDEX `clients_name`;
CREATE INDEX `clients_name` ON `clients` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);
DROP INDEX `suppliers_name`;
CREATE INDEX `suppliers_name` ON `suppliers` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);
DROP INDEX `locations_name`;
CREATE INDEX `locations_name` ON `locations` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);
DROP INDEX `equipment_name`;
CREATE INDEX `equipment_name` ON `equipment` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);

-- How many records stand in each long list.
CREATE TABLE `list_figures` (
	`list` text NOT NULL,
	`archived` integer NOT NULL,
	`records` integer NOT NULL,
	PRIMARY KEY(`list`, `archived`)
);
INSERT INTO `list_figures` SELECT 'clients', `archived`, count(*) FROM `clients` GROUP BY 2;
CREATE TRIGGER `clients_counted` AFTER INSERT ON `clients` BEGIN
	INSERT INTO `list_figures` VALUES ('clients', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
CREATE TRIGGER `clients_uncounted` AFTER DELETE ON `clients` BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'clients' AND `archived` = old.archived;
END;
CREATE TRIGGER `clients_recounted` AFTER UPDATE OF `archived` ON `clients` WHEN old.archived <> new.archived BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'clients' AND `archived` = old.archived;
	INSERT INTO `list_figures` VALUES ('clients', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
INSERT INTO `list_figures` SELECT 'suppliers', `archived`, count(*) FROM `suppliers` GROUP BY 2;
CREATE TRIGGER `suppliers_counted` AFTER INSERT ON `suppliers` BEGIN
	INSERT INTO `list_figures` VALUES ('suppliers', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
CREATE TRIGGER `suppliers_uncounted` AFTER DELETE ON `suppliers` BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'suppliers' AND `archived` = old.archived;
END;
CREATE TRIGGER `suppliers_recounted` AFTER UPDATE OF `archived` ON `suppliers` WHEN old.archived <> new.archived BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'suppliers' AND `archived` = old.archived;
	INSERT INTO `list_figures` VALUES ('suppliers', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
INSERT INTO `list_figures` SELECT 'locations', `archived`, count(*) FROM `locations` GROUP BY 2;
CREATE TRIGGER `locations_counted` AFTER INSERT ON `locations` BEGIN
	INSERT INTO `list_figures` VALUES ('locations', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
CREATE TRIGGER `locations_uncounted` AFTER DELETE ON `locations` BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'locations' AND `archived` = old.archived;
END;
CREATE TRIGGER `locations_recounted` AFTER UPDATE OF `archived` ON `locations` WHEN old.archived <> new.archived BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'locations' AND `archived` = old.archived;
	INSERT INTO `list_figures` VALUES ('locations', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
INSERT INTO `list_figures` SELECT 'equipment', `archived`, count(*) FROM `equipment` GROUP BY 2;
CREATE TRIGGER `equipment_counted` AFTER INSERT ON `equipment` BEGIN
	INSERT INTO `list_figures` VALUES ('equipment', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
CREATE TRIGGER `equipment_uncounted` AFTER DELETE ON `equipment` BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'equipment' AND `archived` = old.archived;
END;
CREATE TRIGGER `equipment_recounted` AFTER UPDATE OF `archived` ON `equipment` WHEN old.archived <> new.archived BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'equipment' AND `archived` = old.archived;
	INSERT INTO `list_figures` VALUES ('equipment', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
INSERT INTO `list_figures` SELECT 'inventory', `archived`, count(*) FROM `inventory` GROUP BY 2;
CREATE TRIGGER `inventory_counted` AFTER INSERT ON `inventory` BEGIN
	INSERT INTO `list_figures` VALUES ('inventory', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
CREATE TRIGGER `inventory_uncounted` AFTER DELETE ON `inventory` BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'inventory' AND `archived` = old.archived;
END;
CREATE TRIGGER `inventory_recounted` AFTER UPDATE OF `archived` ON `inventory` WHEN old.archived <> new.archived BEGIN
	UPDATE `list_figures` SET `records` = `records` - 1 WHERE `list` = 'inventory' AND `archived` = old.archived;
	INSERT INTO `list_figures` VALUES ('inventory', new.archived, 1) ON CONFLICT DO UPDATE SET `records` = `records` + 1;
END;
