-- What a key opens, where that is one thing only; null: what its person may do.
ALTER TABLE `apikeys` ADD `opens` text;
