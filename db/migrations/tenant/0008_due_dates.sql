-- Days after its date that an invoice is due; NULL on a client: as the organisation says; NULL there: no due date.
ALTER TABLE `organisations` ADD COLUMN `paymentdays` INTEGER DEFAULT 30;
ALTER TABLE `clients` ADD COLUMN `paymentdays` INTEGER;
-- As printed on it: what was issued before had none.
ALTER TABLE `invoices` ADD COLUMN `duedate` TEXT;
