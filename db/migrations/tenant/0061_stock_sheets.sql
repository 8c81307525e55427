-- Counts of many items at once: a sheet, and what was counted on it.
CREATE TABLE `stock_sheets` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`createdutc` text NOT NULL,
	`updatedutc` text NOT NULL,
	`number` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`storageid` text,
	`state` text DEFAULT 'counting' NOT NULL,
	`blind` integer DEFAULT false NOT NULL,
	`tolerance` integer,
	`tolerancecents` integer,
	`user` text DEFAULT '' NOT NULL,
	`posteduser` text DEFAULT '' NOT NULL,
	`postedutc` text,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE UNIQUE INDEX `stock_sheets_number` ON `stock_sheets` (`number`);
CREATE TABLE `stock_sheet_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`sheetid` text NOT NULL,
	`position` integer NOT NULL,
	`inventoryid` text NOT NULL,
	`storageid` text,
	`counted` integer,
	`expected` integer,
	`countedseq` integer,
	`countedutc` text,
	`userid` text,
	`user` text DEFAULT '' NOT NULL,
	`firstcounted` integer,
	`firstuserid` text,
	`firstuser` text DEFAULT '' NOT NULL,
	`seq` integer,
	FOREIGN KEY (`sheetid`) REFERENCES `stock_sheets`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`storageid`) REFERENCES `storage`(`id`) ON UPDATE no action ON DELETE restrict
);
CREATE INDEX `stock_sheet_lines_sheet` ON `stock_sheet_lines` (`sheetid`, `position`);
CREATE INDEX `stock_sheet_lines_item` ON `stock_sheet_lines` (`inventoryid`);
