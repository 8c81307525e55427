import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures, pdf } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const post = (path: string, body: object = {}) => expectOk(admin().post(path, body))
const words = async (id: string) =>
  (await readPdf((await pdf(server, admin(), `/render/invoice/${id}`)).bytes)).text.replace(/\s+/g, ' ')

/** The rest of ten, of which five were invoiced at R 20 before their rate changed. */
async function restAt(linerate: number) {
  const { id, lines } = await jobToDeliver(office, [
    { description: 'Oak', linerate: 20, estimated: 10, consumed: 10, unit: 'm' },
  ])
  await expectOk(admin().patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const part = await post('/api/invoices', { jobid: id, lines: [{ materialid: lines[0], quantity: 5 }] })
  await post(`/api/invoices/${part.id}/issue`)
  await expectOk(admin().patch(`/api/materials/${lines[0]}`, { linerate }))
  const { id: rest } = await post('/api/invoices', { jobid: id })
  return await post(`/api/invoices/${rest}/issue`)
}

test.each([
  [30, 200, 50, /5.m 30,00 150,00 .*Price change on what was invoiced before: Oak 1 50,00 50,00/],
  [16, 60, -20, /5.m 16,00 80,00 .*Price change on what was invoiced before: Oak 1 .20,00 .20,00/],
])(
  'an invoice after the rate became R %d says apart what that makes of earlier ones',
  async (rate, net, earlier, printed) => {
    const { id, document } = await restAt(rate)
    expect(document.lines).toMatchObject([{ quantity: 5, rate, net, earlier: { net: earlier } }])
    expect(await words(id)).toMatch(printed)
    const credit = (quantity: number) =>
      post(`/api/invoices/${id}/credit`, { reason: 'varied', again: false, lines: [{ line: 0, quantity }] })
    await credit(2)
    const [note] = (await expectOk(admin().get(`/api/invoices/${id}`))).creditnotes
    const credited = await expectOk(admin().get(`/api/invoices/${note.id}`))
    for (const line of credited.document.lines) {
      expect(line.earlier).toBeUndefined()
      expect(Math.abs(line.quantity) * line.rate).toBeCloseTo(Math.abs(line.net), 2)
    }
  },
)

test('an invoice at the rate of the one before says nothing apart', async () => {
  const { id, document } = await restAt(20)
  expect(document.lines[0].earlier).toBeUndefined()
  expect(await words(id)).not.toContain('Price change')
})
