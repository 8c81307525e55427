ALTER TABLE `jobs` ADD `revision` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `jobs` ADD `offereddigest` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE jobs SET revision = 1 WHERE estimatesentutc IS NOT NULL;
