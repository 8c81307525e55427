-- Since when a job stands on its lane: by its history, for whatever stands on one now.
ALTER TABLE `jobs` ADD `movedutc` text;
UPDATE `jobs` SET `movedutc` = coalesce(
	(SELECT max(`dateutc`) FROM `history` WHERE `entity` = 'jobs' AND `entityid` = `jobs`.`id` AND `field` IN ('status', 'boardid')),
	`created`)
WHERE `template` = 0 AND `status` BETWEEN 1 AND 4;

-- What jobs can be chosen by.
CREATE INDEX `categories_kind` ON `categories` (`jobcategory`,`archived`);
