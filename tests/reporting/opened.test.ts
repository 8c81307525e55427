import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { daysAfter } from '#server/dates.ts'
import { reportByName, reports } from '#server/domains/reporting/reports/reports.ts'
import { runReport } from '#server/domains/reporting/reports/run-report.ts'
import { readToday } from '#server/zone.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { LinkedRow } from '#views/reporting/reports/types.ts'
import { ever, fillPurchases } from './reports-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let office: InvoiceFixtures
let today: string
/** The day before, on which some of it counts. */
let other: string
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  for (const linerate of [100, 60.01]) await issueInvoice(office, linerate)
  const { id } = await issueInvoice(office, 200)
  const { admin } = server.people
  await expectOk(admin.post(`/api/invoices/${id}/credit`, { reason: 'cancelled' }))
  await fillPurchases(server)
  await workSomeTime()
  today = server.services.tenants.read(server.accountid, readToday)
  other = daysAfter(today, -1)
  await moveSome()
})
afterAll(() => server.stop())

/** By two workers on two jobs, some of it by the stopwatch: 30 minutes, and three times 20 s more than a minute. */
async function workSomeTime() {
  const { admin } = server.people
  const { id: other } = await expectOk(admin.post('/api/workers', { name: 'Thabo' }))
  for (const workerid of [office.worker, other]) {
    const { id: jobid } = await expectOk(
      admin.post('/api/jobs', { boardid: office.boardid, description: 'Sweep', status: 3 }),
    )
    await expectOk(admin.post('/api/jobs/timesheet', { jobid, workerid, minutes: 30 }))
    for (const billable of [true, false, true])
      await expectOk(admin.post('/api/jobs/timesheet', { jobid, workerid, minutes: 1, billable }))
  }
  await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) => {
    prepared(db, 'UPDATE time_entries SET seconds = 80 WHERE seconds = 60').run()
  })
}

/** The first two of each kind count on the other day. */
const moveSome = () =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) => {
    for (const [table, day, where] of [
      ['invoices', 'date', "kind = 'invoice'"],
      ['supplierinvoices', 'date', 'approvedutc IS NOT NULL'],
      ['jobs', 'completed', 'completed IS NOT NULL'],
      ['time_entries', 'date', 'archived = 0'],
    ] as const)
      prepared(
        db,
        `UPDATE ${table} SET ${day} = :other WHERE id IN (SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT 2)`,
      ).run({ other })
  })

function run(name: string, parameters: object = {}) {
  const request = { path: server.services.tenants.path(server.accountid), name, file: null, most: 100 }
  const nowutc = new Date().toISOString()
  return runReport({ ...request, nowutc, parameters: { ...ever, date: today, ...parameters } })
}

/** The report that a row opens, as its address asks for it. */
function runBehind({ href }: LinkedRow) {
  const { pathname, searchParams } = new URL(String(href), 'http://x')
  return run(pathname.split('/')[2] as string, Object.fromEntries(searchParams))
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
const read = (path: string): Promise<any> => expectOk(server.people.admin.get(path))

const cents = (rand: number) => Math.round(rand * 100)
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

/** What a row says, beside what is found where it leads. */
type Opened = (row: LinkedRow) => Promise<[said: unknown, found: unknown]>

const inDocuments: Opened = async (row) => {
  const { sums, total } = runBehind(row)
  const { net, vat, total: money } = row
  return [
    { net, vat, total: money, documents: row.documents },
    { ...sums, documents: total },
  ]
}

const invoiceAt =
  (list: 'invoices' | 'supplierinvoices', of: 'total' | 'open' | 'due', key: string): Opened =>
  async (row) => {
    const found = await read(`/api/${list}/${row.id}`)
    const sign = found.kind === 'creditnote' && found[of] > 0 ? -1 : 1
    return [row[key], sign * cents(found[of])]
  }

/** Millionths of an item that moved. */
const moved = async ({ href }: LinkedRow) =>
  ((await read(`/api${String(href).replace('/stock', '/ledger')}`)) as { quantity: number }[]).map(
    ({ quantity }) => Math.round(quantity * 1e6),
  )

const opened: Record<string, Opened> = {
  'sales-by-month': inDocuments,
  'sales-by-client': inDocuments,
  'sales-by-item': inDocuments,
  'sales-by-category': inDocuments,
  'sales-documents': invoiceAt('invoices', 'total', 'total'),
  vat: inDocuments,
  debtors: async (row) => [row.total, cents((await read(`/api${row.href}`)).total)],
  'debtor-documents': invoiceAt('invoices', 'due', 'open'),
  'purchases-by-month': inDocuments,
  'purchases-by-supplier': inDocuments,
  'purchases-by-item': inDocuments,
  'purchase-documents': invoiceAt('supplierinvoices', 'total', 'total'),
  'purchase-prices': async (row) => {
    const { rows } = runBehind(row)
    const prices = rows.map(({ price }) => Number(price))
    const found = [prices[0], Math.min(...prices), Math.max(...prices), prices.at(-1), prices.length]
    return [[row.first, row.lowest, row.highest, row.last, row.receipts], found]
  },
  'purchase-price-history': async (row) => {
    const { lines } = await read(`/api/purchaseorders/${row.orderid}`)
    return [row.value, cents(lines[0].net)]
  },
  creditors: async (row) => [row.total, runBehind(row).sums.open],
  'creditor-documents': invoiceAt('supplierinvoices', 'open', 'open'),
  'job-margin': async (row) => {
    const { quoted, margin } = await read(`/api/jobs/${row.id}/totals`)
    return [
      [row.quoted, row.margin],
      [cents(quoted.net), cents(margin.actual)],
    ]
  },
  'job-age': async (row) => [row.reference, (await read(`/api/jobs/${row.id}`)).reference],
  throughput: async (row) => [row.jobs, runBehind(row).total],
  'worker-time': async (row) => {
    const { rows, sums, total } = runBehind(row)
    const jobs = new Set(rows.map(({ reference }) => reference)).size
    const { minutes, billable, entries } = row
    return [
      { minutes, billable, jobs: row.jobs, entries },
      { ...sums, jobs, entries: total },
    ]
  },
  'time-entries': async (row) => {
    const all = run('time-entries').rows.filter(({ jobid }) => jobid === row.jobid)
    return [all.length, (await read(`/api/jobs/${row.jobid}/timesheet`)).length]
  },
  'stock-on-hand': async (row) => [row.quantity, sum(await moved(row))],
  'stock-worth': async (row) => [
    [row.quantity, row.value],
    [sum(await moved(row)), run('purchase-price-history', { item: row.id }).sums.value],
  ],
  'stock-movements': async (row) => {
    const quantities = await moved(row)
    const inward = sum(quantities.filter((one) => one > 0))
    return [
      [row.movements, row.inward, row.net],
      [quantities.length, inward, sum(quantities)],
    ]
  },
}

test('every report is tried', () => {
  expect(Object.keys(opened).sort()).toEqual(reports.map(({ name }) => name).sort())
})

/** What each row of a report leads to answers, and comes to the same. */
async function openRows(name: string, parameters: object = {}) {
  const { rows } = run(name, parameters)
  for (const row of rows) {
    const page = await fetch(server.url + row.href, {
      headers: { cookie: server.people.admin.cookie, accept: 'text/html' },
    })
    expect(page.status, String(row.href)).toBe(200)
    const [said, found] = (await opened[name]?.(row)) ?? []
    expect(found, JSON.stringify(row)).toEqual(said)
  }
  return rows
}

test.each(reports)('each row of $name opens what it counts, and comes to the same', async ({ name }) => {
  expect(await openRows(name)).not.toEqual([])
})

test.each(reports.filter(({ parameters }) => parameters.includes('start')))(
  'each row of $name opens what it counts in days that are no whole month',
  async ({ name }) => {
    for (const day of [today, other]) await openRows(name, { start: day, end: day })
  },
)

test('figures of sales and of VAT take off what was credited', () => {
  // 100.00 and 60.01 without VAT; the third was credited.
  const sold = { net: 16_001, vat: 2_400, total: 18_401 }
  for (const name of ['sales-by-month', 'sales-by-client', 'sales-by-item', 'sales-by-category', 'vat'])
    expect(run(name).sums, name).toEqual(sold)
  expect(run('sales-documents').sums).toEqual(sold)
})

test('the time of a worker opens all entries that it counts, and none of another or of other days', () => {
  const [row] = run('worker-time').rows as [LinkedRow]
  const { rows } = runBehind(row)
  expect(rows.map(({ minutes }) => minutes).sort()).toEqual([1, 1, 2, 30])
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([row.name]))
  expect(run('time-entries', { worker: row.id, end: '2000-01-01' }).total).toBe(0)
  expect(reportByName('time-entries')?.claims).toEqual(reportByName('worker-time')?.claims as never)
})

test('what stock was worth on a day that is past opens the movements up to then', async () => {
  const { admin } = server.people
  const class2 = { materialname: 'Old bar', baseunit: 'kg', inventoryclass: 2 }
  const { id: inventoryid } = await expectOk(admin.post('/api/inventory', { code: 'OLDBAR', ...class2 }))
  for (const effectivedate of ['2020-05-04', today])
    await expectOk(
      admin.post('/api/inventory/inbound', { inventoryid, quantity: 2, effectivedate, cost: 10 }),
    )
  const [row] = run('stock-worth', { date: '2020-05-04' }).rows as [LinkedRow]
  expect([row.id, row.quantity]).toEqual([inventoryid, 2_000_000])
  expect(sum(await moved(row))).toBe(2_000_000)
})

test('what cash sales owe opens the documents of these alone, as they stood on the day', async () => {
  const { admin } = server.people
  const sales = [40, 50].map((linerate) => issueInvoice(office, linerate, undefined, { client: null }))
  const [first] = await Promise.all(sales)
  const paid = { amount: 6, date: today, method: 'cash' }
  await expectOk(admin.post(`/api/invoices/${first.id}/payments`, paid))
  const row = run('debtors').rows.find(({ id }) => id === null) as LinkedRow
  const { rows, sums } = runBehind(row)
  // 46.00 and 57.50 with VAT.
  expect([row.total, sums.open, rows.length]).toEqual([9_750, 9_750, 2])
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['Cash sale']))
  for (const { href } of rows) {
    const headers = { cookie: admin.cookie, accept: 'text/html' }
    expect((await fetch(server.url + href, { headers })).status, String(href)).toBe(200)
  }
})
