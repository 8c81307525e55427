-- What of a made line notes and invoices took out of stock, and what had gone before they did so: that is never moved.
ALTER TABLE `materials` ADD COLUMN `departed` integer DEFAULT 0 NOT NULL;
ALTER TABLE `materials` ADD COLUMN `departedbefore` integer DEFAULT 0 NOT NULL;
-- Of what a job made: what came back into stock.
ALTER TABLE `delivery_lines` ADD COLUMN `restocked` integer DEFAULT 0 NOT NULL;
UPDATE `materials` SET `departedbefore` = f.`gone` FROM (
	SELECT m.`id`, max(0, coalesce(d.`delivered`, 0) - coalesce(i.`credited`, 0), min(
		coalesce(i.`invoiced`, 0) - coalesce(d.`sold`, 0), m.`consumed` - coalesce(d.`consigned`, 0))) AS `gone`
	FROM `materials` AS m
	LEFT JOIN (
		SELECT l.`materialid`,
			sum(iif(n.`storageid` IS NULL AND n.`client` IS NOT NULL, l.`quantity`, 0)) AS `delivered`,
			sum(iif(n.`storageid` IS NOT NULL AND l.`moved`, l.`quantity` - l.`sold`, 0)) AS `consigned`,
			sum(iif(n.`storageid` IS NOT NULL AND l.`moved`, l.`sold`, 0)) AS `sold`
		FROM `delivery_lines` AS l JOIN `deliveries` AS n ON n.`id` = l.`deliveryid`
		WHERE n.`state` <> 'draft' GROUP BY 1) AS d ON d.`materialid` = m.`id`
	LEFT JOIN (
		SELECT l.`materialid`,
			sum(iif(l.`creditline` IS NULL OR l.`again` = 1 OR n.`reason` = 'returned', l.`quantity`, 0)) AS `invoiced`,
			-sum(iif(l.`creditline` IS NOT NULL AND n.`reason` = 'returned', l.`quantity`, 0)) AS `credited`
		FROM `invoice_lines` AS l JOIN `invoices` AS n ON n.`id` = l.`invoiceid` JOIN `jobs` AS j ON j.`id` = n.`jobid`
		LEFT JOIN `invoices` AS o ON o.`id` = n.`credits`
		WHERE coalesce(o.`part`, n.`part`, '') NOT LIKE '%percent%' OR j.`status` = 5
			OR j.`status` = 6 AND j.`statusbefore` = 5
		GROUP BY 1) AS i ON i.`materialid` = m.`id`
	WHERE m.`archived` = 0 AND m.`inventoryid` IS NOT NULL AND m.`inventoryclass` IN (3, 4)
		AND (d.`materialid` IS NOT NULL OR i.`materialid` IS NOT NULL)
) AS f WHERE f.`id` = `materials`.`id`;
