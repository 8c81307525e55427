ALTER TABLE `invoice_lines` ADD `backbynote` integer DEFAULT 0 NOT NULL;
ALTER TABLE `invoice_lines` ADD `backbefore` integer DEFAULT 0 NOT NULL;
UPDATE `invoice_lines` SET `backbynote` = `was`.`taken`
FROM (
  SELECT `invoiceid`, `position`, max(0, min(`open`, `noted` - (sum(`open`) OVER (
    PARTITION BY `materialid` ORDER BY `reason` <> 'returned', `again`, `invoiceid`, `position`) - `open`))) AS `taken`
  FROM (
    SELECT l.`invoiceid`, l.`position`, l.`materialid`, l.`again`, n.`reason`, d.`noted`,
      max(0, -l.`quantity` - l.`restocked`) AS `open`
    FROM (
      SELECT `materialid`, sum(`restocked` - `restockedbefore`) AS `noted`
      FROM `delivery_lines` WHERE `restocked` > 0 GROUP BY 1
    ) d CROSS JOIN `invoice_lines` l ON l.`materialid` = d.`materialid` CROSS JOIN `invoices` n ON n.`id` = l.`invoiceid`
    WHERE l.`creditline` IS NOT NULL
  )
) AS `was`
WHERE `was`.`invoiceid` = `invoice_lines`.`invoiceid` AND `was`.`position` = `invoice_lines`.`position` AND `was`.`taken` > 0;
UPDATE `invoice_lines` SET `backbefore` = `was`.`back`
FROM (
  SELECT l.`invoiceid`, l.`position`, min(d.`noted`, sum(e.`quantity`)) AS `back`
  FROM (
    SELECT `materialid`, sum(`restocked` - `restockedbefore`) AS `noted`
    FROM `delivery_lines` WHERE `restocked` > 0 GROUP BY 1
  ) d CROSS JOIN `invoice_lines` l ON l.`materialid` = d.`materialid` CROSS JOIN `invoices` n ON n.`id` = l.`invoiceid`
  CROSS JOIN `delivery_lines` b ON b.`materialid` = d.`materialid` AND b.`restocked` > 0
  CROSS JOIN `delivery_events` e ON e.`lineid` = b.`id` AND e.`kind` = 'returned' AND e.`dateutc` <= n.`issuedutc`
  WHERE l.`creditline` IS NULL
  GROUP BY 1, 2
) AS `was`
WHERE `was`.`invoiceid` = `invoice_lines`.`invoiceid` AND `was`.`position` = `invoice_lines`.`position`;
