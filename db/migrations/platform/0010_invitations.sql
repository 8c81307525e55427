-- What was typed of somebody who has not accepted yet; null: they have, or never were invited.
ALTER TABLE `seats` ADD `invited` text;
ALTER TABLE `seats` ADD `invitedutc` text;
