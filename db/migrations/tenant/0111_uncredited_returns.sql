CREATE INDEX `delivery_events_uncredited` ON `delivery_events` (`lineid`) WHERE uncredited > 0;
