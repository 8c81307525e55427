CREATE INDEX `sessions_expires` ON `sessions` (`expiresutc`);
CREATE INDEX `onetimetokens_expires` ON `onetimetokens` (`expiresutc`);
