import { afterAll, beforeAll, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { parseRate } from '#server/money/decimal.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures, readDraft } from './invoices-support.ts'

/** Quantity, price with VAT, discount in percent; then what the client pays, and the VAT in it by 15/115. */
const vectors = [
  [1, 10, 0, 10, 1.3],
  [3, 9.99, 0, 29.97, 3.91],
  [7, 0.05, 0, 0.35, 0.05],
  [1000, 1.15, 0, 1150, 150],
  [1000, 9.99, 0, 9990, 1303.04],
  [1, 10, 12.5, 8.75, 1.14],
  [3, 9.99, 10, 26.97, 3.52],
  [7, 0.05, 50, 0.17, 0.02],
  [1000, 1.15, 33.33, 766.7, 100],
] as const

let server: TestServer
let office: InvoiceFixtures
const items: string[] = []
const admin = () => server.people.admin

const linesOf = (some = vectors.map((_, at) => at)) =>
  some.map((at) => {
    const [quantity, , discount] = vectors[at] as (typeof vectors)[number]
    return { inventoryid: items[at], estimated: quantity, consumed: quantity, discount } as never
  })

const makeJob = (organisation: string, some?: number[]) =>
  completeJob(office, linesOf(some), { organisation })

const linesOfInvoice = ({ document }: { document: { lines: Record<string, number>[] } }) =>
  document.lines.map(({ net = 0, vat, total }) => ({ net: Math.round(net * 100) / 100, vat, total }))

const expected = vectors.map(([, , , total, vat]) => ({
  net: Math.round((total - vat) * 100) / 100,
  vat,
  total,
}))
const sum = (values: readonly number[]) => Math.round(values.reduce((all, one) => all + one * 100, 0)) / 100

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  await server.services.tenants.write(server.accountid, by, (tx) => {
    for (const [at, [, price]] of vectors.entries())
      items.push(
        makeItem(tx, { code: `WITH-${at}`, rate: parseRate(price), exclusive: false, inventoryclass: 0 }),
      )
  })
  await expectOk(admin().patch(`/api/clients/${office.clients[0]}`, { code: 'ACME01' }))
})
afterAll(() => server.stop())

test('of a vendor and of a non-vendor come to the same, in draft, invoice, report and job', async () => {
  const jobid = await makeJob(office.vendor)
  const totals = await expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  expect(totals.actual).toMatchObject({ total: sum(expected.map(({ total }) => total)) })
  const { id } = await readDraft(office, jobid)
  const [listed] = await expectOk(admin().get('/api/invoices?state=draft'))
  expect(listed).toMatchObject({ id, total: sum(expected.map(({ total }) => total)) })
  const invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
  expect(linesOfInvoice(invoice)).toEqual(expected)
  expect(invoice).toMatchObject({
    net: sum(expected.map(({ net }) => net)),
    vat: sum(expected.map(({ vat }) => vat)),
  })
  const report = await expectOk(admin().get('/api/invoices/vat'))
  expect(JSON.stringify(report)).toContain(String(invoice.vat))

  const plain = await readDraft(office, await makeJob(office.plain))
  const untaxed = await expectOk(admin().post(`/api/invoices/${plain.id}/issue`))
  expect(linesOfInvoice(untaxed)).toEqual(expected.map(({ total }) => ({ net: total, vat: 0, total })))
})

test('stand on the board and in the margin as on the invoice', async () => {
  const jobid = await makeJob(office.vendor)
  const { quotedcents, usedcents } = server.services.tenants.read(server.accountid, (db) =>
    prepared<{ quotedcents: number; usedcents: number }>(
      db,
      'SELECT quotedcents, usedcents FROM jobs WHERE id = ?',
    ).get([jobid]),
  ) ?? { quotedcents: 0, usedcents: 0 }
  const net = sum(expected.map((one) => one.net))
  expect([quotedcents / 100, usedcents / 100]).toEqual([net, net])
  const { actual } = await expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  expect(actual.net).toBe(net)
})

test('come to the same in parts, credited by line, and once another organisation invoices', async () => {
  const jobid = await makeJob(office.vendor)
  const parts = []
  for (const percent of [33.33, 33.33, undefined]) {
    const body = percent === undefined ? { jobid } : { jobid, percent }
    const { id } = await expectOk(admin().post('/api/invoices', body))
    parts.push(await expectOk(admin().post(`/api/invoices/${id}/issue`)))
  }
  expect(sum(parts.map(({ total }) => total))).toBe(sum(expected.map(({ total }) => total)))
  expect(sum(parts.map(({ vat }) => vat))).toBe(sum(expected.map(({ vat }) => vat)))

  const moved = await makeJob(office.vendor, [0, 3])
  await expectOk(admin().patch(`/api/jobs/${moved}`, { organisation: office.plain }))
  await expectOk(admin().patch(`/api/jobs/${moved}`, { organisation: office.vendor }))
  const draft = await readDraft(office, moved)
  const whole = await expectOk(admin().post(`/api/invoices/${draft.id}/issue`))
  expect(linesOfInvoice(whole)).toEqual([expected[0], expected[3]] as never)
  for (const lines of [
    [{ line: 1, quantity: 300 }],
    [
      { line: 1, quantity: 700 },
      { line: 0, quantity: 1 },
    ],
  ])
    await expectOk(admin().post(`/api/invoices/${whole.id}/credit`, { reason: 'returned', lines }))
  expect(await expectOk(admin().get(`/api/invoices/${whole.id}`))).toMatchObject({ credited: 1160, due: 0 })
})

test('go to Pastel as they are, and a rate that is typed is without VAT', async () => {
  const jobid = await makeJob(office.vendor, [0])
  const line = server.services.tenants.read(server.accountid, (db) =>
    prepared<{ id: string }>(db, 'SELECT id FROM materials WHERE jobid = ?').get([jobid]),
  )
  await expectOk(admin().patch(`/api/materials/${line?.id}`, { linerate: 8.6957 }))
  const same = await expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  expect(same.actual.total).toBe(10)
  const today = Temporal.Now.plainDateISO('Africa/Johannesburg').toString()
  const { id } = await expectOk(
    admin().post('/api/invoices/pastel', { kind: 'invoice', start: '2020-01-01', end: today }),
  )
  const file = await fetch(`${server.url}/api/invoices/pastel/${id}`, { headers: { cookie: admin().cookie } })
  expect(await file.text()).toContain('8.6957,10.0000,')
  await expectOk(admin().patch(`/api/materials/${line?.id}`, { linerate: 8.7 }))
  const typed = await expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  expect(typed.actual.total).toBe(10.01)
  await expectOk(admin().patch(`/api/materials/${line?.id}`, { linerate: null }))
  const again = await expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  expect(again.actual.total).toBe(10)
})
