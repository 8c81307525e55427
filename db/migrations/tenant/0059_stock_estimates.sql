-- Until when worth is estimated: none of these is ever added.
CREATE INDEX `stock_ledger_estimate` ON `stock_ledger` (`effectivedate`) WHERE valuedby = 'estimate';
