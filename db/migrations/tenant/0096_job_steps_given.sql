-- Whether steps are given out here is asked as a job is completed.
CREATE INDEX `job_steps_given` ON `job_steps` (`workerid`) WHERE workerid IS NOT NULL;
