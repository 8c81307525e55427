-- SQLite keeps for each open file what it parsed of each trigger. What several of them do stands once: they insert it into
-- a view, which holds nothing, and the trigger of that view does it.

DROP TRIGGER `past_jobs_added`;
DROP TRIGGER `past_jobs_left`;
DROP TRIGGER `past_jobs_entered`;
DROP TRIGGER `past_jobs_gone`;
DROP TRIGGER `past_jobs_category_added`;
DROP TRIGGER `past_jobs_category_gone`;
DROP TRIGGER `past_jobs_category_changed`;

CREATE VIEW `past_job_changes` (`jobid`, `template`, `boardid`, `status`, `created`, `assignee`, `jobs`) AS SELECT 1, 2, 3, 4, 5, 6, 7;
CREATE TRIGGER `past_job_changes_said` INSTEAD OF INSERT ON `past_job_changes` WHEN new.template = 0 AND new.status IN (5, 6) BEGIN
	INSERT INTO `past_job_figures`
	SELECT 'created', new.boardid, new.status, substr(new.created, 1, 10), new.jobs
	UNION ALL SELECT 'assignee', new.boardid, new.status, coalesce(new.assignee, ''), new.jobs
	UNION ALL SELECT 'category', new.boardid, new.status, coalesce(c.`categoryid`, ''), new.jobs FROM (SELECT 1) LEFT JOIN `job_categories` c ON c.`jobid` = new.jobid
	WHERE true ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;
CREATE TRIGGER `past_jobs_added` AFTER INSERT ON `jobs` WHEN new.status IN (5, 6) BEGIN
	INSERT INTO `past_job_changes` VALUES (new.id, new.template, new.boardid, new.status, new.created, new.assignee, 1);
END;
CREATE TRIGGER `past_jobs_changed` AFTER UPDATE OF `boardid`, `status`, `template`, `created`, `assignee` ON `jobs`
WHEN (old.status IN (5, 6) OR new.status IN (5, 6))
	AND (old.boardid, old.status, old.template, old.created, old.assignee) IS NOT (new.boardid, new.status, new.template, new.created, new.assignee) BEGIN
	INSERT INTO `past_job_changes` VALUES (old.id, old.template, old.boardid, old.status, old.created, old.assignee, -1);
	INSERT INTO `past_job_changes` VALUES (new.id, new.template, new.boardid, new.status, new.created, new.assignee, 1);
END;
CREATE TRIGGER `past_jobs_gone` AFTER DELETE ON `jobs` WHEN old.status IN (5, 6) BEGIN
	INSERT INTO `past_job_changes` VALUES (old.id, old.template, old.boardid, old.status, old.created, old.assignee, -1);
END;

-- The first category takes a job out of those without one, the last that goes puts it back.
CREATE VIEW `past_category_changes` (`jobid`, `categoryid`, `jobs`) AS SELECT 1, 2, 3;
CREATE TRIGGER `past_category_changes_said` INSTEAD OF INSERT ON `past_category_changes` BEGIN
	INSERT INTO `past_job_figures` SELECT 'category', `boardid`, `status`, new.categoryid, new.jobs FROM `jobs` WHERE `id` = new.jobid AND `template` = 0 AND `status` IN (5, 6)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`;
END;
CREATE TRIGGER `past_jobs_category_added` AFTER INSERT ON `job_categories` BEGIN
	INSERT INTO `past_category_changes` VALUES (new.jobid, new.categoryid, 1);
	INSERT INTO `past_category_changes` SELECT new.jobid, '', -1 WHERE NOT EXISTS (SELECT 1 FROM `job_categories` WHERE `jobid` = new.jobid AND `categoryid` <> new.categoryid);
END;
CREATE TRIGGER `past_jobs_category_gone` AFTER DELETE ON `job_categories` BEGIN
	INSERT INTO `past_category_changes` VALUES (old.jobid, old.categoryid, -1);
	INSERT INTO `past_category_changes` SELECT old.jobid, '', 1 WHERE NOT EXISTS (SELECT 1 FROM `job_categories` WHERE `jobid` = old.jobid);
END;
CREATE TRIGGER `past_jobs_category_changed` AFTER UPDATE OF `categoryid` ON `job_categories` WHEN old.categoryid <> new.categoryid BEGIN
	INSERT INTO `past_category_changes` VALUES (new.jobid, old.categoryid, -1);
	INSERT INTO `past_category_changes` VALUES (new.jobid, new.categoryid, 1);
END;

DROP TRIGGER `jobs_figures_added`;
DROP TRIGGER `jobs_figures_left`;
DROP TRIGGER `jobs_figures_entered`;
DROP TRIGGER `jobs_figures_gone`;

CREATE VIEW `job_changes` (`template`, `boardid`, `status`, `completed`, `jobs`, `quotedcents`) AS SELECT 1, 2, 3, 4, 5, 6;
CREATE TRIGGER `job_changes_said` INSTEAD OF INSERT ON `job_changes` WHEN new.template = 0 BEGIN
	INSERT INTO `job_figures` VALUES (new.boardid, new.status, iif(new.status = 4, coalesce(new.completed, ''), ''), new.jobs, new.quotedcents)
	ON CONFLICT DO UPDATE SET `jobs` = `jobs` + excluded.`jobs`, `quotedcents` = `quotedcents` + excluded.`quotedcents`;
END;
CREATE TRIGGER `jobs_figures_added` AFTER INSERT ON `jobs` BEGIN
	INSERT INTO `job_changes` VALUES (new.template, new.boardid, new.status, new.completed, 1, new.quotedcents);
END;
CREATE TRIGGER `jobs_figures_changed` AFTER UPDATE OF `boardid`, `status`, `template`, `completed`, `quotedcents` ON `jobs`
WHEN (old.boardid, old.status, old.template, old.completed, old.quotedcents) IS NOT (new.boardid, new.status, new.template, new.completed, new.quotedcents) BEGIN
	INSERT INTO `job_changes` VALUES (old.template, old.boardid, old.status, old.completed, -1, -old.quotedcents);
	INSERT INTO `job_changes` VALUES (new.template, new.boardid, new.status, new.completed, 1, new.quotedcents);
END;
CREATE TRIGGER `jobs_figures_gone` AFTER DELETE ON `jobs` BEGIN
	INSERT INTO `job_changes` VALUES (old.template, old.boardid, old.status, old.completed, -1, -old.quotedcents);
END;

DROP TRIGGER `invoices_figures_added`;
DROP TRIGGER `invoices_figures_changed`;
DROP TRIGGER `invoices_figures_gone`;
DROP TRIGGER `jobs_invoices_moved`;

CREATE VIEW `invoice_changes` (`boardid`, `standing`, `day`, `documents`, `totalcents`, `paidcents`) AS SELECT 1, 2, 3, 4, 5, 6;
CREATE TRIGGER `invoice_changes_said` INSTEAD OF INSERT ON `invoice_changes` BEGIN
	INSERT INTO `invoice_figures` VALUES (new.boardid, new.standing, substr(new.day, 1, 7), new.documents, new.totalcents, new.paidcents)
	ON CONFLICT DO UPDATE SET `documents` = `documents` + excluded.`documents`, `totalcents` = `totalcents` + excluded.`totalcents`, `paidcents` = `paidcents` + excluded.`paidcents`;
END;
CREATE TRIGGER `invoices_figures_added` AFTER INSERT ON `invoices` BEGIN
	INSERT INTO `invoice_changes` SELECT `boardid`, new.standing, new.day, 1, new.totalcents, new.paidcents + new.settledcents FROM `jobs` WHERE `id` = new.jobid;
END;
CREATE TRIGGER `invoices_figures_changed` AFTER UPDATE OF `jobid`, `kind`, `state`, `date`, `totalcents`, `paidcents`, `settledcents` ON `invoices`
WHEN (old.jobid, old.standing, old.day, old.totalcents, old.paidcents + old.settledcents) IS NOT (new.jobid, new.standing, new.day, new.totalcents, new.paidcents + new.settledcents) BEGIN
	INSERT INTO `invoice_changes` SELECT `boardid`, old.standing, old.day, -1, -old.totalcents, -old.paidcents - old.settledcents FROM `jobs` WHERE `id` = old.jobid;
	INSERT INTO `invoice_changes` SELECT `boardid`, new.standing, new.day, 1, new.totalcents, new.paidcents + new.settledcents FROM `jobs` WHERE `id` = new.jobid;
END;
CREATE TRIGGER `invoices_figures_gone` AFTER DELETE ON `invoices` BEGIN
	INSERT INTO `invoice_changes` SELECT `boardid`, old.standing, old.day, -1, -old.totalcents, -old.paidcents - old.settledcents FROM `jobs` WHERE `id` = old.jobid;
END;

-- A job that goes to another board takes what was invoiced for it along.
CREATE TRIGGER `jobs_invoices_moved` AFTER UPDATE OF `boardid` ON `jobs` WHEN old.boardid <> new.boardid BEGIN
	INSERT INTO `invoice_changes` SELECT old.boardid, `standing`, `day`, -1, -`totalcents`, -`paidcents` - `settledcents` FROM `invoices` WHERE `jobid` = new.id;
	INSERT INTO `invoice_changes` SELECT new.boardid, `standing`, `day`, 1, `totalcents`, `paidcents` + `settledcents` FROM `invoices` WHERE `jobid` = new.id;
END;

DROP TRIGGER `payments_figures_added`;
DROP TRIGGER `payments_figures_changed`;
DROP TRIGGER `payments_figures_gone`;

CREATE VIEW `payment_changes` (`day`, `payments`, `amountcents`) AS SELECT 1, 2, 3;
CREATE TRIGGER `payment_changes_said` INSTEAD OF INSERT ON `payment_changes` WHEN new.day IS NOT NULL BEGIN
	INSERT INTO `payment_figures` VALUES (new.day, new.payments, new.amountcents)
	ON CONFLICT DO UPDATE SET `payments` = `payments` + excluded.`payments`, `amountcents` = `amountcents` + excluded.`amountcents`;
END;
CREATE TRIGGER `payments_figures_added` AFTER INSERT ON `client_payments` BEGIN
	INSERT INTO `payment_changes` VALUES (new.date, 1, new.amountcents);
	INSERT INTO `payment_changes` VALUES (new.reverseddate, 1, -new.amountcents);
END;
CREATE TRIGGER `payments_figures_changed` AFTER UPDATE OF `date`, `amountcents`, `reverseddate` ON `client_payments` BEGIN
	INSERT INTO `payment_changes` VALUES (old.date, -1, -old.amountcents);
	INSERT INTO `payment_changes` VALUES (old.reverseddate, -1, old.amountcents);
	INSERT INTO `payment_changes` VALUES (new.date, 1, new.amountcents);
	INSERT INTO `payment_changes` VALUES (new.reverseddate, 1, -new.amountcents);
END;
CREATE TRIGGER `payments_figures_gone` AFTER DELETE ON `client_payments` BEGIN
	INSERT INTO `payment_changes` VALUES (old.date, -1, -old.amountcents);
	INSERT INTO `payment_changes` VALUES (old.reverseddate, -1, old.amountcents);
END;

-- How many records the long lists hold.
CREATE VIEW `list_changes` (`list`, `archived`, `records`) AS SELECT 1, 2, 3;
CREATE TRIGGER `list_changes_said` INSTEAD OF INSERT ON `list_changes` BEGIN
	INSERT INTO `list_figures` VALUES (new.list, new.archived, new.records) ON CONFLICT DO UPDATE SET `records` = `records` + excluded.`records`;
END;
DROP TRIGGER `clients_counted`;
DROP TRIGGER `clients_uncounted`;
DROP TRIGGER `clients_recounted`;
CREATE TRIGGER `clients_counted` AFTER INSERT ON `clients` BEGIN
	INSERT INTO `list_changes` VALUES ('clients', new.archived, 1);
END;
CREATE TRIGGER `clients_uncounted` AFTER DELETE ON `clients` BEGIN
	INSERT INTO `list_changes` VALUES ('clients', old.archived, -1);
END;
CREATE TRIGGER `clients_recounted` AFTER UPDATE OF `archived` ON `clients` WHEN old.archived <> new.archived BEGIN
	INSERT INTO `list_changes` VALUES ('clients', old.archived, -1);
	INSERT INTO `list_changes` VALUES ('clients', new.archived, 1);
END;
DROP TRIGGER `suppliers_counted`;
DROP TRIGGER `suppliers_uncounted`;
DROP TRIGGER `suppliers_recounted`;
CREATE TRIGGER `suppliers_counted` AFTER INSERT ON `suppliers` BEGIN
	INSERT INTO `list_changes` VALUES ('suppliers', new.archived, 1);
END;
CREATE TRIGGER `suppliers_uncounted` AFTER DELETE ON `suppliers` BEGIN
	INSERT INTO `list_changes` VALUES ('suppliers', old.archived, -1);
END;
CREATE TRIGGER `suppliers_recounted` AFTER UPDATE OF `archived` ON `suppliers` WHEN old.archived <> new.archived BEGIN
	INSERT INTO `list_changes` VALUES ('suppliers', old.archived, -1);
	INSERT INTO `list_changes` VALUES ('suppliers', new.archived, 1);
END;
DROP TRIGGER `locations_counted`;
DROP TRIGGER `locations_uncounted`;
DROP TRIGGER `locations_recounted`;
CREATE TRIGGER `locations_counted` AFTER INSERT ON `locations` BEGIN
	INSERT INTO `list_changes` VALUES ('locations', new.archived, 1);
END;
CREATE TRIGGER `locations_uncounted` AFTER DELETE ON `locations` BEGIN
	INSERT INTO `list_changes` VALUES ('locations', old.archived, -1);
END;
CREATE TRIGGER `locations_recounted` AFTER UPDATE OF `archived` ON `locations` WHEN old.archived <> new.archived BEGIN
	INSERT INTO `list_changes` VALUES ('locations', old.archived, -1);
	INSERT INTO `list_changes` VALUES ('locations', new.archived, 1);
END;
DROP TRIGGER `equipment_counted`;
DROP TRIGGER `equipment_uncounted`;
DROP TRIGGER `equipment_recounted`;
CREATE TRIGGER `equipment_counted` AFTER INSERT ON `equipment` BEGIN
	INSERT INTO `list_changes` VALUES ('equipment', new.archived, 1);
END;
CREATE TRIGGER `equipment_uncounted` AFTER DELETE ON `equipment` BEGIN
	INSERT INTO `list_changes` VALUES ('equipment', old.archived, -1);
END;
CREATE TRIGGER `equipment_recounted` AFTER UPDATE OF `archived` ON `equipment` WHEN old.archived <> new.archived BEGIN
	INSERT INTO `list_changes` VALUES ('equipment', old.archived, -1);
	INSERT INTO `list_changes` VALUES ('equipment', new.archived, 1);
END;
DROP TRIGGER `inventory_counted`;
DROP TRIGGER `inventory_uncounted`;
DROP TRIGGER `inventory_recounted`;
CREATE TRIGGER `inventory_counted` AFTER INSERT ON `inventory` BEGIN
	INSERT INTO `list_changes` VALUES ('inventory', new.archived, 1);
END;
CREATE TRIGGER `inventory_uncounted` AFTER DELETE ON `inventory` BEGIN
	INSERT INTO `list_changes` VALUES ('inventory', old.archived, -1);
END;
CREATE TRIGGER `inventory_recounted` AFTER UPDATE OF `archived` ON `inventory` WHEN old.archived <> new.archived BEGIN
	INSERT INTO `list_changes` VALUES ('inventory', old.archived, -1);
	INSERT INTO `list_changes` VALUES ('inventory', new.archived, 1);
END;

-- A record that is added is found from the middle of the range of its kind on; its words are taken from its row, where a
-- column's name is a third of what `new.` and the name take.
CREATE VIEW `search_additions` (`kind`, `recordid`, `title`, `words`) AS SELECT 1, 2, 3, 4;
CREATE TRIGGER `search_additions_said` INSTEAD OF INSERT ON `search_additions` BEGIN
	INSERT INTO search_words (id, recordid, title, words) VALUES (
		max((new.kind << 40) + (1 << 39), coalesce((SELECT max(id) FROM search_words WHERE id < (new.kind + 1) << 40), 0)) + 1,
		new.recordid, new.title, new.words
	);
END;
DROP TRIGGER `jobs_search_added`;
CREATE TRIGGER `jobs_search_added` AFTER INSERT ON `jobs` BEGIN
	INSERT INTO `search_additions` SELECT 1, id, reference, concat_ws(char(10), description, customerreference) FROM `jobs` WHERE id = new.id;
END;
DROP TRIGGER `clients_search_added`;
CREATE TRIGGER `clients_search_added` AFTER INSERT ON `clients` BEGIN
	INSERT INTO `search_additions` SELECT 2, id, name, concat_ws(char(10), code, city, contactname, contactnumber, char(31) || concat_ws(' ', contactemail, addressline1, replace(contactnumber, ' ', ''), vatnumber, registrationnumber)) FROM `clients` WHERE id = new.id;
END;
DROP TRIGGER `inventory_search_added`;
CREATE TRIGGER `inventory_search_added` AFTER INSERT ON `inventory` BEGIN
	INSERT INTO `search_additions` SELECT 3, id, coalesce(nullif(trim(materialname), ''), nullif(trim(make || ' ' || model), ''), code), concat_ws(char(10), code, make || ' ' || model, materialcode, barcode) FROM `inventory` WHERE id = new.id;
END;
DROP TRIGGER `locations_search_added`;
CREATE TRIGGER `locations_search_added` AFTER INSERT ON `locations` BEGIN
	INSERT INTO `search_additions` SELECT 4, id, name, concat_ws(char(10), city, contactname, contactnumber, char(31) || concat_ws(' ', contactemail, addressline1, replace(contactnumber, ' ', ''))) FROM `locations` WHERE id = new.id;
END;
DROP TRIGGER `suppliers_search_added`;
CREATE TRIGGER `suppliers_search_added` AFTER INSERT ON `suppliers` BEGIN
	INSERT INTO `search_additions` SELECT 5, id, name, concat_ws(char(10), code, city, contactname, contactnumber, char(31) || concat_ws(' ', contactemail, addressline1, replace(contactnumber, ' ', ''), vatnumber)) FROM `suppliers` WHERE id = new.id;
END;
DROP TRIGGER `invoices_search_added`;
CREATE TRIGGER `invoices_search_added` AFTER INSERT ON `invoices` BEGIN
	INSERT INTO `search_additions` SELECT 6, id, coalesce(number, 'Draft'), concat_ws(char(10), reference, iif(state <> 'draft', snapshot ->> '$.client.name', NULL)) FROM `invoices` WHERE id = new.id;
END;
DROP TRIGGER `equipment_search_added`;
CREATE TRIGGER `equipment_search_added` AFTER INSERT ON `equipment` BEGIN
	INSERT INTO `search_additions` SELECT 7, id, name, concat_ws(char(10), code, barcode, model, serial) FROM `equipment` WHERE id = new.id;
END;
DROP TRIGGER `documents_search_added`;
CREATE TRIGGER `documents_search_added` AFTER INSERT ON `documents` BEGIN
	INSERT INTO `search_additions` SELECT 8, id, filename, concat_ws(char(10), nullif(original, filename), `group`) FROM `documents` WHERE id = new.id;
END;
DROP TRIGGER `workers_search_added`;
CREATE TRIGGER `workers_search_added` AFTER INSERT ON `workers` BEGIN
	INSERT INTO `search_additions` SELECT 9, id, name, concat_ws(char(10), title, code) FROM `workers` WHERE id = new.id;
END;
DROP TRIGGER `deliveries_search_added`;
CREATE TRIGGER `deliveries_search_added` AFTER INSERT ON `deliveries` BEGIN
	INSERT INTO `search_additions` SELECT 10, id, coalesce(number, 'Draft'), concat_ws(char(10), reference, waybill, carrier, receivedby, iif(state <> 'draft', snapshot ->> '$.client.name', NULL)) FROM `deliveries` WHERE id = new.id;
END;
DROP TRIGGER `purchaseorders_search_added`;
CREATE TRIGGER `purchaseorders_search_added` AFTER INSERT ON `purchaseorders` BEGIN
	INSERT INTO `search_additions` SELECT 11, id, coalesce(number, 'Draft'), concat_ws(char(10), reference, iif(sentutc IS NOT NULL, snapshot ->> '$.supplier.name', NULL)) FROM `purchaseorders` WHERE id = new.id;
END;
DROP TRIGGER `supplierinvoices_search_added`;
CREATE TRIGGER `supplierinvoices_search_added` AFTER INSERT ON `supplierinvoices` BEGIN
	INSERT INTO `search_additions` SELECT 12, id, number, concat_ws(char(10), (SELECT s.name FROM suppliers AS s WHERE s.id = supplier), note) FROM `supplierinvoices` WHERE id = new.id;
END;
