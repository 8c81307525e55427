import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { listReceivedBetween } from '#db/queries/purchasing/supplier-invoice-lines.ts'
import { invoiceStates } from '#db/queries/sales/invoice-states.ts'
import { listReferrers } from '#db/queries/settings/import-undo.ts'
import { countUnbookedLines, listUnbookedLines } from '#db/queries/stock/unbooked-lines.ts'
import { queryPlan } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { accountClaims, SYSTEMADMIN } from '#server/access/claims.ts'
import { loadViewer } from '#server/access/viewer.ts'
import { readMoney } from '#server/domains/work/dashboard/money.ts'
import { EMPTY_ID } from '#server/http/fields.ts'
import { checkStock } from '#server/stock/check.ts'
import { fillYears, growingIds } from '#tests/bench/growth-data.ts'
import { readsOf } from '#tests/bench/growth-reads.ts'
import { fillBoard } from '#tests/bench/jobs-data.ts'
import { fillServer } from '#tests/support/sentinels.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

/** Tables that stay small in every account, and names that stand for what is at hand already. */
const small = [
  ...[
    'boards',
    'roles',
    'board_permissions',
    'roleclaims',
    'resources',
    'settings',
    'tenant',
    'workers',
    'accounts',
    'organisations',
    'assertions',
    'corefees',
    'pricinggroups',
    // A row for each month or status of a board, and for each kind of record.
    'job_figures',
    'invoice_figures',
    'payment_figures',
    'search_unindexed',
    // The views of all lists are read at once, and kept until one of them changes.
    'list_views',
  ],
  ...['listed', 'CONSTANT', 'json_each', 'd', 'lanes', 'l', 'p', 'w', 'r', 'divisions'],
  // What a search or a client's page looks through: a bounded number of the newest.
  ...['f', 'newest', 'few', 'page', 'short', 't', 'moved'],
]

let server: TestServer
const asked = new Map<string, Set<string>>()
const { query, prepare } = Database.prototype

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Runs something and notes every statement that reaches SQLite, by its file. */
async function listening(run: () => Promise<unknown>) {
  asked.clear()
  const note = (db: Database, sql: string) => {
    // Of what each statement uses: asked of SQLite itself, not of a table.
    if (sql.startsWith('EXPLAIN ')) return
    const statements = asked.get(db.filename) ?? new Set()
    asked.set(db.filename, statements.add(sql))
  }
  Database.prototype.query = function (this: Database, sql: string) {
    note(this, sql)
    return query.call(this, sql)
  } as typeof query
  Database.prototype.prepare = function (this: Database, sql: string) {
    note(this, sql)
    return prepare.call(this, sql)
  } as typeof prepare
  try {
    await run()
  } finally {
    Object.assign(Database.prototype, { query, prepare })
  }
}

const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

async function signIn(): Promise<{ token: string; renewToken: string }> {
  const answer = await post('/api/auth/authenticate', { userName: 'agent@first.test', password: PASSWORD })
  return (await answer.json()).data
}

/** Whether a table holds anything at all: it is asked for one row and no more. */
const HOLDS_ANY = /EXISTS \(SELECT 1 FROM "\w+"\)/g

const scansOf = (db: TenantDb, sql: string) =>
  queryPlan(db, sql.replace(HOLDS_ANY, '1'))
    // What finds all invoices in a state reads about all that there are.
    .map((line) => line.replace(/^SEARCH invoices USING INDEX invoices_date \(state=\?\)$/, 'SCAN invoices'))
    .filter((line) => line.startsWith('SCAN '))
    // An index of what is open alone holds little of its table.
    .filter((line) => !/ INDEX (client_payments_credit|supplierinvoices_open)$/.test(line))
    // A virtual table says by M that it answers by its index of words.
    .filter((line) => !/^SCAN search_index VIRTUAL TABLE INDEX \d+:M/.test(line))
    // What a subquery found is gone through once; how it was found has a line of its own.
    .filter((line) => !line.startsWith('SCAN (subquery-'))
    // So is what a step of a recursion found.
    .filter((line) => !new RegExp(`WITH RECURSIVE ${line.split(' ')[1]}\\b`).test(sql))
    .filter((line) => !small.includes(line.split(' ')[1] as string))

test('nothing that people do all day reads a whole table', async () => {
  const server = await startTestServer()
  // Its clocks would ask beside the people on a slow machine.
  await server.services.background.stop()
  const board = await fillBoard(server, 'plans', 40, 400)
  const { admin, stakeholder } = server.people
  const page = `/jobs/${board.slug}/progress`
  const [jobid, other] = board.ids as [string, string]
  const made = async (path: string, body: object) => (await admin.post(path, body)).body.data.id as string
  const client = await made('/api/clients', { name: 'Plans Marina' })
  const supplier = await made('/api/suppliers', { name: 'Plans Steel' })
  const item = await made('/api/inventory', { code: 'PLANS', supplier })
  await made('/api/materials', { jobid, role: 1, inventoryid: item, estimated: 1 })
  const recordPages = [
    ...['overview', 'jobs', 'quotes', 'invoices', 'bought', 'notes', 'locations', 'pricing'].map(
      (tab) => `/clients/${client}/${tab}`,
    ),
    ...['overview', 'items', 'contacts'].map((tab) => `/suppliers/${supplier}/${tab}`),
    ...['overview', 'uses', 'prices'].map((tab) => `/admin/inventory/${item}/${tab}`),
    ...['/jobs?stage=complete', '/invoices/payments?start=2026-11-01&end=2026-11-30'],
    '/search?search=plans',
  ]
  const gets = [
    '/api/search?q=plans',
    '/api/search?q=pla%20ste',
    `/api/jobs?boardid=${board.boardid}&take=200`,
    `/api/jobs/${jobid}`,
    `/api/jobs/${jobid}/history`,
    `/api/jobs/${jobid}/notes`,
    `/api/materials/getMaterials/${jobid}`,
    '/api/jobs/reference/plans1',
    '/api/jobs/next',
    `/jobs/${board.slug}/aging`,
    `/jobs/${board.slug}/history?start=2026-10-01&client=${client}`,
    '/api/boards',
    '/api/users/myself',
    '/api/users?search=first&sort=-lastseen&status=active',
    '/api/users/apikey',
    '/api/preferences',
    '/api/communication/notifications?unread=true',
    ...['type=warning', 'show=done', 'show=snoozed', 'show=all'].map(
      (query) => `/notifications/all?${query}`,
    ),
    '/admin/audit?kind=failures&start=2026-01-01',
    '/api/account',
    '/api/account/accountfees',
  ]
  await listening(async () => {
    for (const path of gets) expect((await admin.get(path)).status).toBe(200)
    expect((await stakeholder.get(gets[0] as string)).status).toBe(200)
    expect((await fetch(server.url + page, { headers: { cookie: admin.cookie } })).status).toBe(200)
    for (const path of recordPages)
      expect((await fetch(server.url + path, { headers: { cookie: admin.cookie } })).status, path).toBe(200)
    for (const [lane, afterid] of [
      [2, other],
      [2, null],
      [4, null],
    ] as const) {
      const moved = await admin.call(
        'POST',
        '/api/jobs/reorder',
        { jobid, lane, afterid, confirmed: true },
        { 'idempotency-key': `plans-${lane}-${afterid}` },
      )
      expect(moved.status).toBe(200)
    }
    expect((await admin.post(`/api/jobs/${jobid}/notes`, { message: 'Hello' })).status).toBe(200)
    expect((await admin.patch(`/api/jobs/${jobid}`, { description: 'Other' })).status).toBe(200)
    expect((await admin.post('/api/jobs', { boardid: board.boardid })).status).toBe(200)
    expect((await admin.delete(`/api/jobs/${other}`)).status).toBe(200)
    expect((await admin.get(`/api/jobs?boardid=${board.boardid}&take=200`)).status).toBe(200)
  })
  const tenant = server.services.tenants.path(server.accountid)
  const statements = [...(asked.get(tenant) ?? [])]
    .filter((sql) => /\b(select|update|delete)\b/i.test(sql))
    // What tables there are is looked up once for all files.
    .filter((sql) => !/\bsqlite_schema\b/.test(sql))
  expect(statements.length).toBeGreaterThan(30)
  const scans = server.services.tenants.read(server.accountid, (db) =>
    statements.flatMap((sql) =>
      scansOf(db, sql).map((line) => `${line}: ${sql.replace(/\s+/g, ' ').trim()}`),
    ),
  )
  await server.stop()
  expect(scans).toEqual([])
})

test('no read of an account goes through a whole table that grows with the years, or sorts one', async () => {
  const server = await startTestServer()
  await server.services.background.stop()
  const ids = { ...(await fillServer(server)), ...growingIds }
  await fillYears(server, 600)
  await listening(async () => {
    const reads = await readsOf(server, ids)
    expect(reads.size).toBeGreaterThan(150)
    for (const address of [...reads.values()].flat()) await server.people.admin.get(address)
  })
  const statements = [...(asked.get(server.services.tenants.path(server.accountid)) ?? [])]
    .filter((sql) => /\bselect\b/i.test(sql))
    .filter((sql) => !sql.includes('EXISTS (SELECT 1 FROM "organisations"'))
  expect(statements.length).toBeGreaterThan(400)
  const found = server.services.tenants.read(server.accountid, (db) =>
    statements.flatMap((sql) =>
      wholeTables(db, sql).map((line) => `${line}: ${sql.replace(/\s+/g, ' ').trim()}`),
    ),
  )
  await server.stop()
  expect(found).toEqual([])
}, 120_000)

/** Columns that most rows of a table may have alike: to look one of these up is to read the table. */
const BROAD =
  'archived|template|boardid|userid|status|state|standing|category|inventoryclass|paid|entity|kind'
const BROAD_SEARCH = new RegExp(
  `^SEARCH (\\w+) USING (?:COVERING )?INDEX \\w+ \\((?:(?:${BROAD})=\\?(?: AND )?)+\\)`,
)

/** Lines of a plan that read a table that grows, and not only as far as a page goes. */
function wholeTables(db: TenantDb, sql: string): string[] {
  const text = sql.replace(HOLDS_ANY, '1').replace(/\s+/g, ' ').trim()
  const plan = queryPlan(db, text)
  const lines = plan.filter((line) => {
    const name = (BROAD_SEARCH.exec(line) ?? /^SCAN (\w+)\b(?! VIRTUAL)/.exec(line))?.[1]
    return name !== undefined && growing.includes(tableOf(text, name)) && !LOOKED_THROUGH.test(line)
  })
  const sorted = plan.some((line) => /TEMP B-TREE FOR (ORDER|GROUP|DISTINCT)/.test(line))
  const inOrder = (line: string) => / USING (COVERING )?INDEX /.test(line) || !/ where /i.test(text)
  return lines
    .filter((line) => sorted || !/ limit /i.test(text) || !inOrder(line))
    .filter((line) => !accepted.some((known) => known.test(`${line}: ${text}`)))
}

/** What a name in a plan stands for in its statement. */
const tableOf = (sql: string, name: string) =>
  new RegExp(`\\b(?:from|join|,)\\s+"?(\\w+)"?\\s+(?:as\\s+)?"?${name}"?(?=[\\s),]|$)`, 'i').exec(sql)?.[1] ??
  name

const growing = [
  ...['jobs', 'materials', 'notes', 'history', 'notifications', 'invoices', 'invoice_payments', 'documents'],
  ...['inventory', 'inventory_words', 'stock_ledger', 'stock_onhand', 'clients', 'locations', 'suppliers'],
  ...['equipment', 'job_equipment', 'job_fields', 'job_steps', 'supplier_contacts', 'search_words'],
  ...['pricing_entries', 'import_parts', 'import_keys', 'invoice_pdfs'],
]

/** Indexes of the few that stand so at any time: open jobs, templates, unpaid invoices, places below zero, deposits held. */
const LOOKED_THROUGH =
  /INDEX (stock_onhand_below|inventory_minimum|jobs_(lane|lane_people|asked|complete|approved|template)|invoices_unpaid|invoices_drafts|invoices_deposits_(asked|held))\b/

/** What reads all on purpose (decision 123). */
const accepted = [
  // The table of items holds them all, in sections that each have a count.
  /^\w+ i USING (COVERING )?INDEX inventory_(name|category|sections)\b/,
  // Contacts, places and things by another order than their name.
  /^SCAN (clients|suppliers|locations|equipment): .* order by .*"(code|city|contactname|contactnumber|barcode|model|serial)" (BETWEEN|COLLATE)/,
  /^SCAN (locations|equipment): .* order by CASE WHEN "(clients|of_location)"/,
  // What was typed has no word of three letters, which an index could hold.
  /^SCAN (w|clients|suppliers|locations|equipment|inventory)\b.* (GLOB|LIKE) /,
  // Items of the categories named, clients with a price list, kinds of things: all of them are what is asked for.
  /^SEARCH inventory USING INDEX inventory_sections \(category=\? AND archived=\?\) LEFT-JOIN: select "categories"/,
  /^SCAN clients USING INDEX clients_name: select "pricing_clients"/,
  /^SCAN e USING INDEX equipment_code: WITH pieces/,
  // What is invoiced and not paid: of each is asked whether more stands than it charges.
  /^SEARCH jobs USING INDEX jobs_invoiced \(paid=\?\): select .* "charged" from "jobs"/,
  // What all stock is worth, and what of it does not move.
  /^SCAN (o|stock_onhand) USING INDEX sqlite_autoindex_stock_onhand_1: WITH (later|held) AS/,
]

test('the money of the dashboard is summed through indexes that hold it', async () => {
  const { services, accountid, people } = server
  await fillBoard(server, 'money', 4, 40)
  const path = services.tenants.path(accountid)
  await listening(async () =>
    services.tenants.read(accountid, (db) => {
      const viewer = loadViewer(db, {
        userid: people.admin.userid,
        roles: [SYSTEMADMIN],
        claims: new Set(accountClaims),
      })
      expect(readMoney(db, viewer, '2026-11-23').jobs?.toinvoice.count).toBe(1)
      readMoney(db, { ...viewer, everything: false, locations: new Set(['x']) }, '2026-11-23')
    }),
  )
  // What is to be invoiced is summed of the rows of Billing.
  const sums = [...(asked.get(path) ?? [])].filter((sql) => /coalesce\(sum\(|d\.state = 'draft'/.test(sql))
  expect(sums.length).toBe(15)
  services.tenants.read(accountid, (db) => {
    for (const sql of sums)
      expect(queryPlan(db, sql).join('\n')).toMatch(
        /SEARCH (jobs|invoices|invoice_payments|payment_figures) USING|SCAN invoice_figures|SCAN jobs USING INDEX jobs_complete|USING (COVERING )?INDEX (client_payments_credit|supplierinvoices_open)/,
      )
    // That index holds nothing but what is complete.
    const scans = new Set(sums.flatMap((sql) => scansOf(db, sql)))
    expect([...scans]).toEqual(['SCAN jobs USING INDEX jobs_complete'])
  })
})

test('the list of invoices reads an index that holds its order, and counts what was counted before', async () => {
  const { services, accountid, people } = server
  const states = ['', ...invoiceStates].map((state) => `/invoices?state=${state}`)
  await listening(async () => {
    for (const path of [...states, '/invoices?start=2026-01-15&end=2026-12-31'])
      expect((await fetch(server.url + path, { headers: { cookie: people.admin.cookie } })).status).toBe(200)
  })
  const texts = [...(asked.get(services.tenants.path(accountid)) ?? [])]
  const plansOf = (part: string) =>
    services.tenants.read(accountid, (db) =>
      texts.filter((sql) => sql.includes(part)).map((sql) => queryPlan(db, sql)),
    )
  const lists = plansOf('"boardslug"')
  // None, one that is bound, overdue, issued, and between two days.
  expect(lists.length).toBe(5)
  for (const plan of lists) {
    expect(plan[0]).toMatch(/^(SCAN|SEARCH) invoices USING INDEX invoices_(listed|standing)\b/)
    expect(plan.join('\n')).not.toContain('TEMP B-TREE')
  }
  // Of what is late, of that between two days, and of the part of a month.
  const counts = plansOf('sum("invoices"."paidcents" + "invoices"."settledcents")')
  expect(counts.length).toBe(3)
  for (const plan of counts)
    expect(plan[0]).toMatch(/^SEARCH invoices USING INDEX invoices_(unpaid|listed) \(.+[<>]\?/)
  expect(plansOf('"invoice_figures"').length).toBe(2)
})

test('the list of a board, of one lane or all, reads the index that holds what it sorts', async () => {
  const { services, accountid, people } = server
  const board = await fillBoard(server, 'lanes', 4, 40)
  await listening(async () => {
    for (const status of ['', '&status=1', '&status=4'])
      expect((await people.admin.get(`/api/jobs?boardid=${board.boardid}${status}`)).status).toBe(200)
  })
  const lists = [...(asked.get(services.tenants.path(accountid)) ?? [])].filter((sql) =>
    sql.includes('left join (SELECT p.value AS id'),
  )
  expect(lists.length).toBe(2)
  services.tenants.read(accountid, (db) => {
    for (const sql of lists)
      expect(queryPlan(db, sql).join('\n')).toMatch(
        /SEARCH jobs USING (COVERING )?INDEX jobs_lane \(boardid=\?/,
      )
  })
})

test('what was used of an item unbooked is found without its booked lines', async () => {
  const { services, accountid } = server
  await listening(async () =>
    services.tenants.read(accountid, (db) => [
      listUnbookedLines(db, EMPTY_ID, 1),
      countUnbookedLines(db, EMPTY_ID),
    ]),
  )
  const plans = services.tenants.read(accountid, (db) =>
    [...(asked.get(services.tenants.path(accountid)) ?? [])].map((sql) => queryPlan(db, sql).join()),
  )
  expect(plans.map((plan) => plan.includes('materials_unbooked'))).toEqual([true, true])
})

test('the VAT of a period reads what was received in it, by its day, and no order of another year', async () => {
  const { services, accountid } = server
  const period = { organisation: EMPTY_ID, start: '2026-09-01', end: '2026-11-01' }
  await listening(async () => services.tenants.read(accountid, (db) => listReceivedBetween(db, period)))
  const receipts = [...(asked.get(services.tenants.path(accountid)) ?? [])].filter((sql) =>
    sql.includes('purchase_receipts'),
  )
  expect(receipts.length).toBe(1)
  const plan = services.tenants.read(accountid, (db) => queryPlan(db, receipts[0] as string))
  expect(plan[0]).toBe(
    'SEARCH purchase_receipts USING INDEX purchase_receipts_date (dateutc>? AND dateutc<?)',
  )
  expect(
    plan.slice(1).filter((line) => !/^SEARCH \w+ USING|^USE TEMP B-TREE FOR ORDER BY/.test(line)),
  ).toEqual([])
})

test('nothing that goes on beside the accounts reads a whole table of the platform', async () => {
  const { cookie } = server.people.admin
  const pages = ['/account?tab=active', '/account/profile', '/admin/users', '/subscription', '/applink', '/']
  const jobs = ['people', 'mail', 'frequency', 'digest', 'activity', 'tidy', 'expiry', 'payments']
  await listening(async () => {
    for (const path of pages)
      expect((await fetch(server.url + path, { headers: { cookie } })).status).toBe(200)
    expect((await server.operator.get('/backoffice/audit')).status).toBe(200)
    const { token, renewToken } = await signIn()
    expect((await post('/api/auth/renew', { token, renewToken })).status).toBe(200)
    expect((await post('/api/auth/passwordreset', { email: 'agent@first.test' })).status).toBe(200)
    for (const job of jobs) await server.services.background.run(job)
  })
  const statements = [...asked].find(([file]) => file.includes('platform'))?.[1] ?? new Set<string>()
  expect(statements.size).toBeGreaterThan(20)
  const scans = server.services.platform.read((db) =>
    [...statements].flatMap((sql) => scansOf(db as never, sql).map((line) => `${line}: ${sql}`)),
  )
  expect(scans).toEqual([])
})

test('a long list that was imported goes back, changes and is compared row by row through an index', () => {
  const among = 'IN (SELECT value FROM json_each(?))'
  const scans = server.services.tenants.read(server.accountid, (db) =>
    ['clients', 'locations', 'suppliers', 'equipment', 'inventory', 'units', 'categories']
      .flatMap((table) => [
        `DELETE FROM ${table} WHERE id ${among}`,
        `UPDATE ${table} SET name = r.value ->> 1 FROM json_each(?) AS r WHERE ${table}.id = r.value ->> 0`,
        ...listReferrers(db, table).map(
          ({ table: from, column }) => `SELECT count(*) FROM ${from} WHERE ${column} ${among}`,
        ),
      ])
      .map((sql) => sql.replace('UPDATE inventory SET name', 'UPDATE inventory SET code'))
      .flatMap((sql) => scansOf(db, sql).map((line) => `${line}: ${sql}`)),
  )
  // A category names the product it makes; there are never many.
  expect(scans).toEqual([`SCAN categories: SELECT count(*) FROM categories WHERE defaultproduct ${among}`])
})

test('the test sees a statement that does read a whole table', () => {
  const seen = server.services.tenants.read(server.accountid, (db) => [
    scansOf(db, 'SELECT * FROM jobs WHERE description = ?'),
    scansOf(db, 'SELECT count(*) FROM history h'),
    scansOf(db, 'SELECT * FROM jobs WHERE id = ?'),
    scansOf(db, 'SELECT n FROM (SELECT id AS n FROM jobs UNION ALL SELECT id FROM notes) GROUP BY n'),
  ])
  expect(seen.map((lines) => lines.length)).toEqual([1, 1, 0, 2])
})

test('the self-check of stock searches nothing anew for each line', async () => {
  const { services, accountid } = server
  await services.tenants.read(accountid, async (db) => {
    await listening(async () => void checkStock(db))
    const texts = [...(asked.get(services.tenants.path(accountid)) ?? [])]
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.filter((sql) => /CORRELATED/.test(queryPlan(db, sql).join('\n')))).toEqual([])
  })
})
