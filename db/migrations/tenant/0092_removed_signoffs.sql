-- A sign-off of the wrong job is taken back with a reason, and kept.
ALTER TABLE `job_signoffs` ADD `removedutc` text;
ALTER TABLE `job_signoffs` ADD `removedby` text NOT NULL DEFAULT '';
ALTER TABLE `job_signoffs` ADD `removedreason` text NOT NULL DEFAULT '';
