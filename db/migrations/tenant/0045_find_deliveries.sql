-- Delivery notes are found like everything else.
CREATE TRIGGER `deliveries_search_added` AFTER INSERT ON `deliveries` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(10995116277760, coalesce((SELECT max(id) FROM search_words WHERE id < 12094627905536), 0)) + 1,
		new.id, coalesce(new.number, 'Draft'),
		concat_ws(char(10), new.reference, new.waybill, new.carrier, new.receivedby, iif(new.state <> 'draft', new.snapshot ->> '$.client.name', NULL))
	);
END;

CREATE TRIGGER `deliveries_search_changed` AFTER UPDATE OF `number`, `state`, `reference`, `waybill`, `carrier`, `receivedby`, `snapshot` ON `deliveries` BEGIN
	UPDATE search_words SET
		title = coalesce(new.number, 'Draft'),
		words = concat_ws(char(10), new.reference, new.waybill, new.carrier, new.receivedby, iif(new.state <> 'draft', new.snapshot ->> '$.client.name', NULL))
	WHERE recordid = new.id AND id >> 40 = 10;
END;

CREATE TRIGGER `deliveries_search_gone` AFTER DELETE ON `deliveries` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 10;
END;

INSERT INTO search_unindexed (kind, before) SELECT 10, '~' FROM `deliveries` LIMIT 1;
