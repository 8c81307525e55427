-- The folded letters of names took 492 calls of `replace` in generated columns, which is 230 kB in each open file. Those of
-- names with letters beyond A to Z stand in a column of their own now, which triggers keep (db/word-order.ts): the first
-- marks what was added, so that the rule stands once for each list.
DROP INDEX `clients_name`;
ALTER TABLE `clients` DROP COLUMN `plainname`;
ALTER TABLE `clients` DROP COLUMN `plainname3`;
ALTER TABLE `clients` DROP COLUMN `plainname2`;
ALTER TABLE `clients` DROP COLUMN `plainname1`;
ALTER TABLE `clients` ADD COLUMN `foldedname` text;
UPDATE `clients` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(`name`, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE length(`name`) <> length(CAST(`name` AS BLOB));
ALTER TABLE `clients` ADD COLUMN `plainname` text GENERATED ALWAYS AS (CASE WHEN length(`name`) = length(CAST(`name` AS BLOB)) THEN rtrim(`name`, '0123456789') ELSE `foldedname` END) VIRTUAL;
CREATE INDEX `clients_name` ON `clients` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);
CREATE TRIGGER `clients_name_added` AFTER INSERT ON `clients` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `clients` SET `foldedname` = '' WHERE `id` = new.id;
END;
CREATE TRIGGER `clients_name_folded` AFTER UPDATE OF `name`, `foldedname` ON `clients` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `clients` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(new.name, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE `id` = new.id;
END;
DROP INDEX `suppliers_name`;
ALTER TABLE `suppliers` DROP COLUMN `plainname`;
ALTER TABLE `suppliers` DROP COLUMN `plainname3`;
ALTER TABLE `suppliers` DROP COLUMN `plainname2`;
ALTER TABLE `suppliers` DROP COLUMN `plainname1`;
ALTER TABLE `suppliers` ADD COLUMN `foldedname` text;
UPDATE `suppliers` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(`name`, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE length(`name`) <> length(CAST(`name` AS BLOB));
ALTER TABLE `suppliers` ADD COLUMN `plainname` text GENERATED ALWAYS AS (CASE WHEN length(`name`) = length(CAST(`name` AS BLOB)) THEN rtrim(`name`, '0123456789') ELSE `foldedname` END) VIRTUAL;
CREATE INDEX `suppliers_name` ON `suppliers` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);
CREATE TRIGGER `suppliers_name_added` AFTER INSERT ON `suppliers` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `suppliers` SET `foldedname` = '' WHERE `id` = new.id;
END;
CREATE TRIGGER `suppliers_name_folded` AFTER UPDATE OF `name`, `foldedname` ON `suppliers` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `suppliers` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(new.name, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE `id` = new.id;
END;
DROP INDEX `locations_name`;
ALTER TABLE `locations` DROP COLUMN `plainname`;
ALTER TABLE `locations` DROP COLUMN `plainname3`;
ALTER TABLE `locations` DROP COLUMN `plainname2`;
ALTER TABLE `locations` DROP COLUMN `plainname1`;
ALTER TABLE `locations` ADD COLUMN `foldedname` text;
UPDATE `locations` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(`name`, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE length(`name`) <> length(CAST(`name` AS BLOB));
ALTER TABLE `locations` ADD COLUMN `plainname` text GENERATED ALWAYS AS (CASE WHEN length(`name`) = length(CAST(`name` AS BLOB)) THEN rtrim(`name`, '0123456789') ELSE `foldedname` END) VIRTUAL;
CREATE INDEX `locations_name` ON `locations` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);
CREATE TRIGGER `locations_name_added` AFTER INSERT ON `locations` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `locations` SET `foldedname` = '' WHERE `id` = new.id;
END;
CREATE TRIGGER `locations_name_folded` AFTER UPDATE OF `name`, `foldedname` ON `locations` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `locations` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(new.name, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE `id` = new.id;
END;
DROP INDEX `equipment_name`;
ALTER TABLE `equipment` DROP COLUMN `plainname`;
ALTER TABLE `equipment` DROP COLUMN `plainname3`;
ALTER TABLE `equipment` DROP COLUMN `plainname2`;
ALTER TABLE `equipment` DROP COLUMN `plainname1`;
ALTER TABLE `equipment` ADD COLUMN `foldedname` text;
UPDATE `equipment` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(`name`, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE length(`name`) <> length(CAST(`name` AS BLOB));
ALTER TABLE `equipment` ADD COLUMN `plainname` text GENERATED ALWAYS AS (CASE WHEN length(`name`) = length(CAST(`name` AS BLOB)) THEN rtrim(`name`, '0123456789') ELSE `foldedname` END) VIRTUAL;
CREATE INDEX `equipment_name` ON `equipment` (CASE WHEN `name` BETWEEN '0' AND ':' THEN CAST(`name` AS INTEGER) ELSE 9223372036854775807 END, `plainname` COLLATE NOCASE, CAST(substr(`name`, length(rtrim(`name`, '0123456789')) + 1) AS INTEGER), `id`);
CREATE TRIGGER `equipment_name_added` AFTER INSERT ON `equipment` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `equipment` SET `foldedname` = '' WHERE `id` = new.id;
END;
CREATE TRIGGER `equipment_name_folded` AFTER UPDATE OF `name`, `foldedname` ON `equipment` WHEN length(new.name) <> length(CAST(new.name AS BLOB)) BEGIN
	UPDATE `equipment` SET `foldedname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(new.name, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE `id` = new.id;
END;
DROP INDEX `inventory_sections`;
ALTER TABLE `inventory` DROP COLUMN `plaincode`;
ALTER TABLE `inventory` DROP COLUMN `plaincode3`;
ALTER TABLE `inventory` DROP COLUMN `plaincode2`;
ALTER TABLE `inventory` DROP COLUMN `plaincode1`;
ALTER TABLE `inventory` ADD COLUMN `foldedcode` text;
UPDATE `inventory` SET `foldedcode` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(`code`, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE length(`code`) <> length(CAST(`code` AS BLOB));
ALTER TABLE `inventory` ADD COLUMN `plaincode` text GENERATED ALWAYS AS (CASE WHEN length(`code`) = length(CAST(`code` AS BLOB)) THEN rtrim(`code`, '0123456789') ELSE `foldedcode` END) VIRTUAL;
CREATE INDEX `inventory_sections` ON `inventory` (`category`, `archived`, CASE WHEN `code` BETWEEN '0' AND ':' THEN CAST(`code` AS INTEGER) ELSE 9223372036854775807 END, `plaincode` COLLATE NOCASE, CAST(substr(`code`, length(rtrim(`code`, '0123456789')) + 1) AS INTEGER), `inventoryclass`);
CREATE TRIGGER `inventory_code_added` AFTER INSERT ON `inventory` WHEN length(new.code) <> length(CAST(new.code AS BLOB)) BEGIN
	UPDATE `inventory` SET `foldedcode` = '' WHERE `id` = new.id;
END;
CREATE TRIGGER `inventory_code_folded` AFTER UPDATE OF `code`, `foldedcode` ON `inventory` WHEN length(new.code) <> length(CAST(new.code AS BLOB)) BEGIN
	UPDATE `inventory` SET `foldedcode` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(new.code, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE `id` = new.id;
END;
DROP INDEX `inventory_name`;
ALTER TABLE `inventory` DROP COLUMN `plainitemname`;
ALTER TABLE `inventory` DROP COLUMN `plainitemname3`;
ALTER TABLE `inventory` DROP COLUMN `plainitemname2`;
ALTER TABLE `inventory` DROP COLUMN `plainitemname1`;
ALTER TABLE `inventory` ADD COLUMN `foldeditemname` text;
UPDATE `inventory` SET `foldeditemname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(`itemname`, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE length(`itemname`) <> length(CAST(`itemname` AS BLOB));
ALTER TABLE `inventory` ADD COLUMN `plainitemname` text GENERATED ALWAYS AS (CASE WHEN length(`itemname`) = length(CAST(`itemname` AS BLOB)) THEN rtrim(`itemname`, '0123456789') ELSE `foldeditemname` END) VIRTUAL;
CREATE INDEX `inventory_name` ON `inventory` (CASE WHEN `itemname` BETWEEN '0' AND ':' THEN CAST(`itemname` AS INTEGER) ELSE 9223372036854775807 END, `plainitemname` COLLATE NOCASE, CAST(substr(`itemname`, length(rtrim(`itemname`, '0123456789')) + 1) AS INTEGER), `id`);
CREATE TRIGGER `inventory_itemname_added` AFTER INSERT ON `inventory` WHEN length(new.itemname) <> length(CAST(new.itemname AS BLOB)) BEGIN
	UPDATE `inventory` SET `foldeditemname` = '' WHERE `id` = new.id;
END;
CREATE TRIGGER `inventory_itemname_folded` AFTER UPDATE OF `materialname`, `make`, `model`, `code`, `foldeditemname` ON `inventory` WHEN length(new.itemname) <> length(CAST(new.itemname AS BLOB)) BEGIN
	UPDATE `inventory` SET `foldeditemname` = (WITH RECURSIVE folding (at, folded) AS (SELECT 1, rtrim(new.itemname, '0123456789') UNION ALL SELECT at + 1, replace(folded, substr('àáâãäåāÀÁÂÃÄÅĀçÇḓḒèéêëēÈÉÊËĒìíîïīÌÍÎÏĪḽḼñṅṋÑṄṊòóôõöøōÒÓÔÕÖØŌšșŠȘṱṰùúûüūÙÚÛÜŪýÿÝŸžŽ', at, 1), substr('aaaaaaaaaaaaaaccddeeeeeeeeeeiiiiiiiiiillnnnnnnoooooooooooooossssttuuuuuuuuuuyyyyzz', at, 1)) FROM folding WHERE at <= 82) SELECT folded FROM folding WHERE at > 82) WHERE `id` = new.id;
END;
