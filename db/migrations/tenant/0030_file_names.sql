-- Files are found by the name that was given to them first, and by that of the disk they came from.
DROP TRIGGER `documents_search_added`;
DROP TRIGGER `documents_search_changed`;

CREATE TRIGGER `documents_search_added` AFTER INSERT ON `documents` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(9345848836096, coalesce((SELECT max(id) FROM search_words WHERE id < 9895604649984), 0)) + 1,
		new.id, new.filename, concat_ws(char(10), nullif(new.original, new.filename), new.`group`)
	);
END;

CREATE TRIGGER `documents_search_changed` AFTER UPDATE OF `filename`, `original`, `group` ON `documents` BEGIN
	UPDATE search_words SET title = new.filename, words = concat_ws(char(10), nullif(new.original, new.filename), new.`group`) WHERE recordid = new.id AND id >> 40 = 8;
END;

UPDATE `search_words` SET title = d.filename, words = concat_ws(char(10), nullif(d.original, d.filename), d.`group`)
FROM `documents` AS d WHERE d.id = `search_words`.recordid AND `search_words`.id >> 40 = 8;
