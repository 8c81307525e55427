ALTER TABLE `invoice_lines` ADD `awaited` integer DEFAULT 0 NOT NULL;
ALTER TABLE `invoice_lines` ADD `fromaside` integer DEFAULT 0 NOT NULL;
ALTER TABLE `invoice_lines` ADD `outagain` integer DEFAULT 0 NOT NULL;
-- What had come back, not into stock, and went out again before notes kept that: more is out and aside than was ever there.
UPDATE `delivery_lines` SET `mended` = `mended` + `was`.`more`
FROM (
  SELECT d.`last`, min(d.`aside`, d.`out` + d.`aside` - max(m.`estimated`, m.`consumed`)) AS `more`
  FROM (
    SELECT l.`materialid`, max(iif(l.`quantity` > l.`mended` + l.`redelivered`, l.`id`, NULL)) AS `last`,
      sum(l.`quantity` - l.`returned`) AS `out`, sum(l.`returned` - l.`restocked` - l.`mended`) AS `aside`
    FROM `delivery_lines` l CROSS JOIN `deliveries` n ON n.`id` = l.`deliveryid`
    WHERE n.`state` <> 'draft' AND n.`storageid` IS NULL GROUP BY 1 HAVING sum(l.`returned`) > 0
  ) d CROSS JOIN `materials` m ON m.`id` = d.`materialid`
) AS `was`
WHERE `was`.`last` = `delivery_lines`.`id` AND `was`.`more` > 0;
-- What credit notes brought in: first what notes had brought back aside, at last what notes are still to say.
UPDATE `invoice_lines` SET `fromaside` = `was`.`first`, `awaited` = `was`.`late`
FROM (
  SELECT `invoiceid`, `position`,
    max(0, min(`restocked`, `credited` - `before` - max(0, `ahead`) - (`upto` - `restocked`))) AS `first`,
    max(0, min(`restocked`, min(max(0, `ahead`), max(0, `out`)) - (`credited` - `upto`))) AS `late`
  FROM (
    SELECT l.`invoiceid`, l.`position`, l.`restocked`, coalesce(d.`before`, 0) AS `before`, coalesce(d.`out`, 0) AS `out`,
      sum(l.`restocked`) OVER (PARTITION BY l.`materialid`) AS `credited`,
      sum(l.`restocked` + l.`backaside`) OVER (PARTITION BY l.`materialid`) - coalesce(d.`said`, 0) AS `ahead`,
      sum(l.`restocked`) OVER (PARTITION BY l.`materialid` ORDER BY l.`invoiceid`, l.`position`) AS `upto`
    FROM `invoice_lines` l LEFT JOIN (
      SELECT b.`materialid`, sum(b.`restockedbefore`) AS `before`, sum(b.`quantity` - b.`returned`) AS `out`,
        sum(b.`restockedbefore` + iif(n.`storageid` IS NULL, b.`returned` - b.`restocked`, 0) - b.`mended`) AS `said`
      FROM `delivery_lines` b CROSS JOIN `deliveries` n ON n.`id` = b.`deliveryid`
      WHERE n.`state` <> 'draft' GROUP BY 1
    ) d ON d.`materialid` = l.`materialid`
    WHERE l.`creditline` IS NOT NULL AND l.`materialid` IS NOT NULL
  )
  WHERE `restocked` > 0
) AS `was`
WHERE `was`.`invoiceid` = `invoice_lines`.`invoiceid` AND `was`.`position` = `invoice_lines`.`position`;
-- What notes delivered again of what was credited is of what was credited first.
UPDATE `invoice_lines` SET `outagain` = `was`.`taken`
FROM (
  SELECT `invoiceid`, `position`, max(0, min(`came`, `recharged` - (sum(`came`) OVER (
    PARTITION BY `materialid` ORDER BY `again` DESC, `invoiceid`, `position`) - `came`))) AS `taken`
  FROM (
    SELECT l.`invoiceid`, l.`position`, l.`materialid`, l.`again`, d.`recharged`,
      l.`restocked` + l.`backbynote` - l.`awaited` AS `came`
    FROM (
      SELECT `materialid`, sum(`recharged`) AS `recharged` FROM `delivery_lines` WHERE `recharged` > 0 GROUP BY 1
    ) d CROSS JOIN `invoice_lines` l ON l.`materialid` = d.`materialid`
    WHERE l.`creditline` IS NOT NULL
  )
) AS `was`
WHERE `was`.`invoiceid` = `invoice_lines`.`invoiceid` AND `was`.`position` = `invoice_lines`.`position` AND `was`.`taken` > 0;
ALTER TABLE `delivery_lines` DROP COLUMN `recharged`;
-- What sums cannot tell is reckoned from the documents, once the account is opened.
CREATE TABLE `unreckoned_lines` (
	`materialid` text PRIMARY KEY NOT NULL
);
INSERT INTO `unreckoned_lines`
SELECT `materialid` FROM `delivery_lines` WHERE `returned` > 0
UNION SELECT `materialid` FROM `invoice_lines` WHERE `creditline` IS NOT NULL AND `materialid` IS NOT NULL;
