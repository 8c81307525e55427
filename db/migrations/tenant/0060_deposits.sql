-- What became of the money that a deposit request brought in, or of what it asked for. Rows are only added: below zero
-- where one was taken back.
CREATE TABLE `deposit_outcomes` (
	`id` text PRIMARY KEY NOT NULL,
	`depositid` text NOT NULL,
	`kind` text NOT NULL,
	`amountcents` integer NOT NULL,
	`date` text NOT NULL,
	`invoiceid` text,
	`paymentid` text,
	`reason` text DEFAULT '' NOT NULL,
	`userid` text,
	`createdutc` text NOT NULL,
	FOREIGN KEY (`depositid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoiceid`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`paymentid`) REFERENCES `client_payments`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`userid`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `deposit_outcomes_deposit` ON `deposit_outcomes` (`depositid`);
CREATE INDEX `deposit_outcomes_invoice` ON `deposit_outcomes` (`invoiceid`) WHERE invoiceid IS NOT NULL;
CREATE INDEX `deposit_outcomes_payment` ON `deposit_outcomes` (`paymentid`) WHERE paymentid IS NOT NULL;

-- Deposits of a job, and those of a client that are held.
CREATE INDEX `invoices_deposits` ON `invoices` (`jobid`) WHERE kind = 'deposit';
CREATE INDEX `invoices_deposits_held` ON `invoices` (`kind`, `client`, `paidcents`) WHERE kind = 'deposit' AND paidcents > 0;
