-- How long jobs stood on each lane: a row for each time that one left it, kept by a trigger.
CREATE TABLE `lane_stays` (
	`leftutc` text NOT NULL,
	`jobid` text NOT NULL,
	`boardid` text NOT NULL,
	`status` integer NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`leftutc`, `jobid`, `status`)
);
CREATE INDEX `lane_stays_left` ON `lane_stays` (`leftutc`,`boardid`,`status`,`seconds`);

CREATE TRIGGER `jobs_lane_left` AFTER UPDATE OF `status` ON `jobs`
WHEN old.template = 0 AND old.status BETWEEN 1 AND 4 AND new.status <> old.status AND new.status <> 98 AND new.movedutc IS NOT NULL BEGIN
	INSERT OR REPLACE INTO `lane_stays` VALUES (new.movedutc, new.id, old.boardid, old.status,
		max(0, unixepoch(new.movedutc) - unixepoch(coalesce(old.movedutc, old.created))));
END;

-- What the history of the last half year says, of lanes by the name that they have now or had at first.
INSERT OR IGNORE INTO `lane_stays`
SELECT h.dateutc, h.entityid, j.boardid, l.status, max(0, unixepoch(h.dateutc) - unixepoch(coalesce(h.before, j.created)))
FROM (
	SELECT id, entityid, oldvalue, newvalue, dateutc, lag(dateutc) OVER (PARTITION BY entityid ORDER BY id) AS before
	FROM `history` WHERE entity = 'jobs' AND field = 'status'
) h
JOIN `jobs` j ON j.id = h.entityid AND j.template = 0
JOIN (
	SELECT CAST(substr(`key`, 10) AS INTEGER) AS status, `value` AS name FROM `resources` WHERE `key` IN ('jobs.lane1', 'jobs.lane2', 'jobs.lane3', 'jobs.lane4')
	UNION SELECT 1, 'Draft' UNION SELECT 2, 'Review' UNION SELECT 3, 'Approve' UNION SELECT 4, 'Complete'
) l ON l.name = h.oldvalue
WHERE h.dateutc >= strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-183 days')
	AND h.newvalue NOT IN (SELECT 'Removed' UNION SELECT `value` FROM `resources` WHERE `key` = 'jobs.status98');
