-- Clients and suppliers are found by the numbers that stand on their papers too, and supplier invoices by their own number.

DROP TRIGGER `clients_search_added`;
DROP TRIGGER `clients_search_changed`;

CREATE TRIGGER `clients_search_added` AFTER INSERT ON `clients` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(2748779069440, coalesce((SELECT max(id) FROM search_words WHERE id < 3298534883328), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', ''), new.vatnumber, new.registrationnumber))
	);
END;

CREATE TRIGGER `clients_search_changed` AFTER UPDATE OF `name`, `code`, `city`, `contactname`, `contactnumber`, `contactemail`, `addressline1`, `vatnumber`, `registrationnumber` ON `clients` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', ''), new.vatnumber, new.registrationnumber)) WHERE recordid = new.id AND id >> 40 = 2;
END;

UPDATE search_words SET words = (SELECT concat_ws(char(10), r.code, r.city, r.contactname, r.contactnumber, char(31) || concat_ws(' ', r.contactemail, r.addressline1, replace(r.contactnumber, ' ', ''), r.vatnumber, r.registrationnumber)) FROM `clients` AS r WHERE r.id = recordid)
WHERE id BETWEEN 2199023255552 AND 3298534883327 AND recordid IN (SELECT id FROM `clients` WHERE vatnumber IS NOT NULL OR registrationnumber IS NOT NULL);

DROP TRIGGER `suppliers_search_added`;
DROP TRIGGER `suppliers_search_changed`;

CREATE TRIGGER `suppliers_search_added` AFTER INSERT ON `suppliers` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(6047313952768, coalesce((SELECT max(id) FROM search_words WHERE id < 6597069766656), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', ''), new.vatnumber))
	);
END;

CREATE TRIGGER `suppliers_search_changed` AFTER UPDATE OF `name`, `code`, `city`, `contactname`, `contactnumber`, `contactemail`, `addressline1`, `vatnumber` ON `suppliers` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', ''), new.vatnumber)) WHERE recordid = new.id AND id >> 40 = 5;
END;

UPDATE search_words SET words = (SELECT concat_ws(char(10), r.code, r.city, r.contactname, r.contactnumber, char(31) || concat_ws(' ', r.contactemail, r.addressline1, replace(r.contactnumber, ' ', ''), r.vatnumber)) FROM `suppliers` AS r WHERE r.id = recordid)
WHERE id BETWEEN 5497558138880 AND 6597069766655 AND recordid IN (SELECT id FROM `suppliers` WHERE vatnumber IS NOT NULL);

CREATE TRIGGER `supplierinvoices_search_added` AFTER INSERT ON `supplierinvoices` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(13743895347200, coalesce((SELECT max(id) FROM search_words WHERE id < 14293651161088), 0)) + 1,
		new.id, new.number, concat_ws(char(10), (SELECT s.name FROM suppliers AS s WHERE s.id = new.supplier), new.note)
	);
END;

CREATE TRIGGER `supplierinvoices_search_changed` AFTER UPDATE OF `number`, `supplier`, `note` ON `supplierinvoices` BEGIN
	UPDATE search_words SET title = new.number, words = concat_ws(char(10), (SELECT s.name FROM suppliers AS s WHERE s.id = new.supplier), new.note) WHERE recordid = new.id AND id >> 40 = 12;
END;

CREATE TRIGGER `supplierinvoices_search_gone` AFTER DELETE ON `supplierinvoices` BEGIN
	DELETE FROM search_words WHERE recordid = old.id AND id >> 40 = 12;
END;

CREATE TRIGGER `suppliers_search_invoices` AFTER UPDATE OF `name` ON `suppliers` WHEN old.name <> new.name BEGIN
	UPDATE search_words SET words = (SELECT concat_ws(char(10), (SELECT s.name FROM suppliers AS s WHERE s.id = r.supplier), r.note) FROM `supplierinvoices` AS r WHERE r.id = recordid)
	WHERE id >> 40 = 12 AND recordid IN (SELECT id FROM `supplierinvoices` WHERE supplier = new.id);
END;

INSERT INTO search_unindexed (kind, before) SELECT 12, '~' FROM `supplierinvoices` LIMIT 1;
