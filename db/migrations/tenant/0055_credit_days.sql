-- Credit is found by the days on which it was received.
DROP INDEX `client_payments_open`;
CREATE INDEX `client_payments_credit` ON `client_payments` (`date`,`client`,`amountcents`,`allocatedcents`) WHERE reverseddate IS NULL AND amountcents - allocatedcents > 0;
