-- Each template of a repeating category comes again by itself; those there were go on from the day of their category.
CREATE TABLE `template_repeats` (
	`template` text NOT NULL,
	`category` text NOT NULL,
	`frequency` text NOT NULL,
	`done` text NOT NULL,
	PRIMARY KEY(`template`, `category`),
	FOREIGN KEY (`template`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`category`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `template_repeats_category` ON `template_repeats` (`category`);
INSERT INTO `template_repeats` (`template`, `category`, `frequency`, `done`)
	SELECT j.`id`, f.`category`, f.`frequency`, f.`done`
	FROM `job_frequencies` f
	JOIN `job_categories` jc ON jc.`categoryid` = f.`category`
	JOIN `jobs` j ON j.`id` = jc.`jobid` AND j.`template` = 1;
DROP TABLE `job_frequencies`;
