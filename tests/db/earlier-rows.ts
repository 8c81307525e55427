/** Rows as the versions from `since` on (to `upto`, where a later one writes them in another way) wrote them. */
export type EarlierRows = { since: number; upto?: number; sql: string }

const day = "'2026-03-02T08:00:00.000Z'"

/** A small business: two jobs with lines, one of them invoiced and paid, and an item that came in and went out. */
export const earlierTenantRows: EarlierRows[] = [
  {
    since: 1,
    sql: `
    INSERT INTO users (id, firstname, email, roles) VALUES ('u', 'Olga', 'olga@old.test', '["owner"]');
    INSERT INTO roles (id, name, system, createdutc, updatedutc) VALUES ('r', 'Shop floor', 0, ${day}, ${day});
    INSERT INTO roleclaims (roleid, claim) VALUES ('r', 'jobs.read'), ('r', 'jobs.write');
    INSERT INTO organisations (id, name, prefix, vatnumber, vat, createdutc, updatedutc)
      VALUES ('o', 'Old Works', 'OW', '4010101010', 150000, ${day}, ${day});
    INSERT INTO divisions (id, name, createdutc, updatedutc) VALUES ('d', 'Signs', ${day}, ${day});
    INSERT INTO accountcodes (id, code, description, createdutc, updatedutc) VALUES ('a', '200', 'Sales', ${day}, ${day});
    INSERT INTO categories (id, name, jobcategory, accountcode, createdutc, updatedutc)
      VALUES ('c', 'Sign', 1, 'a', ${day}, ${day}), ('g', 'Board', 0, 'a', ${day}, ${day});
    INSERT INTO steps (id, category, name, instruction, lane, createdutc, updatedutc) VALUES ('s', 'c', 'Cut', 'Cut it', 3, ${day}, ${day});
    INSERT INTO category_fields (id, category, label, createdutc, updatedutc) VALUES ('f', 'c', 'Height', ${day}, ${day});
    INSERT INTO clients (id, name, vatnumber, createdutc, updatedutc) VALUES ('k', 'Kloof Café', '4020202020', ${day}, ${day});
    INSERT INTO locations (id, name, client, city, createdutc, updatedutc) VALUES ('l', 'Kloof', 'k', 'Cape Town', ${day}, ${day});
    INSERT INTO suppliers (id, name, createdutc, updatedutc) VALUES ('p', 'Plate & Co', ${day}, ${day});
    INSERT INTO storage (id, name, createdutc, updatedutc) VALUES ('t', 'Shelf', ${day}, ${day});
    INSERT INTO workers (id, name, userid, createdutc, updatedutc) VALUES ('w', 'Olga', 'u', ${day}, ${day});
    INSERT INTO inventory (id, code, materialname, category, supplier, rate, inventoryclass, baseunit, defaultstorageid, createdutc, updatedutc)
      VALUES ('i', 'ALU3', 'Plate', 'g', 'p', 120000, 1, 'm²', 't', ${day}, ${day});
    INSERT INTO units (id, inventoryid, name, ratiotobase, createdutc, updatedutc) VALUES ('n', 'i', 'sheet', '2.98', ${day}, ${day});
    INSERT INTO pricinggroups (id, name, createdutc, updatedutc) VALUES ('q', 'Trade', ${day}, ${day});
    INSERT INTO pricing_clients (client, pricinggroup) VALUES ('k', 'q');
    INSERT INTO pricing_entries (id, pricinggroup, inventory, baserate, markuppercent, markupamount, createdutc, updatedutc)
      VALUES ('e', 'q', 'i', 120000, 200000, 0, ${day}, ${day});
    INSERT INTO boards (id, name, slug, organisation, createdutc, updatedutc) VALUES ('b', 'Orders', 'orders', 'o', ${day}, ${day});
    INSERT INTO board_permissions (boardid, roleid, permission) VALUES ('b', 'r', 'write');
    INSERT INTO jobs (id, reference, description, boardid, status, client, location, organisation, assignee, created, completed, createdutc, updatedutc)
      VALUES ('j1', 'OW1', 'Sign above the door', 'b', 3, 'k', 'l', 'o', 'w', ${day}, NULL, ${day}, ${day}),
        ('j2', 'OW2', 'Menu boards', 'b', 5, 'k', 'l', 'o', 'w', ${day}, ${day}, ${day}, ${day});
    INSERT INTO lanes (boardid, status, jobids) VALUES ('b', 3, '["j1"]');
    INSERT INTO job_categories (jobid, categoryid) VALUES ('j1', 'c'), ('j2', 'c');
    INSERT INTO job_fields (jobid, fieldid, value) VALUES ('j1', 'f', '900');
    INSERT INTO materials (id, jobid, inventoryid, role, inventoryclass, description, linerate, discount, estimated, consumed, unit, storageid, createdutc, updatedutc)
      VALUES ('m1', 'j1', 'i', 1, 1, 'Plate', 250000, 100000, 3000000, 2000000, 'm²', 't', ${day}, ${day}),
        ('m2', 'j2', NULL, 4, NULL, 'Layout', 450000, 0, 2000000, 2000000, 'h', NULL, ${day}, ${day});
    INSERT INTO notes (id, jobid, userid, name, message, date) VALUES ('x', 'j1', 'u', 'Olga', 'Bring the ladder', ${day});
    INSERT INTO documents (id, entity, referenceid, filename, media, size, sha256, createdutc, updatedutc)
      VALUES ('y', 'jobs', 'j1', 'Door', 'image/jpeg', 12, 'aa', ${day}, ${day});
    INSERT INTO equipment (id, name, barcode, createdutc, updatedutc) VALUES ('z', 'Drill', '600100', ${day}, ${day});
    INSERT INTO job_equipment (jobid, equipmentid, addedutc) VALUES ('j1', 'z', ${day});
    INSERT INTO history (seq, entity, entityid, field, oldvalue, newvalue, userid, user, dateutc)
      VALUES (1, 'jobs', 'j1', 'status', 'Draft', 'Approve', 'u', 'Olga', ${day});
    INSERT INTO notifications (id, userid, message, dateutc) VALUES ('h', 'u', 'OW1 was approved', ${day});
    INSERT INTO preferences (userid, key, value) VALUES ('u', 'board', 'orders');
    INSERT INTO settings (key, value) VALUES ('jobs.expiry', '30');
    INSERT INTO sequences (name, next) VALUES ('invoice:o', 2);
    INSERT INTO stock_onhand (inventoryid, storageid, quantity) VALUES ('i', 't', 8000000);
    `,
  },
  {
    since: 1,
    sql: `
    INSERT INTO invoices (id, kind, state, organisation, client, jobid, number, series, date, issuedutc, netcents, vatcents, totalcents, snapshot, createdutc, updatedutc)
      VALUES ('v', 'invoice', 'issued', 'o', 'k', 'j2', 'OW1', 1, '2026-03-02', ${day}, 9000, 1350, 10350, '{}', ${day}, ${day});
    INSERT INTO invoice_pdfs (invoiceid, bytes, sha256) VALUES ('v', x'25504446', 'bb');
    INSERT INTO invoice_payments (id, invoiceid, date, amountcents, reference, userid, createdutc)
      VALUES ('pay', 'v', '2026-03-20', 10000, 'EFT', 'u', ${day});
    `,
  },
  {
    since: 1,
    upto: 53,
    sql: `INSERT INTO stock_ledger (inventoryid, storageid, inventoryclass, quantity, balance, kind, materialid, jobid, effectivedate, createdutc)
      VALUES ('i', 't', 1, 10000000, 10000000, 'inbound', NULL, NULL, '2026-03-01', ${day}), ('i', 't', 1, -2000000, 8000000, 'consumed', 'm1', 'j1', '2026-03-02', ${day});`,
  },
  {
    since: 54,
    sql: `INSERT INTO stock_ledger (inventoryid, storageid, inventoryclass, quantity, balance, kind, materialid, jobid, effectivedate, createdutc, value, valuebalance, valuedby)
      VALUES ('i', 't', 1, 10000000, 10000000, 'inbound', NULL, NULL, '2026-03-01', ${day}, 12000, 12000, 'price'), ('i', 't', 1, -2000000, 8000000, 'consumed', 'm1', 'j1', '2026-03-02', ${day}, -2400, 9600, 'average');`,
  },
  {
    since: 24,
    sql: `
    INSERT INTO job_steps (id, jobid, iteration, name, "order", createdutc, updatedutc) VALUES ('js', 'j1', 1, 'Cut', 1, ${day}, ${day});
    INSERT INTO time_entries (id, jobid, workerid, date, createdutc, updatedutc) VALUES ('te', 'j1', 'w', '2026-03-02', ${day}, ${day});
    `,
  },
  {
    since: 28,
    sql: `INSERT INTO list_views (id, list, name, userid, createdutc, updatedutc) VALUES ('lv', 'jobs', 'Mine', 'u', ${day}, ${day});`,
  },
  {
    since: 40,
    sql: `
    INSERT INTO deliveries (id, boardid, organisation, date, createdutc, updatedutc) VALUES ('dn', 'b', 'o', '2026-03-02', ${day}, ${day});
    INSERT INTO delivery_lines (id, deliveryid, materialid, rank, quantity) VALUES ('dl', 'dn', 'm1', 1, 1000000);
    `,
  },
  {
    since: 46,
    sql: `INSERT INTO client_payments (id, client, date, amountcents, createdutc) VALUES ('cp', 'k', '2026-03-21', 5000, ${day});`,
  },
  {
    since: 57,
    sql: `
    INSERT INTO purchaseorders (id, supplier, organisation, date, createdutc, updatedutc) VALUES ('po', 'p', 'o', '2026-03-02', ${day}, ${day});
    INSERT INTO purchaseorder_lines (id, orderid, rank, quantity, rate, net) VALUES ('pl', 'po', 1, 1000000, 120000, 1200);
    INSERT INTO supplier_items (id, inventoryid, supplier, createdutc, updatedutc) VALUES ('si', 'i', 'p', ${day}, ${day});
    `,
  },
  {
    since: 57,
    upto: 63,
    sql: `INSERT INTO supplier_item_breaks (id, supplieritemid, quantity, price) VALUES ('sb', 'si', 10000000, 100000);`,
  },
  {
    since: 62,
    sql: `
    INSERT INTO supplierinvoices (id, kind, supplier, organisation, number, date, vatdate, netcents, vatcents, totalcents, createdutc, updatedutc)
      VALUES ('su', 'invoice', 'p', 'o', 'PC-77', '2026-03-03', '2026-03-03', 1200, 180, 1380, ${day}, ${day});
    INSERT INTO supplierinvoice_lines (id, invoiceid, rank, quantity, rate, vatrate, netcents, vatcents, totalcents)
      VALUES ('sl', 'su', 1, 1000000, 120000, 150000, 1200, 180, 1380);
    `,
  },
]

export const earlierPlatformRows: EarlierRows[] = [
  {
    since: 1,
    sql: `
    INSERT INTO accounts (id, name, primaryemail, createdutc, updatedutc) VALUES ('01990000-0000-7000-8000-000000000001', 'Old Works', 'olga@old.test', ${day}, ${day});
    INSERT INTO users (id, email, firstname, passwordhash, confirmedutc, createdutc, updatedutc) VALUES ('u', 'olga@old.test', 'Olga', 'hash', ${day}, ${day}, ${day});
    INSERT INTO seats (id, userid, accountid, roles, createdutc, updatedutc) VALUES ('s', 'u', '01990000-0000-7000-8000-000000000001', '["owner"]', ${day}, ${day});
    INSERT INTO sessions (id, userid, accountid, cookiehash, createdutc, seenutc, expiresutc) VALUES ('e', 'u', '01990000-0000-7000-8000-000000000001', 'c', ${day}, ${day}, ${day});
    INSERT INTO apikeys (id, userid, accountid, application, keyhash, createdutc) VALUES ('k', 'u', '01990000-0000-7000-8000-000000000001', 'till', 'h', ${day});
    INSERT INTO audit (dateutc, what, userid) VALUES (${day}, 'signin', 'u');
    INSERT INTO outbox (id, kind, payload, createdutc, nextutc) VALUES ('m', 'mail', '{}', ${day}, ${day});
    INSERT INTO settings (key, value) VALUES ('a', 'b');
    `,
  },
]
