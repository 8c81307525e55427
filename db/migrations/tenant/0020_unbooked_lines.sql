-- What was used of an item before it was kept in stock, without the years of lines that are booked.
CREATE INDEX `materials_unbooked` ON `materials` (`inventoryid`) WHERE archived = 0 AND inventoryclass IS NULL AND consumed <> 0;
