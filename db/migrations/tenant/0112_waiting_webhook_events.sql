-- What waits is counted where it is shown: a change that is told writes one page less.
ALTER TABLE `webhooks` DROP COLUMN `waiting`;
