import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures, pdf } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())
const admin = () => server.people.admin

/** None of whose prices a percentage divides in whole cents. */
const GEYSER = [
  { linerate: 119.59, consumed: 8, description: 'Pipe', unit: 'm' },
  { linerate: 385.33, consumed: 5, description: 'Plumber', unit: 'h' },
  { linerate: 1247.77, consumed: 1, description: 'Valve', unit: 'each' },
]
const issuePart = async (jobid: string, part: object) => {
  const { id } = await expectOk(admin().post('/api/invoices', { jobid, ...part }))
  return expectOk(admin().post(`/api/invoices/${id}/issue`))
}
const quantities = ({ document }: { document: { lines: { quantity: number }[] } }) =>
  document.lines.map(({ quantity }) => quantity)

const REST = {}
const shares: [string, object[], number[][]][] = [
  [
    '60 and 40 %',
    [{ percent: 60 }, { percent: 40 }],
    [
      [4.8, 3, 0.6],
      [3.2, 2, 0.4],
    ],
  ],
  [
    '30, 17.5 and 12.25 %, and the rest',
    [{ percent: 30 }, { percent: 17.5 }, { percent: 12.25 }, REST],
    [
      [2.4, 1.5, 0.3],
      [1.4, 0.875, 0.175],
      [0.98, 0.6125, 0.1225],
      [3.22, 2.0125, 0.4025],
    ],
  ],
]

test.each(shares)('quantities are their share of each line, to the millionth: %s', async (_, parts, each) => {
  const jobid = await completeJob(office, GEYSER)
  const invoices = []
  for (const part of parts) invoices.push(await issuePart(jobid, part))
  expect(invoices.map(quantities)).toEqual(each)
  const whole = await issuePart(await completeJob(office, GEYSER), REST)
  for (const of of ['net', 'vat', 'total'])
    expect(invoices.reduce((sum, one) => sum + Math.round(one[of] * 100), 0)).toBe(
      Math.round(whole[of] * 100),
    )
})

test('a percentage of what chosen quantities left is exact too', async () => {
  const jobid = await completeJob(office, [{ linerate: 119.59, consumed: 8 }])
  const [{ id: materialid }] = await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
  await issuePart(jobid, { lines: [{ materialid, quantity: 3 }] })
  expect(quantities(await issuePart(jobid, { percent: 25 }))).toEqual([2])
})

test('what is shown as left to credit is taken, and nothing of it is left', async () => {
  const jobid = await completeJob(office, GEYSER)
  const { id } = await issuePart(jobid, { percent: 60 })
  await issuePart(jobid, { percent: 40 })
  const path = `/invoices/${id}/credit`
  const { html } = await htmxRequest(server, admin(), 'GET', path)
  expect(html.replaceAll('\u00a0', ' ')).toContain('4,8 m')
  const fields = {
    ...{ reason: 'error', what: 'lines' },
    ...{ 'lines.0.line': '0', 'lines.0.quantity': '4,8' },
    ...{ 'lines.1.line': '1', 'lines.1.quantity': '3' },
    ...{ 'lines.2.line': '2', 'lines.2.quantity': '0,6' },
  }
  await htmxRequest(server, admin(), 'POST', path, fields)
  expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ state: 'credited', due: 0 })
})

test('a credit note of one of two that a percentage charged says 1', async () => {
  const jobid = await completeJob(office, [{ ...GEYSER[2]!, consumed: 2 }])
  const { id } = await issuePart(jobid, { percent: 50 })
  const lines = [{ line: 0, quantity: 1 }]
  const note = await expectOk(admin().post(`/api/invoices/${id}/credit`, { reason: 'error', lines }))
  const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${note.id}`)).bytes)
  expect(text).toMatch(/Valve\s+1\s/)
  expect(text).not.toMatch(/50.%/)
})
