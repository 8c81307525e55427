-- Whether its client has it, the one rule: nothing of a draft, nor of what is paid without having been sent.
ALTER TABLE `invoices` ADD COLUMN `sending` TEXT GENERATED ALWAYS AS (CASE
	WHEN `state` = 'draft' THEN NULL
	WHEN `sentutc` IS NOT NULL THEN 'sent'
	WHEN `originalmailid` IS NOT NULL THEN 'waits'
	WHEN `kind` <> 'creditnote' AND `paidcents` + `settledcents` >= `totalcents` THEN NULL ELSE 'unsent' END) VIRTUAL;
