CREATE INDEX `supplierinvoices_open` ON `supplierinvoices` (`totalcents`, `paidcents`)
	WHERE approvedutc IS NOT NULL AND cancelledutc IS NULL AND totalcents <> paidcents;
