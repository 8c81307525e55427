import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
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
