-- What was last done to a step, by whom and with which note: until now read from the words of the history.
ALTER TABLE `job_steps` ADD `lastaction` text;
ALTER TABLE `job_steps` ADD `lastnote` text DEFAULT '' NOT NULL;
ALTER TABLE `job_steps` ADD `lastuserid` text;
ALTER TABLE `job_steps` ADD `lastuser` text DEFAULT '' NOT NULL;
-- A step that was named anew, or whose last words do not fit how it stands, stays without.
WITH `last` AS (
	SELECT s.`id`, max(h.`id`) AS `historyid` FROM `job_steps` s
	JOIN `history` h ON h.`entity` = 'jobs' AND h.`entityid` = s.`jobid` AND h.`field` = 'step'
		AND h.`item` = s.`name` || iif(s.`iteration` > 1, ' (round ' || s.`iteration` || ')', '')
	GROUP BY s.`id`
), `done` AS (
	SELECT l.`id`, h.`userid`, h.`user`, h.`newvalue` AS `words`, CASE
		WHEN h.`newvalue` LIKE 'started, %' THEN 'start'
		WHEN h.`newvalue` LIKE 'paused, %' THEN 'pause'
		WHEN h.`newvalue` = 'finished' THEN 'finish'
		WHEN h.`newvalue` LIKE 'skipped: %' THEN 'skip'
		WHEN h.`newvalue` = 'reopened' OR h.`newvalue` LIKE 'reopened: %' THEN 'reopen' END AS `action`
	FROM `last` l JOIN `history` h ON h.`id` = l.`historyid`
)
UPDATE `job_steps` SET `lastaction` = d.`action`, `lastuserid` = d.`userid`, `lastuser` = d.`user`,
	`lastnote` = iif(instr(d.`words`, ': ') > 0 AND d.`action` IN ('skip', 'reopen'), substr(d.`words`, instr(d.`words`, ': ') + 2), '')
FROM `done` d
WHERE d.`id` = `job_steps`.`id` AND d.`action` IS NOT NULL
	AND `job_steps`.`completed` = (d.`action` = 'finish') AND `job_steps`.`skipped` = (d.`action` = 'skip');
