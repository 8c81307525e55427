ALTER TABLE `invoice_lines` ADD `restocked` integer DEFAULT 0 NOT NULL;
-- Until now every credit note for returned goods brought in what jobs had made, and nothing that they had used.
UPDATE `invoice_lines` SET `restocked` = -`quantity`
WHERE `creditline` IS NOT NULL AND `invoiceid` IN (
	SELECT n.`id` FROM `invoices` AS n JOIN `jobs` AS j ON j.`id` = n.`jobid` LEFT JOIN `invoices` AS o ON o.`id` = n.`credits`
	WHERE n.`reason` = 'returned' AND n.`kind` = 'creditnote'
		AND (coalesce(o.`part`, '') NOT LIKE '%percent%' OR j.`status` = 5 OR j.`status` = 6 AND j.`statusbefore` = 5))
AND `materialid` IN (SELECT `id` FROM `materials` WHERE `inventoryclass` IN (3, 4));
