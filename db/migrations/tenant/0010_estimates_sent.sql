-- When the estimate was last e-mailed; jobs of before have it in their history alone.
ALTER TABLE `jobs` ADD COLUMN `estimatesentutc` TEXT;
