-- What is complete for longer stands in the board's history; NULL: it stays on its lane.
ALTER TABLE `boards` ADD COLUMN `completedays` INTEGER DEFAULT 30;

-- Counts the changes of a lane's order, so that a list that was read need not be read again.
ALTER TABLE `lanes` ADD COLUMN `changed` INTEGER NOT NULL DEFAULT 0;

-- As `lineAmounts` reckons the net of a line's estimate, in cents: parts of a million, so that no product leaves 64 bits.
ALTER TABLE `materials` ADD COLUMN `quotedgross` INTEGER GENERATED ALWAYS AS (iif(`archived` OR `nonbillable`, 0,
	iif((`estimated` < 0) = (`linerate` < 0), 1, -1) * (
		(abs(`estimated`) / 1000000) * abs(`linerate`) / 100
		+ (abs(`estimated`) % 1000000) * (abs(`linerate`) / 1000000) / 100
		+ (((abs(`estimated`) / 1000000) * abs(`linerate`) % 100
			+ (abs(`estimated`) % 1000000) * (abs(`linerate`) / 1000000) % 100) * 1000000
			+ (abs(`estimated`) % 1000000) * (abs(`linerate`) % 1000000) + 50000000) / 100000000
	))) VIRTUAL;
ALTER TABLE `materials` ADD COLUMN `quotednet` INTEGER GENERATED ALWAYS AS (`quotedgross` - iif(`quotedgross` < 0, -1, 1) * (
	(abs(`quotedgross`) / 1000000) * `discount` + ((abs(`quotedgross`) % 1000000) * `discount` + 500000) / 1000000
)) VIRTUAL;

-- The sum of its lines, kept by triggers.
ALTER TABLE `jobs` ADD COLUMN `quotedcents` INTEGER NOT NULL DEFAULT 0;
UPDATE `jobs` SET `quotedcents` = (SELECT sum(m.quotednet) FROM `materials` m WHERE m.jobid = `jobs`.id)
WHERE `id` IN (SELECT `jobid` FROM `materials`);

-- Jobs of each lane by the day of their completion, '' before; kept by triggers.
CREATE TABLE `lane_figures` (
	`boardid` text NOT NULL,
	`status` integer NOT NULL,
	`completed` text NOT NULL,
	`jobs` integer NOT NULL,
	`quotedcents` integer NOT NULL,
	PRIMARY KEY(`boardid`, `status`, `completed`)
);
INSERT INTO `lane_figures`
SELECT `boardid`, `status`, iif(`status` = 4, coalesce(`completed`, ''), ''), count(*), sum(`quotedcents`) FROM `jobs`
WHERE `template` = 0 AND `status` BETWEEN 1 AND 4 GROUP BY 1, 2, 3;

DROP INDEX `jobs_past`;
CREATE INDEX `jobs_past` ON `jobs` (`boardid`,`completed`,`id`,`status`) WHERE template = 0 AND status BETWEEN 4 AND 6;
CREATE INDEX `jobs_lane_people` ON `jobs` (`boardid`,`client`,`assignee`) WHERE template = 0 AND status BETWEEN 1 AND 4;

CREATE TRIGGER `materials_quoted_added` AFTER INSERT ON `materials` WHEN new.quotednet <> 0 BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` + new.quotednet WHERE `id` = new.jobid;
END;

CREATE TRIGGER `materials_quoted_changed` AFTER UPDATE OF `jobid`, `archived`, `nonbillable`, `linerate`, `discount`, `estimated` ON `materials`
WHEN old.quotednet <> new.quotednet OR old.jobid <> new.jobid BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` - old.quotednet WHERE `id` = old.jobid;
	UPDATE `jobs` SET `quotedcents` = `quotedcents` + new.quotednet WHERE `id` = new.jobid;
END;

CREATE TRIGGER `materials_quoted_gone` AFTER DELETE ON `materials` WHEN old.quotednet <> 0 BEGIN
	UPDATE `jobs` SET `quotedcents` = `quotedcents` - old.quotednet WHERE `id` = old.jobid;
END;

CREATE TRIGGER `jobs_figures_added` AFTER INSERT ON `jobs` WHEN new.template = 0 AND new.status BETWEEN 1 AND 4 BEGIN
	INSERT INTO `lane_figures` VALUES (new.boardid, new.status, iif(new.status = 4, coalesce(new.completed, ''), ''), 1, new.quotedcents)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + 1, `quotedcents` = `quotedcents` + excluded.quotedcents;
END;

CREATE TRIGGER `jobs_figures_left` AFTER UPDATE OF `boardid`, `status`, `template`, `completed`, `quotedcents` ON `jobs`
WHEN old.template = 0 AND old.status BETWEEN 1 AND 4
	AND (old.boardid, old.status, old.template, old.completed, old.quotedcents) IS NOT (new.boardid, new.status, new.template, new.completed, new.quotedcents) BEGIN
	UPDATE `lane_figures` SET `jobs` = `jobs` - 1, `quotedcents` = `quotedcents` - old.quotedcents
	WHERE `boardid` = old.boardid AND `status` = old.status AND `completed` = iif(old.status = 4, coalesce(old.completed, ''), '');
END;

CREATE TRIGGER `jobs_figures_entered` AFTER UPDATE OF `boardid`, `status`, `template`, `completed`, `quotedcents` ON `jobs`
WHEN new.template = 0 AND new.status BETWEEN 1 AND 4
	AND (old.boardid, old.status, old.template, old.completed, old.quotedcents) IS NOT (new.boardid, new.status, new.template, new.completed, new.quotedcents) BEGIN
	INSERT INTO `lane_figures` VALUES (new.boardid, new.status, iif(new.status = 4, coalesce(new.completed, ''), ''), 1, new.quotedcents)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + 1, `quotedcents` = `quotedcents` + excluded.quotedcents;
END;

CREATE TRIGGER `jobs_figures_gone` AFTER DELETE ON `jobs` WHEN old.template = 0 AND old.status BETWEEN 1 AND 4 BEGIN
	UPDATE `lane_figures` SET `jobs` = `jobs` - 1, `quotedcents` = `quotedcents` - old.quotedcents
	WHERE `boardid` = old.boardid AND `status` = old.status AND `completed` = iif(old.status = 4, coalesce(old.completed, ''), '');
END;
