import { afterAll, beforeAll, expect, test } from 'bun:test'
import { parsePercent, parseRate } from '#server/money/decimal.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())
const admin = () => server.people.admin

async function readPaper(path: string) {
  const { status, bytes } = await pdf(server, admin(), path)
  expect(status).toBe(200)
  return (await readPdf(bytes)).text.replaceAll('\u00a0', ' ')
}

const readPage = async (path: string) =>
  (
    await (
      await fetch(server.url + path, { headers: { cookie: admin().cookie, 'hx-request': 'true' } })
    ).text()
  )
    .replace(/<[^>]*>|&nbsp;|\u00a0/g, ' ')
    .replace(/ +/g, ' ')

/** Cost, percentage on it, whether without VAT; then the unit price, of 100 the estimate and of 3 the invoice. */
const kinds = [
  ['100.05', 15, true, '115,06', '11 506,00', '345,18'],
  ['150.625', 15, true, '173,219', '17 321,90', '519,66'],
  ['0.0525', 50, true, '0,0788', '7,88', '0,24'],
] as const

/** 100 of it are estimated, 3 invoiced, 1 credited; all that shows its price, in words. */
async function papersOf(cost: string, percent: number, exclusive: boolean) {
  const inventoryid = await server.services.tenants.write(server.accountid, by, (tx) =>
    makeItem(tx, {
      code: `UNIT-${cost}`,
      rate: parseRate(cost),
      mupercent: parsePercent(percent),
      exclusive,
      inventoryclass: 0,
    }),
  )
  const line = { inventoryid, description: 'Priced by the metre', estimated: 100, consumed: 3 }
  const jobid = await completeJob(office, [line as never], { organisation: office.vendor })
  const [made] = (await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))) as {
    linerate: number
  }[]
  const offered = await completeJob(office, [line as never], { organisation: office.vendor, status: 1 })
  const { url } = await expectOk(admin().post(`/api/jobs/${offered}/links`, { purpose: 'approve' }))
  const { id } = await readDraft(office, jobid)
  const draft = await readPage(`/invoices/${id}`)
  const invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
  const credit = await expectOk(
    admin().post(`/api/invoices/${id}/credit`, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] }),
  )
  const papers = {
    estimate: await readPaper(`/render/estimate/${jobid}?vs=detailed`),
    link: await readPage(new URL(url).pathname),
    draft,
    invoice: await readPaper(`/render/invoice/${invoice.id}`),
    credit: await readPaper(`/render/invoice/${credit.id}`),
  }
  return { linerate: made?.linerate, papers }
}

test.each(kinds)(
  'of an item of %s with %d %% on it is the same on each paper',
  async (cost, percent, exclusive, price, estimated, invoiced) => {
    const { linerate, papers } = await papersOf(cost, percent, exclusive)
    expect(String(linerate).replace('.', ',')).toBe(price)
    const found = Object.entries(papers).map(([paper, text]) => [paper, unitPrices(text, price)])
    expect(found).toEqual(Object.keys(papers).map((paper) => [paper, [price]]))
    expect(papers.estimate).toContain(estimated)
    expect(papers.link).toContain(estimated)
    expect(papers.invoice).toContain(invoiced)
  },
)

test('of an item that is priced with VAT is in cents, with the price with VAT beside it', async () => {
  const { linerate, papers } = await papersOf('10', 0, false)
  expect(linerate).toBe(8.6957)
  for (const [paper, text] of Object.entries(papers)) {
    expect([paper, unitPrices(text, '8,70')]).toEqual([paper, ['8,70']])
    expect([paper, text.includes('R 10,00 each with VAT')]).toEqual([paper, true])
  }
  expect(papers.estimate).toContain('869,57')
})

/** All figures that are the price, or have fractions of a cent. */
const unitPrices = (text: string, price: string) => [
  ...new Set(text.match(/(?<![\d,])\d+,\d{2,}/g)?.filter((it) => it === price || /,\d{3}/.test(it))),
]
