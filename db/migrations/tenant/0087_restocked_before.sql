ALTER TABLE `delivery_lines` ADD `restockedbefore` integer DEFAULT 0 NOT NULL;
UPDATE `delivery_lines` SET `restockedbefore` = `was`.`credited`
FROM (
  SELECT `id`, max(0, min(`restocked`, `credited` - `earlier`)) AS `credited`
  FROM (
    SELECT l.`id`, l.`restocked`,
      sum(l.`restocked`) OVER (PARTITION BY l.`materialid` ORDER BY l.`id`) - l.`restocked` AS `earlier`,
      coalesce((SELECT sum(i.`restocked`) FROM `invoice_lines` i WHERE i.`materialid` = l.`materialid`), 0) AS `credited`
    FROM `delivery_lines` l WHERE l.`restocked` > 0
  )
) AS `was`
WHERE `was`.`id` = `delivery_lines`.`id`;
