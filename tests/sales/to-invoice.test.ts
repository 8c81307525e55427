import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openSteps } from '#tests/work/consignment-steps.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'
import { MADE, USED } from './seven-metres-support.ts'

let server: TestServer
let office: InvoiceFixtures
let steps: Awaited<ReturnType<typeof openSteps>>
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  steps = await openSteps(server, office)
})
afterAll(() => server.stop())

/** Two lines of seven that a note delivered: what is invoiced of each, and what came back of the first; in rand without VAT. */
async function listed(invoiced: readonly number[], back: number, { linerate = 80, scrap = false } = {}) {
  const line = { linerate, estimated: 7, consumed: 7 }
  const { id, lines } = await jobToDeliver(office, [line, line])
  await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const note = await issueNote(
    admin(),
    office.boardid,
    lines.map((materialid) => ({ materialid, quantity: 7 })),
  )
  const part = lines.map((materialid, at) => ({ materialid, quantity: invoiced[at] }))
  const invoice = await expectOk(admin().post('/api/invoices', { jobid: id, lines: part }))
  await expectOk(admin().post(`/api/invoices/${invoice.id}/issue`))
  if (back > 0)
    await expectOk(
      admin().patch(`/api/delivery/${note.id}`, {
        ...{ status: 'returned', restock: true, scrap },
        returns: [{ lineid: note.lines[0].id, quantity: back }],
      }),
    )
  const rows = await expectOk(admin().get('/api/billing'))
  const { value, tocredit, margin } = rows.find((row: { id: string }) => row.id === id)
  const page = (await admin().get('/billing')).text
  const draft = await expectOk(admin().post('/api/invoices', { jobid: id }))
  return { value, tocredit, margin, draft: draft.net, page }
}

test.each([
  [6, 80],
  [5, 160],
])(
  'the value is what a draft charges, and what is to be credited stands apart (%d of 7)',
  async (second, value) => {
    const { page, ...said } = await listed([7, second], 2)
    expect(said).toEqual({ value, draft: value, tocredit: 160, margin: 12 * 80 })
    expect(page).toContain('R\u00a0160,00 to credit')
  },
)

test('all of a line that is invoiced and came back is to be credited', async () => {
  expect(await listed([7, 6], 7)).toMatchObject({ value: 80, draft: 80, tocredit: 560 })
})

test('the value is that of the draft to the cent', async () => {
  const { value, draft } = await listed([3, 2], 0, { linerate: 19.995 })
  expect(value).toBe(draft)
})

test('what was scrapped and is to be replaced is not to be credited', async () => {
  expect(await listed([7, 6], 2, { scrap: true })).toMatchObject({ value: 80, draft: 80, tocredit: 0 })
})

/** Ten at R 20, of which five were invoiced by `part`, and what the rate became after it. */
async function cheaper(linerate: number, part?: 'lines' | 'percent') {
  const { id, lines } = await jobToDeliver(office, [{ linerate: 20, estimated: 10, consumed: 10 }])
  await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const asked = { lines: { lines: [{ materialid: lines[0], quantity: 5 }] }, percent: { percent: 50 } }
  const first = part && (await expectOk(admin().post('/api/invoices', { jobid: id, ...asked[part] })))
  if (first) await expectOk(admin().post(`/api/invoices/${first.id}/issue`))
  await expectOk(admin().patch(`/api/materials/${lines[0]}`, { linerate }))
  return { id, invoice: first?.id as string, line: lines[0]! }
}
const refusalOf = async (jobid: string) => {
  const { status, body } = await admin().post('/api/invoices', { jobid })
  return [status, body.code, body.message]
}
const billed = async (jobid: string) =>
  (await expectOk(admin().get('/api/billing'))).find((row: { id: string }) => row.id === jobid)

test.each(['lines', 'percent'] as const)(
  'no invoice is below zero after a part at a higher rate (%s): what is over is credited, and no more is due',
  async (part) => {
    const { id, invoice } = await cheaper(5, part)
    expect(await billed(id)).toMatchObject({ value: 0, tocredit: 50 })
    expect(await refusalOf(id)).toEqual([
      ...[400, 'belowzero'],
      expect.stringMatching(
        /comes to −R.57,50, and no invoice is below zero: credit what was invoiced too much/,
      ),
    ])
    const lines = [{ line: 0, amount: '57,50' }]
    await expectOk(admin().post(`/api/invoices/${invoice}/credit`, { reason: 'price', lines }))
    expect(await billed(id)).toMatchObject({ value: 0, tocredit: 0 })
    const totals = await expectOk(admin().get(`/api/jobs/${id}/totals`))
    expect([totals.actual.net, totals.credited]).toEqual([50, 0])
    const rest = await expectOk(admin().post('/api/invoices', { jobid: id }))
    expect(await expectOk(admin().post(`/api/invoices/${rest.id}/issue`))).toMatchObject({ total: 0 })
    expect(await expectOk(admin().get(`/api/jobs/${id}`))).toMatchObject({ status: 5 })
  },
)

test('what was invoiced at a higher rate and is credited to be invoiced again is charged at the lower one', async () => {
  const { id, invoice } = await cheaper(5, 'lines')
  await expectOk(admin().post(`/api/invoices/${invoice}/credit`, { reason: 'error' }))
  expect(await expectOk(admin().post('/api/invoices', { jobid: id }))).toMatchObject({ total: 57.5 })
})

test('money off the price stays given where the rate is as it was', async () => {
  const { id, invoice } = await cheaper(20, 'lines')
  const lines = [{ line: 0, amount: '57,50' }]
  await expectOk(admin().post(`/api/invoices/${invoice}/credit`, { reason: 'price', lines }))
  expect(await expectOk(admin().post('/api/invoices', { jobid: id }))).toMatchObject({ total: 115 })
})

test('a draft whose rate falls below zero cannot be issued, with or without an earlier invoice', async () => {
  for (const part of [undefined, 'lines'] as const) {
    const { id, line } = await cheaper(20, part)
    const draft = await expectOk(admin().post('/api/invoices', { jobid: id }))
    await expectOk(admin().patch(`/api/materials/${line}`, { linerate: -5 }))
    const { status, body } = await admin().post(`/api/invoices/${draft.id}/issue`)
    expect([status, body.code]).toEqual([400, 'belowzero'])
  }
})

/** Ten, or what is used of them now, at a rate that changed since five were invoiced at R 20. */
async function changed(fixedprice: boolean, { linerate, left }: { linerate: number; left: number }) {
  const { id, lines } = await jobToDeliver(office, [{ linerate: 20, estimated: 10, consumed: 10 }])
  if (fixedprice) await expectOk(admin().patch(`/api/jobs/${id}`, { fixedprice }))
  await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const part = { jobid: id, lines: [{ materialid: lines[0], quantity: 5 }] }
  const { id: invoice } = await expectOk(admin().post('/api/invoices', part))
  await expectOk(admin().post(`/api/invoices/${invoice}/issue`))
  const now = fixedprice ? { estimated: left } : { consumed: left }
  await expectOk(admin().patch(`/api/materials/${lines[0]}`, { linerate, ...now }))
  return { id, invoice: invoice as string }
}
const credit = (invoice: string, line: object) =>
  expectOk(
    admin().post(`/api/invoices/${invoice}/credit`, {
      ...{ reason: 'price', again: false },
      lines: [{ line: 0, ...line }],
    }),
  )

test.each([
  ...[false, true].flatMap((fixedprice) => [
    [fixedprice, 5, 3, 85] as const,
    [fixedprice, 5, 5, 75] as const,
    [fixedprice, 20, 3, 40] as const,
    [fixedprice, 30, 3, 10] as const,
    [fixedprice, 50, 3, 0] as const,
    [fixedprice, 5, 0, 100] as const,
  ]),
])(
  'what is to be credited follows the rate as it is now (fixed price %p, rate %d, %d left: %d)',
  async (fixedprice, linerate, left, tocredit) => {
    const { id, invoice } = await changed(fixedprice, { linerate, left })
    expect(await billed(id)).toMatchObject({ value: 0, tocredit })
    if (tocredit === 0) return
    await credit(invoice, { amount: ((tocredit * 115) / 100).toFixed(2) })
    const now = await billed(id)
    // Money off is off what is left at the rate of the invoice.
    if (now && linerate < 20) expect(now.tocredit).toBe(0)
  },
)

test('what is to be credited after a lowered rate stays in Billing once the rest is invoiced, until it is credited', async () => {
  const { id, lines } = await jobToDeliver(office, [
    { linerate: 20, estimated: 10, consumed: 10 },
    { linerate: 500, estimated: 1, consumed: 1 },
  ])
  await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const part = { jobid: id, lines: [{ materialid: lines[0], quantity: 10 }] }
  const first = await expectOk(admin().post('/api/invoices', part))
  await expectOk(admin().post(`/api/invoices/${first.id}/issue`))
  await expectOk(admin().patch(`/api/materials/${lines[0]}`, { linerate: 5 }))
  expect(await billed(id)).toMatchObject({ value: 500, tocredit: 150 })
  const rest = await expectOk(admin().post('/api/invoices', { jobid: id }))
  expect(await expectOk(admin().post(`/api/invoices/${rest.id}/issue`))).toMatchObject({ net: 500 })
  expect(await expectOk(admin().get(`/api/jobs/${id}`))).toMatchObject({ status: 5 })
  expect(await billed(id)).toMatchObject({ value: 0, tocredit: 150 })
  await credit(first.id, { amount: '172,50' })
  expect(await billed(id)).toBeUndefined()
})

test.each([USED, MADE])(
  'what comes back of an invoiced job is to be credited, made or not (%d)',
  async (kind) => {
    for (const back of [1, 2]) {
      const job = await steps.begin(kind, { total: 2, noted: 2 })
      for (const step of ['I', `b${back}`]) expect(await job.step(step)).toBeUndefined()
      expect(await billed(job.id)).toMatchObject({ value: 0, tocredit: back * 80 })
      expect(await job.step(`c${back}`)).toBeUndefined()
      expect(await billed(job.id)).toBeUndefined()
    }
    const scrapped = await steps.begin(kind, { total: 2, noted: 2 })
    for (const step of ['I', 'z1']) expect(await scrapped.step(step)).toBeUndefined()
    expect(await billed(scrapped.id)).toBeUndefined()
  },
)

test.each([USED, MADE])(
  'of what comes back, money off its price is not credited twice (%d)',
  async (kind) => {
    const job = await steps.begin(kind, { total: 2, noted: 2 })
    expect(await job.step('I')).toBeUndefined()
    await credit(job.invoice(), { amount: '2,30' })
    expect(await job.step('b1')).toBeUndefined()
    expect(await billed(job.id)).toMatchObject({ value: 0, tocredit: 79 })
    const credited = await credit(job.invoice(), { quantity: 1 })
    expect(await expectOk(admin().get(`/api/invoices/${credited.id}`))).toMatchObject({ net: -79 })
    expect(await billed(job.id)).toBeUndefined()
  },
)

test.each([
  ['stock', USED],
  ['made', MADE],
] as const)('what came back of a job that is paid is to be credited: %s', async (_, kind) => {
  const job = await steps.run(kind, 'n2 I', { total: 2, used: 2 })
  const { total } = await expectOk(admin().get(`/api/invoices/${job.invoice()}`))
  await expectOk(admin().post(`/api/invoices/${job.invoice()}/payments`, { amount: total }))
  const read = async () =>
    (await expectOk(admin().get('/api/billing?take=500'))).find((row: { id: string }) => row.id === job.id)
  expect(await read()).toBeUndefined()
  expect(await job.step('b1')).toBeUndefined()
  expect(await read()).toMatchObject({ value: 0, tocredit: 80 })
  // What was scrapped is replaced.
  expect(await job.step('z1')).toBeUndefined()
  expect(await read()).toMatchObject({ tocredit: 80 })
  expect(await job.step('c1')).toBeUndefined()
  expect(await read()).toBeUndefined()
})
