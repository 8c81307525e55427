-- What the search over everything reads. Each kind has a range of ids of its own, from kind << 40: a page of one kind is
-- read newest first from the index alone. What stood before the step gets ids below the middle, by and by.
CREATE TABLE `search_words` (
	`id` integer PRIMARY KEY NOT NULL,
	`recordid` text NOT NULL,
	`title` text NOT NULL,
	`words` text NOT NULL
);

-- An id stands once in a table, and another table of an old file may have it too.
CREATE UNIQUE INDEX `search_words_record` ON `search_words` (`recordid`, `id` >> 40);

-- What begins with the words is told before what holds them.
CREATE INDEX `search_words_title` ON `search_words` (`id` >> 40, `title` COLLATE NOCASE);

-- How far each table is indexed, from its newest record down; no row: all of it.
CREATE TABLE `search_unindexed` (
	`kind` integer PRIMARY KEY NOT NULL,
	`before` text NOT NULL
);

CREATE VIRTUAL TABLE `search_index` USING fts5(
	title, words, content = 'search_words', content_rowid = 'id', tokenize = 'trigram remove_diacritics 1'
);

CREATE TRIGGER `search_words_added` AFTER INSERT ON `search_words` BEGIN
	INSERT INTO search_index (rowid, title, words) VALUES (new.id, new.title, new.words);
END;

CREATE TRIGGER `search_words_changed` AFTER UPDATE OF title, words ON `search_words`
WHEN old.title <> new.title OR old.words <> new.words BEGIN
	INSERT INTO search_index (search_index, rowid, title, words) VALUES ('delete', old.id, old.title, old.words);
	INSERT INTO search_index (rowid, title, words) VALUES (new.id, new.title, new.words);
END;

CREATE TRIGGER `search_words_gone` AFTER DELETE ON `search_words` BEGIN
	INSERT INTO search_index (search_index, rowid, title, words) VALUES ('delete', old.id, old.title, old.words);
END;

CREATE TRIGGER `jobs_search_added` AFTER INSERT ON `jobs` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(1649267441664, coalesce((SELECT max(id) FROM search_words WHERE id < 2199023255552), 0)) + 1,
		new.id, new.reference, concat_ws(char(10), new.description, new.customerreference)
	);
END;

CREATE TRIGGER `jobs_search_changed` AFTER UPDATE OF `reference`, `description`, `customerreference` ON `jobs` BEGIN
	UPDATE search_words SET title = new.reference, words = concat_ws(char(10), new.description, new.customerreference) WHERE recordid = new.id AND id >> 40 = 1;
END;

CREATE TRIGGER `jobs_search_gone` AFTER DELETE ON `jobs` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 1;
END;

INSERT INTO search_unindexed (kind, before) SELECT 1, '~' FROM `jobs` LIMIT 1;

CREATE TRIGGER `clients_search_added` AFTER INSERT ON `clients` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(2748779069440, coalesce((SELECT max(id) FROM search_words WHERE id < 3298534883328), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.code, new.city, new.contactname)
	);
END;

CREATE TRIGGER `clients_search_changed` AFTER UPDATE OF `name`, `code`, `city`, `contactname` ON `clients` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.code, new.city, new.contactname) WHERE recordid = new.id AND id >> 40 = 2;
END;

CREATE TRIGGER `clients_search_gone` AFTER DELETE ON `clients` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 2;
END;

INSERT INTO search_unindexed (kind, before) SELECT 2, '~' FROM `clients` LIMIT 1;

CREATE TRIGGER `inventory_search_added` AFTER INSERT ON `inventory` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(3848290697216, coalesce((SELECT max(id) FROM search_words WHERE id < 4398046511104), 0)) + 1,
		new.id, coalesce(nullif(trim(new.materialname), ''), nullif(trim(new.make || ' ' || new.model), ''), new.code), concat_ws(char(10), new.code, new.make || ' ' || new.model, new.materialcode, new.barcode)
	);
END;

CREATE TRIGGER `inventory_search_changed` AFTER UPDATE OF `code`, `make`, `model`, `materialname`, `materialcode`, `barcode` ON `inventory` BEGIN
	UPDATE search_words SET title = coalesce(nullif(trim(new.materialname), ''), nullif(trim(new.make || ' ' || new.model), ''), new.code), words = concat_ws(char(10), new.code, new.make || ' ' || new.model, new.materialcode, new.barcode) WHERE recordid = new.id AND id >> 40 = 3;
END;

CREATE TRIGGER `inventory_search_gone` AFTER DELETE ON `inventory` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 3;
END;

INSERT INTO search_unindexed (kind, before) SELECT 3, '~' FROM `inventory` LIMIT 1;

CREATE TRIGGER `locations_search_added` AFTER INSERT ON `locations` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(4947802324992, coalesce((SELECT max(id) FROM search_words WHERE id < 5497558138880), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.city, new.contactname)
	);
END;

CREATE TRIGGER `locations_search_changed` AFTER UPDATE OF `name`, `city`, `contactname` ON `locations` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.city, new.contactname) WHERE recordid = new.id AND id >> 40 = 4;
END;

CREATE TRIGGER `locations_search_gone` AFTER DELETE ON `locations` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 4;
END;

INSERT INTO search_unindexed (kind, before) SELECT 4, '~' FROM `locations` LIMIT 1;

CREATE TRIGGER `suppliers_search_added` AFTER INSERT ON `suppliers` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(6047313952768, coalesce((SELECT max(id) FROM search_words WHERE id < 6597069766656), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.code, new.city, new.contactname)
	);
END;

CREATE TRIGGER `suppliers_search_changed` AFTER UPDATE OF `name`, `code`, `city`, `contactname` ON `suppliers` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.code, new.city, new.contactname) WHERE recordid = new.id AND id >> 40 = 5;
END;

CREATE TRIGGER `suppliers_search_gone` AFTER DELETE ON `suppliers` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 5;
END;

INSERT INTO search_unindexed (kind, before) SELECT 5, '~' FROM `suppliers` LIMIT 1;

CREATE TRIGGER `invoices_search_added` AFTER INSERT ON `invoices` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(7146825580544, coalesce((SELECT max(id) FROM search_words WHERE id < 7696581394432), 0)) + 1,
		new.id, coalesce(new.number, 'Draft'), new.reference
	);
END;

CREATE TRIGGER `invoices_search_changed` AFTER UPDATE OF `number`, `reference` ON `invoices` BEGIN
	UPDATE search_words SET title = coalesce(new.number, 'Draft'), words = new.reference WHERE recordid = new.id AND id >> 40 = 6;
END;

CREATE TRIGGER `invoices_search_gone` AFTER DELETE ON `invoices` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 6;
END;

INSERT INTO search_unindexed (kind, before) SELECT 6, '~' FROM `invoices` LIMIT 1;

CREATE TRIGGER `equipment_search_added` AFTER INSERT ON `equipment` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(8246337208320, coalesce((SELECT max(id) FROM search_words WHERE id < 8796093022208), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.code, new.barcode, new.model, new.serial)
	);
END;

CREATE TRIGGER `equipment_search_changed` AFTER UPDATE OF `name`, `code`, `barcode`, `model`, `serial` ON `equipment` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.code, new.barcode, new.model, new.serial) WHERE recordid = new.id AND id >> 40 = 7;
END;

CREATE TRIGGER `equipment_search_gone` AFTER DELETE ON `equipment` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 7;
END;

INSERT INTO search_unindexed (kind, before) SELECT 7, '~' FROM `equipment` LIMIT 1;

CREATE TRIGGER `documents_search_added` AFTER INSERT ON `documents` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(9345848836096, coalesce((SELECT max(id) FROM search_words WHERE id < 9895604649984), 0)) + 1,
		new.id, coalesce(nullif(new.original, ''), new.filename), new.`group`
	);
END;

CREATE TRIGGER `documents_search_changed` AFTER UPDATE OF `filename`, `original`, `group` ON `documents` BEGIN
	UPDATE search_words SET title = coalesce(nullif(new.original, ''), new.filename), words = new.`group` WHERE recordid = new.id AND id >> 40 = 8;
END;

CREATE TRIGGER `documents_search_gone` AFTER DELETE ON `documents` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 8;
END;

INSERT INTO search_unindexed (kind, before) SELECT 8, '~' FROM `documents` LIMIT 1;
