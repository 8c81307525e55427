-- Of an account that stands beside another to be read: of which one it is a copy, and of which moment. Those that were
-- put there before are known by when they expired; '' is not known.
ALTER TABLE `accounts` ADD `copyof` text;
ALTER TABLE `accounts` ADD `copiedutc` text;
UPDATE `accounts` SET `copyof` = '' WHERE `utcexpires` = '2000-01-01T00:00:00.000Z';
-- For which hour the next backup was planned.
ALTER TABLE `backup_schedule` ADD `hour` integer;
DELETE FROM `backup_schedule` WHERE `accountid` IN (SELECT `id` FROM `accounts` WHERE `copyof` IS NOT NULL);
