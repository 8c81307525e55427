-- Bank lines propose the deposit requests that are still to be paid.
CREATE INDEX `invoices_deposits_asked` ON `invoices` (`jobid`, `client`) WHERE kind = 'deposit' AND paidcents < totalcents - settledcents;
