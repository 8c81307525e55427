-- Workers are found like everything else, and invoices by what they come to.
CREATE TRIGGER `workers_search_added` AFTER INSERT ON `workers` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(10445360463872, coalesce((SELECT max(id) FROM search_words WHERE id < 10995116277760), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.title, new.code)
	);
END;

CREATE TRIGGER `workers_search_changed` AFTER UPDATE OF `name`, `title`, `code` ON `workers` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.title, new.code) WHERE recordid = new.id AND id >> 40 = 9;
END;

CREATE TRIGGER `workers_search_gone` AFTER DELETE ON `workers` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 9;
END;

INSERT INTO search_unindexed (kind, before) SELECT 9, '~' FROM `workers` LIMIT 1;

CREATE INDEX `invoices_total` ON `invoices` (`totalcents`) WHERE state <> 'draft';
