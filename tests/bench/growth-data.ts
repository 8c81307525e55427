import { sql } from 'drizzle-orm'
import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import { boards, organisations } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TestServer } from '#tests/support/server.ts'

const WORDS = 'gate marina weld steel sign banner pump valve gutter fence paint roof sheet door window frame'
/** As many are open however long a business has worked; all others are done. */
const OPEN = 400
const CATEGORIES = 20

const id = (kind: string, at: number) => `${kind}${String(at).padStart(9, '0')}`
const sqlId = (kind: string, at: string) => `printf('${kind}%09d', ${at})`

export const SLUG = 'years'

/** Of each table that grows, a record that much hangs on. */
export const growingIds = {
  boards: id('b', 1),
  clients: id('c', 1),
  locations: id('l', 1),
  equipment: id('e', 1),
  suppliers: id('s', 1),
  inventory: id('i', 1),
  categories: id('g', 1),
  jobs: id('j', 1),
  invoices: id('v', 1),
}

/**
 * What stands for the years: `n` jobs, lines, movements, notes, history, audit, notifications and invoices, `n / 10`
 * items, `n / 20` clients.
 */
export async function fillYears(server: TestServer, n: number): Promise<void> {
  const { accountid, people, services } = server
  await services.tenants.write(accountid, { userid: null, name: 'Bench' }, (tx) => {
    tx.db
      .insert(boards)
      .values([
        { id: id('b', 1), name: 'Years', slug: SLUG, createdutc: tx.now, updatedutc: tx.now },
        { id: id('b', 2), name: 'Other years', slug: 'other-years', createdutc: tx.now, updatedutc: tx.now },
      ])
      .run()
    fillTables(tx, n, people.admin.userid)
    completeLanes(tx.db)
    tx.invalidateCaches()
  })
  await services.platform.write(({ db }) =>
    db.run(
      sql.raw(`WITH ${countTo(n)} INSERT INTO audit (dateutc, what, userid, accountid, address, detail)
      SELECT '2026-01-01T08:00:00.000Z', iif(i % 9, 'signedin', 'signinfailed'), '${people.admin.userid}', '${accountid}', '', '' FROM n`),
    ),
  )
}

const countTo = (rows: number) =>
  `RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`

/** Any two of the sixteen stand together in some. */
const words = (of: string, every = 1) =>
  `(CASE (${of} / ${every}) % 16 ${WORDS.split(' ')
    .map((word, at) => `WHEN ${at} THEN '${word}'`)
    .join(' ')} END)`

/** A day of the last five years; the first are the newest. */
const day = (at: string, n: number) => `date('2026-11-20', '-' || (${at} * 1800 / ${n}) || ' days')`

function fillTables(tx: Tx, n: number, userid: string) {
  const { db, now } = tx
  const [clients, items] = [Math.max(Math.floor(n / 20), 1), Math.max(Math.floor(n / 10), 1)]
  const organisation = id('o', 1)
  db.insert(organisations).values({ id: organisation, name: 'First', createdutc: now, updatedutc: now }).run()
  const insert = (rows: number, into: string, values: string) =>
    prepared(db, `WITH ${countTo(rows)} INSERT INTO ${into} SELECT ${values} FROM n`).run()
  const stamps = `'${now}', '${now}'`
  const at = (rows: number) => `(1 + i % ${rows})`
  insert(
    clients,
    'clients (id, createdutc, updatedutc, name)',
    `${sqlId('c', 'i')}, ${stamps}, ${words('i')} || ' & Sons ' || i`,
  )
  insert(
    clients,
    'locations (id, createdutc, updatedutc, name, client)',
    `${sqlId('l', 'i')}, ${stamps}, 'Yard ' || i, ${sqlId('c', 'i')}`,
  )
  insert(
    clients,
    'equipment (id, createdutc, updatedutc, name, code)',
    `${sqlId('e', 'i')}, ${stamps}, ${words('i')} || ' rig ' || i, 'E' || i`,
  )
  insert(
    clients,
    'suppliers (id, createdutc, updatedutc, name)',
    `${sqlId('s', 'i')}, ${stamps}, ${words('i')} || ' Traders ' || i`,
  )
  insert(
    clients,
    'supplier_contacts (id, createdutc, updatedutc, supplier, name)',
    `${sqlId('k', 'i')}, ${stamps}, ${sqlId('s', 'i')}, 'Person ' || i`,
  )
  insert(
    CATEGORIES,
    'categories (id, createdutc, updatedutc, name)',
    `${sqlId('g', 'i')}, ${stamps}, 'Kind ' || i`,
  )
  insert(
    items,
    'inventory (id, createdutc, updatedutc, code, materialname, inventoryclass, baseunit, category, supplier)',
    `${sqlId('i', 'i')}, ${stamps}, 'IT-' || i, ${words('i')} || ' ' || ${words('i', 16)} || ' ' || i, 1, 'ea',
     ${sqlId('g', at(CATEGORIES))}, ${sqlId('s', at(clients))}`,
  )
  insert(
    n,
    'jobs (id, createdutc, updatedutc, created, reference, description, boardid, status, client, location, completed)',
    `${sqlId('j', 'i')}, ${stamps}, ${day('i', n)} || 'T08:00:00.000Z', 'Y' || i, ${words('i')} || ' the ' || ${words('i', 16)},
     ${sqlId('b', 'iif(i % 5 = 4, 2, 1)')}, iif(i <= ${OPEN}, 1 + i % 4, iif(i % 10 = 0, 5, 6)),
     ${sqlId('c', at(clients))}, ${sqlId('l', at(clients))}, iif(i > ${OPEN} OR i % 4 = 3, ${day('i', n)}, NULL)`,
  )
  insert(
    n,
    'materials (id, createdutc, updatedutc, jobid, inventoryid, role, description, linerate, estimated, consumed)',
    `${sqlId('m', 'i')}, ${stamps}, ${sqlId('j', 'i')}, ${sqlId('i', at(items))}, 2, 'Line', 1250000, 2000000, 1000000`,
  )
  insert(
    n,
    'stock_ledger (inventoryid, quantity, balance, kind, effectivedate, createdutc)',
    `${sqlId('i', at(items))}, 1000000, 1000000 * (1 + i / ${items}), 'inbound', ${day(`(${n} - i)`, n)}, '${now}'`,
  )
  prepared(
    db,
    `INSERT INTO stock_onhand (inventoryid, storageid, quantity)
     SELECT inventoryid, '', sum(quantity) FROM stock_ledger WHERE inventoryid GLOB 'i0*' GROUP BY inventoryid`,
  ).run()
  insert(
    n,
    'notes (id, jobid, name, message, date)',
    `${sqlId('t', 'i')}, ${sqlId('j', 'i')}, 'Bench', ${words('i')} || ' was said', ${day(`(${n} - i)`, n)} || 'T10:00:00.000Z'`,
  )
  insert(
    n,
    'history (seq, entity, entityid, field, newvalue, dateutc)',
    `0, 'jobs', iif(i % 10 = 0, ${sqlId('j', '1')}, ${sqlId('j', 'i')}), 'description', 'Changed ' || i, '${now}'`,
  )
  insert(
    n,
    'notifications (id, userid, message, dateutc, sinceutc, readutc)',
    `${sqlId('n', 'i')}, '${userid}', 'Told ' || i, '${now}', '${now}', iif(i % 2, '${now}', NULL)`,
  )
  insert(
    n,
    'invoices (id, createdutc, updatedutc, state, organisation, client, jobid, number, series, date, issuedutc, duedate, netcents, totalcents, snapshot)',
    `${sqlId('v', 'i')}, ${stamps}, 'issued', '${organisation}', ${sqlId('c', at(clients))}, ${sqlId('j', 'i')}, 'YINV' || i, 500000 + i,
     ${day('i', n)}, ${day('i', n)} || 'T09:00:00.000Z', ${day('i', n)}, 10000, 11500,
     json_object('client', json_object('name', ${words('i')} || ' & Sons'), 'organisation', json_object('name', 'First', 'addresslines', json_array(), 'logofile', NULL),
       'lines', json_array(), 'totals', json_object('net', 10000, 'vat', 1500, 'total', 11500, 'byrate', json_array()))`,
  )
  insert(
    n,
    'client_payments (id, client, date, amountcents, createdutc)',
    `${sqlId('p', 'i')}, ${sqlId('c', at(clients))}, ${day('i', n)}, iif(i <= ${OPEN}, 500, 11500), '${now}'`,
  )
  insert(
    n,
    'invoice_payments (id, invoiceid, paymentid, date, amountcents, createdutc)',
    `${sqlId('p', 'i')}, ${sqlId('v', 'i')}, ${sqlId('p', 'i')}, ${day('i', n)}, iif(i <= ${OPEN}, 500, 11500), '${now}'`,
  )
}
