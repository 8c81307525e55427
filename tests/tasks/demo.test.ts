import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { accountNames } from '#db/queries/platform/registry.ts'
import { tallyOrders } from '#db/queries/purchasing/orders.ts'
import { tallySupplierInvoices } from '#db/queries/purchasing/supplier-invoices.ts'
import { listRepeats } from '#db/queries/work/frequency.ts'
import { jobIdByReference } from '#db/queries/work/jobs-references.ts'
import { prepared } from '#db/sqlite.ts'
import { accountClaims } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { planRepeat } from '#server/domains/work/frequency/plan-repeat.ts'
import { trackJob } from '#server/domains/work/tracking/track-job.ts'
import { lineAmounts, sumCents } from '#server/money/amounts.ts'
import { asPercent } from '#server/money/decimal.ts'
import { checkStock } from '#server/stock/check.ts'
import { fillDemo } from '#server/tasks/demo/fill.ts'
import { DEMO_PASSWORD, demoPeople } from '#server/tasks/demo/people.ts'
import { startProgram } from '#tests/support/program.ts'
import { openData, removeTemporaryFolders, temporaryFolder } from './support.ts'

// Each starts the program, some of them several times, beside whatever else the machine does.
setDefaultTimeout(120_000)

// Past ten in the evening in London, and the next day already in Johannesburg.
const clock = () => new Date('2027-03-09T22:30:00.000Z')
const today = '2027-03-10'
const parent = temporaryFolder()
const folder = join(parent, 'demo')
let data: ReturnType<typeof openData>
let ids: Record<string, string>

beforeAll(async () => {
  await fillDemo(folder, clock)
  data = openData(folder)
  ids = Object.fromEntries(data.platform.read(accountNames).map(({ id, name }) => [name, id]))
})
afterAll(() => {
  data.close()
  removeTemporaryFolders()
})

const rows = <Row>(account: string, sql: string): Row[] =>
  data.tenants.read(ids[account]!, (db) => prepared<Row>(db, sql).all())
const values = (account: string, sql: string) =>
  rows<Record<string, unknown>>(account, sql).map(Object.values)
const orders = "FROM jobs j JOIN boards b ON b.id = j.boardid AND b.name = 'Orders'"

describe('the demo', () => {
  test('orders of suppliers in each state, is charged for what came, and knows prices and bills', () => {
    const states = data.tenants.read(ids['Northwind Traders']!, (db) => [
      tallyOrders(db, {}, today)
        .map(({ state }) => state)
        .sort(),
      tallySupplierInvoices(db, {}, today).map(({ state, n, late }) => [state, n, late]),
    ])
    expect(states).toEqual([
      ['cancelled', 'closed', 'draft', 'part', 'received', 'sent'],
      [
        ['approved', 1, 1],
        ['draft', 1, 0],
        ['paid', 1, 0],
      ],
    ])
    const kept = `SELECT (SELECT count(*) FROM item_inputs), (SELECT count(*) FROM supplier_items WHERE price > 0),
      (SELECT count(*) FROM supplier_prices WHERE validfrom > '${today}')`
    expect(values('Northwind Traders', kept)).toEqual([[8, 5, 5]])
  })

  test('is the order book, whole, with its sums to the cent', () => {
    const [counts] = values(
      'Northwind Traders',
      `SELECT (SELECT count(*) FROM clients), (SELECT count(*) FROM suppliers), (SELECT count(*) FROM workers),
         (SELECT count(*) FROM inventory WHERE inventoryclass = 1),
         (SELECT count(*) FROM inventory WHERE inventoryclass = 1 AND archived = 1),
         (SELECT count(*) ${orders}), (SELECT count(*) ${orders} JOIN materials m ON m.jobid = j.id)`,
    )
    expect(counts).toEqual([91, 29, 9, 77, 8, 830, 2155])
    const lines = rows<{ quantity: never; rate: never; discount: never }>(
      'Northwind Traders',
      `SELECT m.estimated AS quantity, m.linerate AS rate, m.discount ${orders} JOIN materials m ON m.jobid = j.id`,
    ).map((line) => lineAmounts({ ...line, vatrate: asPercent(0) }))
    expect<number>(sumCents(lines.map(({ gross }) => gross))).toBe(135_445_859)
    expect<number>(sumCents(lines.map(({ net }) => net))).toBe(126_579_276)
    const onhand = `SELECT sum(o.quantity) FROM stock_onhand o JOIN inventory i ON i.id = o.inventoryid
      WHERE i.inventoryclass = 1`
    const received = `SELECT sum(l.quantity) FROM purchase_receipt_lines l
      JOIN purchaseorder_lines o ON o.id = l.lineid JOIN inventory i ON i.id = o.inventoryid AND i.inventoryclass = 1`
    expect(values('Northwind Traders', received)).toEqual([[60e6]])
    // The 3119 of the order book, and what the demo's purchase orders brought.
    expect(values('Northwind Traders', onhand)).toEqual([[3179e6]])
  })

  test('has its newest order today, in the zone of the account', () => {
    expect(values('Northwind Traders', `SELECT max(created) ${orders}`)).toEqual([[clock().toISOString()]])
    expect(values('Northwind Traders', `SELECT finish ${orders} WHERE j.reference = 'NW11077'`)).toEqual([
      ['2027-04-07'],
    ])
  })

  test('has unshipped orders on the lanes, recent ones complete, older ones archived', () => {
    const lanes = values(
      'Northwind Traders',
      `SELECT j.status, count(*), count(completed), (SELECT json_array_length(l.jobids) FROM lanes l WHERE l.boardid = j.boardid AND l.status = j.status) ${orders} GROUP BY 1`,
    )
    expect(lanes.slice(0, 3)).toEqual([
      [1, 8, 0, 8],
      [2, 7, 0, 7],
      [3, 6, 0, 6],
    ])
    const [complete, archived] = [lanes[3]!, lanes[4]!] as [number[], number[]]
    expect([complete[0], archived[0], complete[1]! + archived[1]!]).toEqual([4, 6, 809])
    const late = `SELECT count(*) ${orders} WHERE j.status = 4 AND j.completed < date('${today}', '-14 day')`
    expect(values('Northwind Traders', late)).toEqual([[0]])
  })

  test('has a stock and histories that explain themselves in both accounts', () => {
    for (const account of ['Northwind Traders', 'Second Yard']) {
      expect(data.tenants.read(ids[account]!, checkStock)).toEqual([])
      expect(
        values(account, 'SELECT count(*) FROM jobs WHERE id NOT IN (SELECT entityid FROM history)'),
      ).toEqual([[0]])
    }
  })

  test('keeps the accounts apart: a vendor, one that is none, and the operator', () => {
    expect(values('Northwind Traders', 'SELECT vatnumber, vat, flagdefault FROM organisations')).toEqual([
      [expect.stringMatching(/^4\d{9}$/), 150_000, 1],
    ])
    expect(values('Second Yard', 'SELECT vatnumber, vat FROM organisations')).toEqual([['', null]])
    expect(values('Second Yard', 'SELECT name FROM clients')).toHaveLength(5)
    expect(values('Joblane Operator', 'SELECT count(*) FROM jobs')).toEqual([[0]])
    expect(values('Northwind Traders', 'SELECT name FROM boards ORDER BY rank').flat()).toEqual([
      'Orders',
      'Workshop',
    ])
  })

  test('shows each admin page something: codes, places, equipment out on jobs, prices, steps, rules, an invoice', () => {
    const [counts] = values(
      'Northwind Traders',
      `SELECT (SELECT count(*) FROM accountcodes), (SELECT count(*) FROM storage), (SELECT count(*) FROM equipment),
         (SELECT count(*) FROM job_equipment), (SELECT count(*) FROM pricing_entries), (SELECT count(*) FROM steps),
         (SELECT count(*) FROM category_fields), (SELECT count(*) FROM assertions),
         (SELECT count(*) FROM supplier_contacts)`,
    )
    expect(counts).toEqual([6, 3, 5, 2, 12, 21, 3, 2, 2])
    expect(
      values(
        'Northwind Traders',
        'SELECT number, state, date, (SELECT sum(amountcents) FROM invoice_payments) FROM invoices',
      ),
    ).toEqual([['NWINV-0001', 'issued', today, 50_000]])
  })

  test('gives the StakeHolder two places with jobs, and the agent a worker', () => {
    expect(
      values(
        'Northwind Traders',
        `SELECT count(DISTINCT s.locationid), count(DISTINCT u.email) FROM location_stakeholders s
         JOIN users u ON u.id = s.userid JOIN jobs j ON j.location = s.locationid AND j.status < 4`,
      ),
    ).toEqual([[2, 1]])
    expect(
      values(
        'Northwind Traders',
        "SELECT w.name FROM workers w JOIN users u ON u.id = w.userid AND u.email = 'agent@northwind.test'",
      ),
    ).toEqual([['Nancy Davolio']])
  })

  test('shows a week at work: running timers, a late job with open steps, a second iteration with its reason', () => {
    const rows = values(
      'Northwind Traders',
      `SELECT j.reference, max(s.iteration), max(s.reason), sum(s.completed), count(*) - sum(s.completed),
         (SELECT count(*) FROM time_entries t WHERE t.jobid = j.id AND t.startutc IS NOT NULL AND t.endutc IS NULL),
         j.finish < '${today}'
       FROM jobs j JOIN job_steps s ON s.jobid = j.id GROUP BY j.id ORDER BY j.reference`,
    )
    expect(rows).toEqual([
      ['NW11008', 1, '', 1, 2, 1, 0],
      ['NW11019', 2, 'Two cartons were damaged in the store', 2, 4, 0, 0],
      ...['NW11039', 'NW11040', 'NW11045', 'NW11051'].map((reference) => [reference, 1, '', 0, 3, 0, 0]),
      ['NW11078', 1, '', 2, 3, 2, 1],
      ['NW11079', 2, 'Paint runs on two of the trolleys', 4, 4, 1, 0],
    ])
  })

  test('plans work in this week, on working days, and repeats a template tomorrow', () => {
    const plans = values(
      'Northwind Traders',
      'SELECT reference, start, scheduledend FROM jobs WHERE scheduledend IS NOT NULL ORDER BY reference',
    )
    expect(plans).toEqual([
      ['NW11078', '2027-03-08', '2027-03-09'],
      ['NW11079', '2027-03-08', '2027-03-11'],
      ['NW11080', '2027-03-10', '2027-03-12'],
      ['NW11081', '2027-03-11', '2027-03-15'],
    ])
    const weekend = `SELECT count(*) FROM jobs WHERE status < 4 AND strftime('%w', start) IN ('0', '6') AND template = 0`
    expect(values('Northwind Traders', weekend)).toEqual([[0]])
    const repeats = data.tenants.read(ids['Northwind Traders']!, (db) =>
      listRepeats(db).map((row) => [row.name, planRepeat(db, row, clock())?.next]),
    )
    expect(repeats.sort()).toEqual([
      ['Refurbish', '2027-04-02'],
      ['Service', '2027-03-11'],
    ])
  })

  test('was written in the order of time, so that no job runs backwards, and says who approved it', () => {
    const backwards = `SELECT j.reference, h.field, h.dateutc FROM (SELECT *, lag(dateutc) OVER
        (PARTITION BY entityid ORDER BY id) AS before FROM history WHERE entity = 'jobs') h
      JOIN jobs j ON j.id = h.entityid WHERE h.before > h.dateutc`
    for (const account of ['Northwind Traders', 'Second Yard'])
      expect(values(account, backwards), account).toEqual([])
    const told = data.tenants.read(ids['Northwind Traders']!, (db) =>
      trackJob(db, { claims: new Set(accountClaims) } as unknown as Viewer, jobIdByReference(db, 'NW11078')!),
    ).tracked
    expect(told.slice(0, 4).map(({ what }) => what)).toEqual([
      ...['Created', 'Approved by Import', 'Imported', 'Steps of round 1, 5 steps'],
    ])
  })

  test('shows a week that waits to be approved, and one that is', () => {
    const rows = values(
      'Northwind Traders',
      `SELECT w.name, t.state, (SELECT count(*) FROM time_entries e WHERE e.workerid = w.id
         AND e.date BETWEEN t.monday AND date(t.monday, '+6 days'))
       FROM time_weeks t JOIN workers w ON w.id = t.workerid ORDER BY w.name`,
    )
    expect(rows).toEqual([
      ['Anne Dodsworth', 'approved', 1],
      ['Laura Callahan', 'submitted', 3],
    ])
  })

  test('lets its people in by the one password', async () => {
    const hashes = data.platform.read((db) =>
      prepared<{ email: string; passwordhash: string }>(db, 'SELECT email, passwordhash FROM users').all(),
    )
    expect(hashes.map(({ email }) => email).sort()).toEqual(demoPeople.map(({ email }) => email).sort())
    expect(new Set(hashes.map(({ passwordhash }) => passwordhash)).size).toBe(1)
    expect(await Bun.password.verify(DEMO_PASSWORD, hashes[0]!.passwordhash)).toBe(true)
  })

  test('leaves nothing beside it, and is not filled a second time', async () => {
    expect(readdirSync(parent).sort()).toEqual(['demo', 'demo.witness'])
    await fillDemo(folder, clock)
    expect(data.platform.read(accountNames)).toHaveLength(3)
  })
})

test('what a crash left half filled is made anew', async () => {
  const half = join(temporaryFolder(), 'demo')
  mkdirSync(join(`${half}.filling`, 'tenants'), { recursive: true })
  await Bun.write(join(`${half}.filling`, 'platform.sqlite'), 'half')
  await fillDemo(half, clock)
  expect(readdirSync(join(half, 'tenants')).filter((name) => name.endsWith('.sqlite'))).toHaveLength(3)
  expect(existsSync(`${half}.filling`)).toBe(false)
})

test('a folder that holds something else is left alone', async () => {
  const other = temporaryFolder()
  await Bun.write(join(other, 'letter.txt'), 'Dear')
  expect(fillDemo(other, clock)).rejects.toThrow('is not empty')
  expect(readdirSync(other)).toEqual(['letter.txt'])
})

test('--demo fills, prints the sign-ins, and lets one in', async () => {
  const target = join(temporaryFolder(), 'demo')
  const main = join(import.meta.dir, '../../server/main.ts')
  const program = await startProgram(
    [process.execPath, main, '--demo', '--port', '0', '--data', target],
    parent,
    { NODE_ENV: 'production' },
  )
  try {
    for (const { email } of demoPeople) expect(program.output()).toContain(email)
    expect(program.output()).toContain(DEMO_PASSWORD)
    expect(program.base).toStartWith('http://127.0.0.1:')
    const answer = await fetch(`${program.base}/api/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'owner@second.test', password: DEMO_PASSWORD }),
    })
    expect(answer.status).toBe(200)
  } finally {
    expect(await program.stop()).toBe(0)
  }
})
