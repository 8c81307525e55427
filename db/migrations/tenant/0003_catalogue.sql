-- The inventory page: its sections are read in order, and counted, from this index alone.
CREATE INDEX `inventory_sections` ON `inventory` (`category`, `archived`, `code` COLLATE NOCASE, `inventoryclass`);

-- What an item is searched by. Its rowid is a column of its own, since that of `inventory` is not kept by VACUUM.
CREATE TABLE `inventory_words` (
	`id` integer PRIMARY KEY NOT NULL,
	`inventoryid` text NOT NULL,
	`words` text NOT NULL,
	FOREIGN KEY (`inventoryid`) REFERENCES `inventory`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `inventory_words_item` ON `inventory_words` (`inventoryid`);

-- Any three letters in a row, without case or accents.
CREATE VIRTUAL TABLE `inventory_search` USING fts5(
	words, content = 'inventory_words', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1'
);

CREATE TRIGGER `inventory_words_added` AFTER INSERT ON `inventory_words` BEGIN
	INSERT INTO inventory_search (rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER `inventory_words_changed` AFTER UPDATE OF words ON `inventory_words` BEGIN
	INSERT INTO inventory_search (inventory_search, rowid, words) VALUES ('delete', old.id, old.words);
	INSERT INTO inventory_search (rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER `inventory_words_gone` AFTER DELETE ON `inventory_words` BEGIN
	INSERT INTO inventory_search (inventory_search, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER `inventory_said` AFTER INSERT ON `inventory` BEGIN
	INSERT INTO inventory_words (inventoryid, words) VALUES (new.id, concat_ws(
		char(10), new.code, new.make || ' ' || new.model, new.materialname, new.materialcode, new.barcode
	));
END;

CREATE TRIGGER `inventory_renamed` AFTER UPDATE OF code, make, model, materialname, materialcode, barcode ON `inventory` BEGIN
	UPDATE inventory_words SET words = concat_ws(
		char(10), new.code, new.make || ' ' || new.model, new.materialname, new.materialcode, new.barcode
	) WHERE inventoryid = new.id;
END;

INSERT INTO inventory_words (inventoryid, words)
	SELECT id, concat_ws(char(10), code, make || ' ' || model, materialname, materialcode, barcode) FROM inventory;
