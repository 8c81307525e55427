-- Whether the Consumer Protection Act protects a client: what is charged above an estimate is looked at then.
ALTER TABLE `clients` ADD `consumer` integer DEFAULT false NOT NULL;
