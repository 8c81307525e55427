-- One index for each sum of a stage: SQLite took the one for both also for lists, which it cannot sort.
DROP INDEX `jobs_stage`;
CREATE INDEX `jobs_asked` ON `jobs` (`boardid`,`location`,`quotedcents`) WHERE template = 0 AND status IN (1, 2) AND estimatesentutc IS NULL;
CREATE INDEX `jobs_complete` ON `jobs` (`boardid`,`location`,`fixedprice`,`quotedcents`,`usedcents`) WHERE template = 0 AND status IN (4);
