-- Lists go by name whatever its case, and then by id: a page of one is read from these alone.
DROP INDEX `clients_name`;
DROP INDEX `suppliers_name`;
DROP INDEX `locations_name`;
DROP INDEX `equipment_name`;
CREATE INDEX `clients_name` ON `clients` (`archived`, `name` COLLATE NOCASE, `id`);
CREATE INDEX `suppliers_name` ON `suppliers` (`archived`, `name` COLLATE NOCASE, `id`);
CREATE INDEX `locations_name` ON `locations` (`archived`, `name` COLLATE NOCASE, `id`);
CREATE INDEX `equipment_name` ON `equipment` (`archived`, `name` COLLATE NOCASE, `id`);

-- Who refers to a record: asked of each one that goes when an import is taken back.
CREATE INDEX `inventory_supplier` ON `inventory` (`supplier`) WHERE supplier IS NOT NULL;
CREATE INDEX `inventory_storage` ON `inventory` (`defaultstorageid`) WHERE defaultstorageid IS NOT NULL;
CREATE INDEX `inventory_classes_category` ON `inventory_classes` (`categoryid`);
CREATE INDEX `equipment_location` ON `equipment` (`location`) WHERE location IS NOT NULL;
CREATE INDEX `equipment_storage` ON `equipment` (`storageid`) WHERE storageid IS NOT NULL;
