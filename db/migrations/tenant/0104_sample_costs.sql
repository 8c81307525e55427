-- What setup by trade says that its items cost, until somebody says that it is so. Of accounts from before it is not known.
ALTER TABLE `sample_prices` ADD `cost` integer;
ALTER TABLE `sample_prices` ADD `costconfirmed` integer DEFAULT false NOT NULL;
