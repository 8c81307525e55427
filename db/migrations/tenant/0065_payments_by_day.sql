-- The list of payments by day.
CREATE INDEX `client_payments_date` ON `client_payments` (`date`, `id`);
