-- The mail that carries the job's estimate, while it waits in the outbox: only one that went out was sent.
ALTER TABLE `jobs` ADD COLUMN `estimatemailid` TEXT;
CREATE INDEX `jobs_estimate_mail` ON `jobs` (`estimatemailid`) WHERE estimatemailid IS NOT NULL;
