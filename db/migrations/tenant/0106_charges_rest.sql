ALTER TABLE `invoices` ADD `chargesrest` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE invoices SET chargesrest = 1 WHERE kind = 'invoice' AND state <> 'draft'
  AND jobid IN (SELECT id FROM jobs WHERE status = 5 OR status IN (6, 98) AND statusbefore = 5);
