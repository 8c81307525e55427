import { afterAll, beforeAll, expect, test } from 'bun:test'
import { jobMargin } from '#server/domains/reporting/reports/list/job-margin.ts'
import { sumMargin } from '#server/domains/work/dashboard/margin.ts'
import { parseRate } from '#server/money/decimal.ts'
import { makeItem, makeStorage } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let rack: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  rack = await server.services.tenants.write(server.accountid, by, (tx) => makeStorage(tx, 'Rack'))
}, 300_000)
afterAll(() => server.stop())

const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)
const post = (path: string, body: object = {}) => expectOk(server.people.admin.post(path, body))

const days = { start: '2000-01-01', end: '2999-12-31' }
const ofBoard = () => read((db) => sumMargin(db, { boards: [shop.boardid], locations: null }, days).cents)
const reported = (reference: string) =>
  read((db) => [...jobMargin.read(db, { ...days } as never)]).find((row) => row.reference === reference)

/** Quantities of the one line of a job; what is not `invoiced` by a quantity is invoiced whole. */
type Course = { back?: number; tick?: boolean; invoiced?: number; credited?: number; reason?: string }

/** Four of a line go out; then the course. What is charged by each place, in cents. */
async function charged(
  line: object,
  { back = 0, tick = false, invoiced, credited = 0, reason = 'varied' }: Course,
  job = {},
) {
  const before = ofBoard()
  const admin = server.people.admin
  const { id, reference, lines } = await jobToDeliver(shop, [{ estimated: 4, consumed: 4, ...line }], job)
  const materialid = lines[0]!
  const note = await issueNote(admin, shop.boardid, [{ materialid, quantity: 4 }])
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const part = invoiced === undefined ? {} : { lines: [{ materialid, quantity: invoiced }] }
  const draft = await post('/api/invoices', { jobid: id, ...part })
  const invoice = await post(`/api/invoices/${draft.id}/issue`)
  const returns = [{ lineid: note.lines[0].id, quantity: back }]
  if (back > 0)
    await expectOk(
      admin.patch(`/api/delivery/${note.id}`, {
        ...{ status: 'returned', restock: tick, returns },
        ...(tick && { storageid: rack }),
      }),
    )
  if (credited > 0)
    await post(`/api/invoices/${invoice.id}/credit`, {
      ...{ reason, again: false },
      lines: [{ line: 0, quantity: credited, restock: false }],
    })
  const totals = await expectOk(admin.get(`/api/jobs/${id}/totals`))
  const cost = Math.round(totals.cost.actual * 100)
  const row = reported(reference)!
  return {
    dialog: Math.round(totals.margin.actual * 100) + cost,
    dashboard: ofBoard() - before + cost,
    report: Number(row.charged),
    margin: Number(row.margin) + cost,
  }
}

async function withVat() {
  const inventoryid = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { rate: parseRate(115), exclusive: false, inventoryclass: 0 })
    tx.invalidateCaches()
    return id
  })
  return { inventoryid, unit: undefined, linerate: undefined }
}

const same = (cents: number) => ({ dialog: cents, dashboard: cents, report: cents, margin: cents })

// How many of the four are charged in the end.
const courses: [Course, number][] = [
  [{}, 4],
  [{ back: 1, tick: false, credited: 1 }, 3],
  [{ back: 1, tick: true, credited: 1 }, 3],
  [{ back: 1, tick: false, credited: 2 }, 2],
  [{ back: 1, tick: true, credited: 2 }, 2],
  // Two are still to be invoiced.
  [{ invoiced: 2, credited: 1 }, 3],
  // What came back is what was credited as returned, so all three that are kept are charged.
  [{ invoiced: 3, back: 1, tick: true, credited: 1, reason: 'returned' }, 3],
  // The one that was not charged came back, and one that is kept is credited for good.
  [{ invoiced: 3, back: 1, tick: true, credited: 1 }, 2],
  [{ invoiced: 3, back: 1, tick: false, credited: 1 }, 3],
]

test.each(courses)('of four at R 100, %o charges %d in every place', async (course, pieces) => {
  expect(await charged({ linerate: 100, costrate: 40 }, course)).toEqual(same(pieces * 10_000))
})

test('so it is of a line with a discount, of prices with VAT, and of a fixed price', async () => {
  const both: Course[] = [
    { back: 1, tick: true, credited: 1 },
    { back: 1, tick: false, credited: 1 },
  ]
  for (const course of both) {
    // 3 × 100,00 less 10 %
    expect(await charged({ linerate: 100, discount: 10 }, course)).toEqual(same(27_000))
    expect(await charged({ linerate: 100 }, course, { fixedprice: true })).toEqual(same(30_000))
    // 3 × 115,00 with VAT of 15 %
    expect(await charged(await withVat(), course)).toEqual(same(30_000))
  }
})

test('what a job made and took back is charged to nobody, whether or not it is credited', async () => {
  const made = await server.services.tenants.write(server.accountid, by, (tx) => {
    const inventoryid = makeItem(tx, { materialname: 'Cupboard', inventoryclass: 3 })
    tx.invalidateCaches()
    return { inventoryid, unit: undefined, storageid: rack, linerate: 100 }
  })
  expect(await charged(made, { back: 1, tick: true })).toEqual(same(30_000))
  expect(await charged(made, { back: 1, tick: true, credited: 1 })).toEqual(same(30_000))
  expect(await charged(made, { back: 1, tick: true, credited: 2 })).toEqual(same(20_000))
  // A fixed price is charged whatever was made.
  expect(await charged(made, { back: 1, tick: true }, { fixedprice: true })).toEqual(same(40_000))
})
