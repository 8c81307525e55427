-- The last day on which a job is planned; its first is `start`.
ALTER TABLE `jobs` ADD `scheduledend` text;
CREATE INDEX `jobs_scheduled` ON `jobs` (`boardid`,coalesce(`scheduledend`, `start`)) WHERE template = 0 AND start IS NOT NULL;
CREATE INDEX `jobs_scheduled_worker` ON `jobs` (`assignee`,coalesce(`scheduledend`, `start`)) WHERE template = 0 AND start IS NOT NULL;

-- Those who have the scheduler at birth (decision F12); systemadmin holds every right.
INSERT OR IGNORE INTO `roleclaims` (`roleid`, `claim`)
SELECT r.`id`, c.value FROM `roles` r, json_each('["schedule.read", "schedule.write"]') c WHERE r.`name` IN ('Agent', 'Jobs');
