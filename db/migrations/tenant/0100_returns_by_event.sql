ALTER TABLE `invoice_lines` ADD `backaside` integer DEFAULT 0 NOT NULL;
ALTER TABLE `delivery_events` ADD `uncredited` integer DEFAULT 0 NOT NULL;
ALTER TABLE `delivery_lines` ADD `redelivered` integer DEFAULT 0 NOT NULL;
ALTER TABLE `delivery_lines` ADD `mended` integer DEFAULT 0 NOT NULL;
ALTER TABLE `delivery_lines` ADD `recharged` integer DEFAULT 0 NOT NULL;
-- What no credit note had taken is of what came back last.
UPDATE `delivery_events` SET `uncredited` = `was`.`left`
FROM (
  SELECT `id`, max(0, min(`quantity`, `open` - (sum(`quantity`) OVER (PARTITION BY `materialid` ORDER BY `id` DESC) - `quantity`))) AS `left`
  FROM (
    SELECT e.`id`, e.`quantity`, d.`materialid`,
      d.`noted` - coalesce((SELECT sum(c.`backbynote`) FROM `invoice_lines` c WHERE c.`materialid` = d.`materialid`), 0) AS `open`
    FROM (
      SELECT `materialid`, sum(`restocked` - `restockedbefore`) AS `noted`
      FROM `delivery_lines` WHERE `restocked` > 0 GROUP BY 1
    ) d CROSS JOIN `delivery_lines` b ON b.`materialid` = d.`materialid` AND b.`restocked` > 0
    CROSS JOIN `delivery_events` e ON e.`lineid` = b.`id` AND e.`kind` = 'returned'
  )
) AS `was`
WHERE `was`.`id` = `delivery_events`.`id` AND `was`.`left` > 0;
-- What came back by notes, not into stock, was credited first as returned.
UPDATE `invoice_lines` SET `backaside` = `was`.`taken`
FROM (
  SELECT `invoiceid`, `position`, max(0, min(`open`, `aside` - (sum(`open`) OVER (
    PARTITION BY `materialid` ORDER BY `again`, `invoiceid`, `position`) - `open`))) AS `taken`
  FROM (
    SELECT l.`invoiceid`, l.`position`, l.`materialid`, l.`again`,
      max(0, -l.`quantity` - l.`restocked` - l.`backbynote`) AS `open`,
      d.`said` - (SELECT sum(c.`restocked`) FROM `invoice_lines` c WHERE c.`materialid` = d.`materialid`) AS `aside`
    FROM (
      SELECT b.`materialid`, sum(b.`restockedbefore` + b.`returned` - b.`restocked`) AS `said`
      FROM `delivery_lines` b CROSS JOIN `deliveries` n ON n.`id` = b.`deliveryid`
      WHERE b.`returned` > 0 AND n.`storageid` IS NULL GROUP BY 1
    ) d CROSS JOIN `invoice_lines` l ON l.`materialid` = d.`materialid` CROSS JOIN `invoices` n ON n.`id` = l.`invoiceid`
    WHERE l.`creditline` IS NOT NULL AND n.`reason` = 'returned'
  )
) AS `was`
WHERE `was`.`invoiceid` = `invoice_lines`.`invoiceid` AND `was`.`position` = `invoice_lines`.`position` AND `was`.`taken` > 0;
ALTER TABLE `invoice_lines` DROP COLUMN `backbefore`;
