-- What is not kept in stock and went on consignment is ours there, too, until it is sold.
UPDATE `delivery_lines` SET `moved` = 1 WHERE `moved` = 0
	AND `deliveryid` IN (SELECT `id` FROM `deliveries` WHERE `storageid` IS NOT NULL AND `state` <> 'draft')
	AND `materialid` IN (SELECT `id` FROM `materials` WHERE `inventoryid` IS NULL OR `inventoryclass` IS NULL);
