import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findWrongTotals } from '#db/queries/self-check.ts'
import { describeFit } from '#server/domains/sales/pastel/build-file.ts'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
  type TestLine,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => {
  expect(server.services.tenants.read(server.accountid, findWrongTotals)).toEqual([])
  return server.stop()
})

const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)
const post = (path: string, body: object = {}) => expectOk(admin().post(path, body))
const get = (path: string) => expectOk(admin().get(path))

async function issued(lines: readonly TestLine[], organisation?: string) {
  const { id: client } = await post('/api/clients', { name: `Complains ${Math.random()}` })
  const jobid = await completeJob(office, lines, { client })
  const draft = await readDraft(office, jobid, organisation)
  return { ...(await post(`/api/invoices/${draft.id}/issue`)), jobid, client } as {
    id: string
    number: string
    jobid: string
    client: string
  }
}

const four = { description: 'Oak door', unit: 'ea', linerate: 100, costrate: 40, estimated: 4, consumed: 4 }
const reduce = (id: string, amount: number, more: object = {}) =>
  admin().post(`/api/invoices/${id}/credit`, { reason: 'price', lines: [{ line: 0, amount }], ...more })
const rate = (document: { lines: { rate: number; quantity: number; net: number }[] }) =>
  document.lines.map(({ quantity, rate, net }) => [quantity, rate, net])

test('money comes off the price of a line with the VAT of its invoice, whatever the rate is now', async () => {
  const { id, number, jobid, client } = await issued([four, { linerate: 50 }])
  await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { vat: 20 }))
  const note = await expectOk(reduce(id, 200, { note: 'Two were scratched' }))
  await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { vat: 15 }))
  // 200,00 × 15/115 = 26,09; 200,00 − 26,09 = 173,91.
  expect(note).toMatchObject({ net: -173.91, vat: -26.09, total: -200, credits: { id, number } })
  expect(rate(note.document)).toEqual([[-1, 173.91, -173.91]])
  // 5 × 100 … 450,00 × 1,15 = 517,50; less 200,00 is 317,50. Of the doors, 460,00 less 200,00 is left.
  const after = await get(`/api/invoices/${id}`)
  expect(after).toMatchObject({ state: 'issued', credited: 200, due: 317.5 })
  expect(after.creditable).toMatchObject([
    { quantity: 4, total: 260 },
    { quantity: 1, total: 57.5 },
  ])
  const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${note.id}`)).bytes)
  const paper = text.replace(/\s+/g, ' ')
  expect(paper).toContain('Price reduction: Oak door')
  expect(paper).toContain('The agreed price was changed, by a discount or otherwise: Two were scratched')
  expect(paper).toContain(`Corrects invoice ${number} of`)
  expect(await get(`/api/invoices/statement/${client}`)).toMatchObject({ total: 317.5 })
  expect((await get(`/api/jobs/${jobid}`)).status).toBe(5)
  // 450,00 − 173,91 − 160,00
  expect(await get(`/api/jobs/${jobid}/totals`)).toMatchObject({
    ...{ credited: 173.91, margin: { actual: 116.09 } },
  })
  expect(read((db) => describeFit(db, [note.id]))).not.toContain('off in Pastel')
})

test('what is credited by quantity afterwards is what was left of its price', async () => {
  const { id, jobid } = await issued([four])
  await expectOk(reduce(id, 46))
  // 460,00 − 46,00 = 414,00, of which one of four is 103,50: 90,00 and VAT of 13,50.
  const one = await post(`/api/invoices/${id}/credit`, {
    ...{ reason: 'varied', lines: [{ line: 0, quantity: 1 }] },
  })
  expect(one).toMatchObject({ net: -90, vat: -13.5, total: -103.5 })
  expect(rate(one.document)).toEqual([[-1, 90, -90]])
  expect(await get(`/api/jobs/${jobid}/totals`)).toMatchObject({ credited: 130, margin: { actual: 110 } })
  const rest = await post(`/api/invoices/${id}/credit`, { reason: 'cancelled' })
  expect(rest).toMatchObject({ net: -270, vat: -40.5, total: -310.5 })
  expect(rate(rest.document)).toEqual([[-3, 90, -270]])
  expect(await get(`/api/invoices/${id}`)).toMatchObject({ state: 'credited', due: 0, credited: 460 })
})

test('no unit price on a credit note has a fraction of a cent', async () => {
  const { id } = await issued([{ ...four, estimated: 7, consumed: 7, linerate: 75.63 }], office.plain)
  await expectOk(reduce(id, 521.74))
  // 529,41 − 521,74 = 7,67, of which two of seven are 2,19: 1,095 each.
  const two = await post(`/api/invoices/${id}/credit`, {
    ...{ reason: 'returned', lines: [{ line: 0, quantity: 2 }] },
  })
  expect(rate(two.document)).toEqual([[-1, 2.19, -2.19]])
  expect(two.document.lines[0].description).toBe('2\u00a0ea Oak door')
})

test('the whole price of a line may go, and nothing of it is left to credit then', async () => {
  const { id } = await issued([four])
  const half = await expectOk(reduce(id, 229.99))
  const rest = await expectOk(reduce(id, 230.01))
  // Together the VAT of the line, to the cent.
  expect([half.total + rest.total, half.vat + rest.vat]).toEqual([-460, -60])
  expect(await get(`/api/invoices/${id}`)).toMatchObject({ state: 'credited', due: 0, creditable: [] })
})

test('without VAT the amount is all there is', async () => {
  const { id } = await issued([four], office.plain)
  expect(await expectOk(reduce(id, 60))).toMatchObject({ net: -60, vat: 0, total: -60 })
})

test('stock stays where it is, and the goods can still come back', async () => {
  const inventoryid = await server.services.tenants.write(server.accountid, by, (tx) => {
    const made = makeItem(tx, { materialname: 'Hinge' })
    tx.invalidateCaches()
    return made
  })
  await post('/api/inventory/inbound', { inventoryid, quantity: 10 })
  const { id } = await issued([{ ...four, inventoryid, unit: undefined }])
  const held = () => read((db) => (readOnHand(db, [inventoryid]).get(inventoryid)?.quantity ?? 0) / 1e6)
  expect(held()).toBe(6)
  await expectOk(reduce(id, 100))
  expect(held()).toBe(6)
  expect((await get(`/api/invoices/${id}`)).creditable[0].restockable).toBe(4)
  await post(`/api/invoices/${id}/credit`, { reason: 'returned', lines: [{ line: 0, quantity: 4 }] })
  expect(held()).toBe(10)
  expect(read(checkStock).filter((fault) => fault.inventoryid === inventoryid)).toEqual([])
})

test('more than is left, a return, and a second invoice of it are refused by their field', async () => {
  const { id } = await issued([four, { linerate: -10 }])
  const refused = async (field: string, amount: number, more: object = {}) =>
    expect(await expectRefused(reduce(id, amount, more))).toEqual([field])
  await refused('lines.0.amount', 460.01)
  await refused('lines.0.amount', 0)
  await refused('lines.0.amount', -5)
  await refused('reason', 10, { reason: 'returned' })
  await refused('again', 10, { again: true })
  await refused('lines.0.amount', 10, { lines: [{ line: 0, amount: 10, quantity: 1 }] })
  await refused('lines.0.amount', 10, { lines: [{ line: 1, amount: 10 }] })
  await refused('lines.0.restock', 10, { lines: [{ line: 0, amount: 10, restock: true }] })
  await refused('lines', 10, { lines: [{ line: 0 }] })
  expect(await get(`/api/invoices/${id}`)).toMatchObject({ credited: 0 })
})

test('the form says what it comes to, and takes a wrong amount back to its box', async () => {
  const { id, number } = await issued([four])
  const typed = async (amount: string, more: object = {}) =>
    (
      await htmxRequest(server, admin(), 'POST', `/invoices/${id}/credit${'reason' in more ? '' : '/sum'}`, {
        ...{ what: 'amounts', 'lines.0.line': '0', 'lines.0.quantity': '', 'lines.0.amount': amount },
        ...more,
      })
    ).html
      .replace(/<[^>]+>|&[a-z]+;/g, ' ')
      .replace(/\s+/g, ' ')
  expect(await typed('200,00')).toContain(`Credit R 200,00 of ${number}`)
  expect(await typed('')).toContain('Choose at least one line.')
  expect(await typed('460,01')).toContain('Only R 460,00 of Oak door can still be credited.')
  for (const reason of ['returned', 'damaged', 'cancelled']) {
    const fields = { what: 'amounts', reason, 'lines.0.line': '0', 'lines.0.amount': '10' }
    const { html } = await htmxRequest(server, admin(), 'POST', `/invoices/${id}/credit/sum`, fields)
    expect(html).toContain('data-blocks')
    expect(html).toContain('For goods that came back choose lines or quantities')
  }
  expect(await typed('x', { reason: 'price' })).toContain('amount')
  await typed('200,00', { reason: 'price' })
  expect(await get(`/api/invoices/${id}`)).toMatchObject({ credited: 200 })
})
