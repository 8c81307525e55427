-- What a job was quoted at, with VAT, when it was approved; null where that was before this was kept, or it had no price.
ALTER TABLE `jobs` ADD `approvedcents` integer;
