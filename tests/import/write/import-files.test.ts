import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { northwind } from '#db/demo/northwind/set.ts'
import { prepared } from '#db/sqlite.ts'
import { createAccount } from '#server/access/accounts.ts'
import { validateFiles } from '#server/import/check/validate-files.ts'
import { describeProblem as sentence } from '#server/import/read/problem.ts'
import { importFiles } from '#server/import/write/import-files.ts'
import { lineAmounts, sumCents } from '#server/money/amounts.ts'
import { asPercent } from '#server/money/decimal.ts'
import { checkStock } from '#server/stock/check.ts'
import { openData, removeTemporaryFolders, temporaryFolder } from '#tests/tasks/support.ts'

const by = { userid: null, name: 'Import' }
let data: ReturnType<typeof openData>

beforeAll(() => {
  data = openData(join(temporaryFolder(), 'data'))
})
afterAll(() => {
  data.close()
  removeTemporaryFolders()
})

const account = async () => (await createAccount(data.platform, data.tenants, { name: 'A' })).id

function rows<Row>(accountid: string, sql: string): Row[] {
  return data.tenants.read(accountid, (db) => prepared<Row>(db, sql).all())
}
const number = (accountid: string, sql: string): number =>
  Object.values(rows<Record<string, number>>(accountid, sql)[0]!)[0]!

type Files = Record<string, string>
function prepare(mapping: unknown, files: Files) {
  const bytes = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const)
  return validateFiles(mapping, Object.fromEntries(bytes))
}

async function importMapped(
  accountid: string,
  mapping: unknown,
  files: Files,
  options: { dryRun?: boolean } = {},
) {
  const ready = prepare(mapping, files)
  if (!ready.ok) return { counts: {}, problems: ready.problems.map(sentence) }
  const outcome = await importFiles(data.tenants, accountid, by, ready.value, options)
  if (!outcome.ok) return { counts: {}, problems: outcome.problems.map(sentence) }
  return {
    counts: Object.fromEntries(
      outcome.value.map(({ recordType, added, there }) => [recordType, [added, there]]),
    ),
    problems: [],
  }
}

describe('the order book', () => {
  let id: string
  beforeAll(async () => {
    id = await account()
    await importMapped(id, northwind.mapping, northwind.files)
  })

  test('is there with every record', () => {
    const counts = ['clients', 'suppliers', 'inventory', 'categories', 'workers', 'jobs', 'materials'].map(
      (table) => number(id, `SELECT count(*) FROM ${table}`),
    )
    expect(counts).toEqual([91, 29, 77, 8, 9, 830, 2155])
    expect(number(id, 'SELECT count(*) FROM inventory WHERE archived = 1')).toBe(8)
    expect(number(id, 'SELECT count(*) FROM jobs WHERE status = 1 AND completed IS NULL')).toBe(21)
    expect(number(id, 'SELECT count(*) FROM jobs WHERE status = 4')).toBe(809)
  })

  test('comes to the cents of the file', () => {
    const lines = rows<{ quantity: never; rate: never; discount: never }>(
      id,
      'SELECT estimated AS quantity, linerate AS rate, discount FROM materials',
    ).map((line) => lineAmounts({ ...line, vatrate: asPercent(0) }))
    // From the cells of the file, in whole cents: unit price × quantity, then the discount in hundredths.
    const cells = northwind.files['order_details.csv'].trim().split(/\r?\n/).slice(1)
    const raw = cells.map((row) => {
      const [, , price = '', quantity, discount] = row.split(',')
      const gross = Number(price.replace('.', '')) * Number(quantity)
      return { gross, net: gross - Math.floor((gross * Math.round(Number(discount) * 100) + 50) / 100) }
    })
    expect<number>(sumCents(lines.map(({ net }) => net))).toBe(raw.reduce((sum, { net }) => sum + net, 0))
    expect<number>(sumCents(lines.map(({ net }) => net))).toBe(126_579_276)
    expect<number>(sumCents(lines.map(({ gross }) => gross))).toBe(135_445_859)
  })

  test('leaves on hand what the file says, and the ledger explains it', () => {
    expect(number(id, 'SELECT sum(quantity) FROM stock_onhand')).toBe(3119e6)
    expect(number(id, 'SELECT sum(quantity) FROM stock_ledger')).toBe(3119e6)
    expect(number(id, 'SELECT min(balance) FROM stock_ledger')).toBe(0)
    expect(data.tenants.read(id, checkStock)).toEqual([])
    const chai = rows<{ kind: string; day: string; note: string }>(
      id,
      `SELECT kind, effectivedate AS day, note FROM stock_ledger l JOIN inventory i ON i.id = l.inventoryid
       WHERE i.code = '1' ORDER BY l.seq`,
    )
    expect(chai[0]).toMatchObject({ kind: 'inbound', day: '1996-08-25' })
    expect(chai[0]?.note).toContain('39 on hand')
    expect(chai.slice(1).map(({ day }) => day)).toEqual(
      chai
        .slice(1)
        .map(({ day }) => day)
        .sort(),
    )
  })

  test('uses what was shipped, of class Merchandise and on the output side', () => {
    expect(number(id, 'SELECT count(*) FROM materials WHERE role = 2 AND inventoryclass = 1')).toBe(2155)
    const open =
      'SELECT count(*) FROM materials m JOIN jobs j ON j.id = m.jobid WHERE j.completed IS NULL AND consumed > 0'
    expect(number(id, open)).toBe(0)
    const done =
      'SELECT count(*) FROM materials m JOIN jobs j ON j.id = m.jobid WHERE j.completed > 0 AND consumed <> estimated'
    expect(number(id, done)).toBe(0)
  })

  test('leaves an entry for every record, with file and line', () => {
    expect(number(id, "SELECT count(*) FROM history WHERE field = 'imported'")).toBe(
      91 + 91 + 29 + 77 + 8 + 9 + 830 + 2155,
    )
    const [entry] = rows<{ newvalue: string }>(
      id,
      "SELECT newvalue FROM history h JOIN jobs j ON j.id = h.entityid WHERE j.reference = '10248' AND item = ''",
    )
    expect(entry?.newvalue).toBe('orders.csv, line 2')
  })

  test('comes in once: a second run finds everything there', async () => {
    const seq = data.tenants.position(id).seq
    expect((await importMapped(id, northwind.mapping, northwind.files)).counts).toEqual({
      ...{ categories: [0, 8], suppliers: [0, 29], clients: [0, 91], workers: [0, 9], locations: [0, 91] },
      ...{ inventory: [0, 77], jobs: [0, 830], materials: [0, 2155] },
    })
    expect(number(id, 'SELECT sum(quantity) FROM stock_onhand')).toBe(3119e6)
    expect(data.tenants.position(id).seq).toBe(seq + 1)
  })

  test('every job has its place in its lane', () => {
    expect(rows(id, 'SELECT status, json_array_length(jobids) AS n FROM lanes ORDER BY status')).toEqual([
      { status: 1, n: 21 },
      { status: 4, n: 809 },
    ])
  })
})

const clients = { file: 'c.csv', noun: 'clients', key: 'code', fields: { code: 'code', name: 'name' } }
const items = {
  file: 'i.csv',
  noun: 'inventory',
  key: 'code',
  fields: { code: 'code', onhand: 'onhand', inventoryclass: 'class' },
}
const jobs = {
  file: 'j.csv',
  noun: 'jobs',
  key: 'no',
  fields: { reference: 'no', client: 'client', status: 'status' },
}
const lines = {
  file: 'l.csv',
  noun: 'materials',
  fields: {
    jobid: { column: 'job', reference: 'jobs' },
    inventoryid: 'item',
    estimated: 'quantity',
    linerate: { value: '1' },
  },
}

describe('a broken file', () => {
  test('is named by file, line and column, and nothing of any file is imported', async () => {
    const id = await account()
    const files = { ...northwind.files }
    files['orders.csv'] = files['orders.csv'].replace('1996-07-18 00:00:00.000', 'soon')
    const { problems } = await importMapped(id, northwind.mapping, files)
    expect(problems).toEqual([
      expect.stringMatching(/^orders\.csv, line \d+, \w+: “soon” is not a date such as/),
    ])
    expect(number(id, 'SELECT (SELECT count(*) FROM clients) + (SELECT count(*) FROM jobs)')).toBe(0)
  })

  test.each([
    [
      { 'i.csv': 'code,onhand,class\nA,x,1\n' },
      [items],
      'i.csv, line 2, onhand: The quantity must be a number, such as 1 234,5.',
    ],
    [
      { 'i.csv': 'code,onhand,class\nA,-1,1\n' },
      [items],
      'i.csv, line 2, onhand: The number cannot be below zero.',
    ],
    [
      { 'i.csv': 'code,onhand,class\nA,1,9\n' },
      [items],
      'i.csv, line 2, class: “9” is not an inventory class',
    ],
    [
      { 'j.csv': 'no,client,status\n1,,98\n' },
      [jobs],
      'j.csv, line 2, status: “98” is not a status that can be imported',
    ],
    [
      { 'j.csv': 'no,client,status\n1,Nobody,1\n' },
      [jobs],
      'j.csv, line 2, client: “Nobody” is not among the clients.',
    ],
    [
      { 'c.csv': 'code,name\n,Ann\nB,Ben\n,ann\n' },
      [{ ...clients, key: undefined }],
      'c.csv, line 4, name: “ann” is taken by c.csv, line 2.',
    ],
    [
      { 'j.csv': 'no,client,status\n1,,1\n', 'l.csv': 'job,item,quantity\n1,Z,2\n' },
      [jobs, lines],
      'l.csv, line 2, item: “Z” is not among the inventory.',
    ],
    [
      { 'c.csv': 'code,name\nA,Ann\n', 'j.csv': 'no,client,status\n1,A,1\n' },
      [
        clients,
        { ...jobs, fields: { ...jobs.fields, assignee: { column: 'client', reference: 'clients' } } },
      ],
      'j.csv: Field assignee: It refers to workers, not to clients.',
    ],
  ])('%j is refused', async (files, entries, expected) => {
    const id = await account()
    const { problems } = await importMapped(id, { files: entries }, files as Files)
    expect(problems).toEqual([expect.stringContaining(expected)])
    const total = ['clients', 'inventory', 'jobs', 'boards', 'history', 'stock_ledger'].map(
      (table) => `(SELECT count(*) FROM ${table})`,
    )
    expect(number(id, `SELECT ${total.join(' + ')}`)).toBe(0)
  })

  test('of many mistakes all are named', async () => {
    const csv = 'no,client,status\n1,Nobody,1\n2,None,1\n'
    expect((await importMapped(await account(), { files: [jobs] }, { 'j.csv': csv })).problems).toHaveLength(
      2,
    )
  })
})

describe('a dry run', () => {
  test('counts what would come, and changes nothing', async () => {
    const id = await account()
    const { seq } = data.tenants.position(id)
    const dry = await importMapped(id, northwind.mapping, northwind.files, { dryRun: true })
    expect(dry.counts).toMatchObject({ jobs: [830, 0], materials: [2155, 0] })
    expect(number(id, 'SELECT (SELECT count(*) FROM clients) + (SELECT count(*) FROM history)')).toBe(0)
    expect(data.tenants.position(id).seq).toBe(seq)
  })
})

describe('beside what an account has', () => {
  test('new records come, known ones stay as they are, and are found by code or name', async () => {
    const id = await account()
    await importMapped(id, { files: [clients] }, { 'c.csv': 'code,name\nA,Ann\n' })
    const second = { 'c.csv': 'code,name\na,Anna\nB,Ben\n' }
    expect((await importMapped(id, { files: [clients] }, second)).counts).toEqual({ clients: [1, 1] })
    expect(rows(id, 'SELECT code, name FROM clients ORDER BY code')).toEqual([
      { code: 'A', name: 'Ann' },
      { code: 'B', name: 'Ben' },
    ])
    await importMapped(id, { files: [jobs] }, { 'j.csv': 'no,client,status\nX1,ben,Review\n' })
    expect(
      rows(id, 'SELECT j.reference, c.code, j.status FROM jobs j JOIN clients c ON c.id = j.client'),
    ).toEqual([{ reference: 'X1', code: 'B', status: 2 }])
  })

  test('the past of jobs does not move the stock of an item that was counted before', async () => {
    const id = await account()
    await importMapped(id, { files: [items] }, { 'i.csv': 'code,onhand,class\nA,7,1\nM,2,3\n' })
    await importMapped(
      id,
      { files: [jobs, lines] },
      { 'j.csv': 'no,client,status\nP1,,6\n', 'l.csv': 'job,item,quantity\nP1,A,20\nP1,M,4\n' },
    )
    expect(rows(id, 'SELECT quantity / 1e6 AS n FROM stock_onhand ORDER BY quantity')).toEqual([
      { n: 2 },
      { n: 7 },
    ])
    expect(data.tenants.read(id, checkStock)).toEqual([])
  })

  test('a reference of the account’s own form takes its number out of the series', async () => {
    const id = await account()
    await importMapped(id, { files: [jobs] }, { 'j.csv': 'no,client,status\nJ41,,1\nJ7,,1\nOLD-9,,1\n' })
    expect(number(id, "SELECT next FROM sequences WHERE name = 'job'")).toBe(42)
  })
})
