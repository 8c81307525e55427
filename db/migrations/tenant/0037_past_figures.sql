-- Invoiced and archived jobs by category, person and day of creation, so that no figure of all years counts them one by one.
CREATE TABLE `past_job_figures` (
	`kind` text NOT NULL,
	`boardid` text NOT NULL,
	`status` integer NOT NULL,
	`value` text NOT NULL,
	`jobs` integer NOT NULL,
	PRIMARY KEY(`kind`, `boardid`, `status`, `value`)
);
INSERT INTO `past_job_figures`
SELECT 'created', `boardid`, `status`, substr(`created`, 1, 10), count(*) FROM `jobs` WHERE `template` = 0 AND `status` IN (5, 6) GROUP BY 2, 3, 4;
INSERT INTO `past_job_figures`
SELECT 'assignee', `boardid`, `status`, coalesce(`assignee`, ''), count(*) FROM `jobs` WHERE `template` = 0 AND `status` IN (5, 6) GROUP BY 2, 3, 4;
INSERT INTO `past_job_figures`
SELECT 'category', j.`boardid`, j.`status`, coalesce(c.`categoryid`, ''), count(*)
FROM `jobs` j LEFT JOIN `job_categories` c ON c.`jobid` = j.`id` WHERE j.`template` = 0 AND j.`status` IN (5, 6) GROUP BY 2, 3, 4;

CREATE TRIGGER `past_jobs_added` AFTER INSERT ON `jobs` WHEN new.template = 0 AND new.status IN (5, 6) BEGIN
	INSERT INTO `past_job_figures` VALUES
		('created', new.boardid, new.status, substr(new.created, 1, 10), 1),
		('assignee', new.boardid, new.status, coalesce(new.assignee, ''), 1),
		('category', new.boardid, new.status, '', 1)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;

CREATE TRIGGER `past_jobs_left` AFTER UPDATE OF `boardid`, `status`, `template`, `created`, `assignee` ON `jobs`
WHEN old.template = 0 AND old.status IN (5, 6)
	AND (old.boardid, old.status, old.template, old.created, old.assignee) IS NOT (new.boardid, new.status, new.template, new.created, new.assignee) BEGIN
	INSERT INTO `past_job_figures`
	SELECT 'created', old.boardid, old.status, substr(old.created, 1, 10), -1
	UNION ALL SELECT 'assignee', old.boardid, old.status, coalesce(old.assignee, ''), -1
	UNION ALL SELECT 'category', old.boardid, old.status, coalesce(c.`categoryid`, ''), -1 FROM (SELECT 1) LEFT JOIN `job_categories` c ON c.`jobid` = old.id
	WHERE true ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;

CREATE TRIGGER `past_jobs_entered` AFTER UPDATE OF `boardid`, `status`, `template`, `created`, `assignee` ON `jobs`
WHEN new.template = 0 AND new.status IN (5, 6)
	AND (old.boardid, old.status, old.template, old.created, old.assignee) IS NOT (new.boardid, new.status, new.template, new.created, new.assignee) BEGIN
	INSERT INTO `past_job_figures`
	SELECT 'created', new.boardid, new.status, substr(new.created, 1, 10), 1
	UNION ALL SELECT 'assignee', new.boardid, new.status, coalesce(new.assignee, ''), 1
	UNION ALL SELECT 'category', new.boardid, new.status, coalesce(c.`categoryid`, ''), 1 FROM (SELECT 1) LEFT JOIN `job_categories` c ON c.`jobid` = new.id
	WHERE true ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;

CREATE TRIGGER `past_jobs_gone` AFTER DELETE ON `jobs` WHEN old.template = 0 AND old.status IN (5, 6) BEGIN
	INSERT INTO `past_job_figures`
	SELECT 'created', old.boardid, old.status, substr(old.created, 1, 10), -1
	UNION ALL SELECT 'assignee', old.boardid, old.status, coalesce(old.assignee, ''), -1
	UNION ALL SELECT 'category', old.boardid, old.status, coalesce(c.`categoryid`, ''), -1 FROM (SELECT 1) LEFT JOIN `job_categories` c ON c.`jobid` = old.id
	WHERE true ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;

-- The first category takes a job out of those without one, the last that goes puts it back.
CREATE TRIGGER `past_jobs_category_added` AFTER INSERT ON `job_categories` BEGIN
	INSERT INTO `past_job_figures`
	SELECT 'category', `boardid`, `status`, new.categoryid, 1 FROM `jobs` WHERE `id` = new.jobid AND `template` = 0 AND `status` IN (5, 6)
	UNION ALL SELECT 'category', `boardid`, `status`, '', -1 FROM `jobs` WHERE `id` = new.jobid AND `template` = 0 AND `status` IN (5, 6)
		AND NOT EXISTS (SELECT 1 FROM `job_categories` WHERE `jobid` = new.jobid AND `categoryid` <> new.categoryid)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;

CREATE TRIGGER `past_jobs_category_gone` AFTER DELETE ON `job_categories` BEGIN
	INSERT INTO `past_job_figures`
	SELECT 'category', `boardid`, `status`, old.categoryid, -1 FROM `jobs` WHERE `id` = old.jobid AND `template` = 0 AND `status` IN (5, 6)
	UNION ALL SELECT 'category', `boardid`, `status`, '', 1 FROM `jobs` WHERE `id` = old.jobid AND `template` = 0 AND `status` IN (5, 6)
		AND NOT EXISTS (SELECT 1 FROM `job_categories` WHERE `jobid` = old.jobid)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;

CREATE TRIGGER `past_jobs_category_changed` AFTER UPDATE OF `categoryid` ON `job_categories` WHEN old.categoryid <> new.categoryid BEGIN
	INSERT INTO `past_job_figures`
	SELECT 'category', `boardid`, `status`, old.categoryid, -1 FROM `jobs` WHERE `id` = new.jobid AND `template` = 0 AND `status` IN (5, 6)
	UNION ALL SELECT 'category', `boardid`, `status`, new.categoryid, 1 FROM `jobs` WHERE `id` = new.jobid AND `template` = 0 AND `status` IN (5, 6)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;
