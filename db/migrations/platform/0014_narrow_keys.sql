-- A key may do less than its person, and end by itself.
ALTER TABLE `apikeys` ADD `claims` text;
ALTER TABLE `apikeys` ADD `expiresutc` text;
