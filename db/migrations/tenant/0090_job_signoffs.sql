-- What clients signed for the work, on the device of whoever did it.
CREATE TABLE `job_signoffs` (
	`id` text PRIMARY KEY NOT NULL,
	`jobid` text NOT NULL,
	`name` text NOT NULL,
	`strokes` text NOT NULL,
	`signedutc` text NOT NULL,
	`byname` text NOT NULL,
	FOREIGN KEY (`jobid`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `job_signoffs_job` ON `job_signoffs` (`jobid`,`signedutc`);
