-- Whoever rings, writes or is driven to is found by their number, address and street too: what follows the unit separator
-- is searched and not shown.

DROP TRIGGER `clients_search_added`;
DROP TRIGGER `clients_search_changed`;

CREATE TRIGGER `clients_search_added` AFTER INSERT ON `clients` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(2748779069440, coalesce((SELECT max(id) FROM search_words WHERE id < 3298534883328), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', '')))
	);
END;

CREATE TRIGGER `clients_search_changed` AFTER UPDATE OF `name`, `code`, `city`, `contactname`, `contactnumber`, `contactemail`, `addressline1` ON `clients` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', ''))) WHERE recordid = new.id AND id >> 40 = 2;
END;

UPDATE search_words SET words = (SELECT concat_ws(char(10), r.code, r.city, r.contactname, r.contactnumber, char(31) || concat_ws(' ', r.contactemail, r.addressline1, replace(r.contactnumber, ' ', ''))) FROM `clients` AS r WHERE r.id = recordid)
WHERE id BETWEEN 2199023255552 AND 3298534883327 AND recordid IN (SELECT id FROM `clients`);

DROP TRIGGER `locations_search_added`;
DROP TRIGGER `locations_search_changed`;

CREATE TRIGGER `locations_search_added` AFTER INSERT ON `locations` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(4947802324992, coalesce((SELECT max(id) FROM search_words WHERE id < 5497558138880), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', '')))
	);
END;

CREATE TRIGGER `locations_search_changed` AFTER UPDATE OF `name`, `city`, `contactname`, `contactnumber`, `contactemail`, `addressline1` ON `locations` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', ''))) WHERE recordid = new.id AND id >> 40 = 4;
END;

UPDATE search_words SET words = (SELECT concat_ws(char(10), r.city, r.contactname, r.contactnumber, char(31) || concat_ws(' ', r.contactemail, r.addressline1, replace(r.contactnumber, ' ', ''))) FROM `locations` AS r WHERE r.id = recordid)
WHERE id BETWEEN 4398046511104 AND 5497558138879 AND recordid IN (SELECT id FROM `locations`);

DROP TRIGGER `suppliers_search_added`;
DROP TRIGGER `suppliers_search_changed`;

CREATE TRIGGER `suppliers_search_added` AFTER INSERT ON `suppliers` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max(6047313952768, coalesce((SELECT max(id) FROM search_words WHERE id < 6597069766656), 0)) + 1,
		new.id, new.name, concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', '')))
	);
END;

CREATE TRIGGER `suppliers_search_changed` AFTER UPDATE OF `name`, `code`, `city`, `contactname`, `contactnumber`, `contactemail`, `addressline1` ON `suppliers` BEGIN
	UPDATE search_words SET title = new.name, words = concat_ws(char(10), new.code, new.city, new.contactname, new.contactnumber, char(31) || concat_ws(' ', new.contactemail, new.addressline1, replace(new.contactnumber, ' ', ''))) WHERE recordid = new.id AND id >> 40 = 5;
END;

UPDATE search_words SET words = (SELECT concat_ws(char(10), r.code, r.city, r.contactname, r.contactnumber, char(31) || concat_ws(' ', r.contactemail, r.addressline1, replace(r.contactnumber, ' ', ''))) FROM `suppliers` AS r WHERE r.id = recordid)
WHERE id BETWEEN 5497558138880 AND 6597069766655 AND recordid IN (SELECT id FROM `suppliers`);
