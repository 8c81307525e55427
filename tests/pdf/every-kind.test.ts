import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { routes } from '#server/app.ts'
import { createInvoiceFixtures, issueInvoice, pdf } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver, SIGNATURE } from '#tests/work/deliveries-support.ts'
import { readPdf } from './read.ts'
import { logo } from './samples.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const qpdf = Bun.which('qpdf')

/** What qpdf finds wrong with a file; nothing where it is not installed. */
async function findFaults(bytes: Uint8Array): Promise<string> {
  if (!qpdf) return ''
  const path = join(server.folder, 'printed.pdf')
  await Bun.write(path, bytes)
  const { exitCode, stderr } = Bun.spawnSync([qpdf, '--check', path])
  return exitCode === 0 ? '' : stderr.toString()
}

/** Something of each kind to print, by its address. */
async function makeAll(): Promise<string[]> {
  const { admin } = server.people
  const office = await createInvoiceFixtures(server)
  const shelf = await expectOk(admin.post('/api/storage', { name: 'Rack 7', barcode: 'RK-7' }))
  const crate = await expectOk(admin.post('/api/equipment', { name: 'Crate', barcode: 'CR-1' }))
  const bolt = await expectOk(admin.post('/api/inventory', { code: 'BOLT', materialname: 'Bolt', rate: 2 }))
  const supplier = await expectOk(admin.post('/api/suppliers', { name: 'Timber City' }))
  const ordered = { supplier: supplier.id, lines: [{ inventoryid: bolt.id, quantity: 5 }] }
  const order = await expectOk(admin.post('/api/purchaseorders', ordered))
  const job = await jobToDeliver(office, [{ storageid: shelf.id }, {}])
  await expectOk(admin.post(`/api/jobs/${job.id}/equipment`, { barcode: 'CR-1' }))
  const file = new FormData()
  file.set('referenceid', job.id)
  file.set('filename', 'Front')
  file.set('file', new File([logo as BlobPart], 'Front.png'))
  await expectOk(admin.post('/api/documents/file', file))
  const lines = job.lines.map((materialid) => ({ materialid, quantity: 2 }))
  const note = await issueNote(admin, office.boardid, lines)
  const proof = { name: 'Thandi', signature: SIGNATURE }
  await expectOk(admin.patch(`/api/delivery/${note.id}`, { status: 'delivered', proof }))
  const invoice = await issueInvoice(office)
  const credited = await issueInvoice(office)
  const { creditnote } = await expectOk(
    admin.post(`/api/invoices/${credited.id}/credit`, { reason: 'returned' }),
  ).then(() => expectOk(admin.get(`/api/invoices/${credited.id}`)))
  await expectOk(admin.post(`/api/invoices/${invoice.id}/payments`, { amount: invoice.total }))
  return [
    ...['card', 'estimate', 'proforma', 'pickinglist', 'attachment'].map((kind) => `${kind}/${job.id}`),
    ...[`invoice/${invoice.id}`, `invoice/${creditnote.id}`, `receipt/${invoice.id}`],
    ...[`statement/${office.clients[0]}`, `deliverynote/${note.id}`, `deliveryproof/${note.id}`],
    `deliverynotes?ids=${note.id}`,
    `purchaseorder/${order.id}`,
    ...['joblist', 'forecasts', 'roles', 'claims', 'labels/equipment', 'labels/storage', 'labels/inventory'],
    ...[`package/${job.id}/${crate.id}`, `storage/${job.id}/${job.lines[0]}`],
  ].map((path) => `/render/${path}`)
}

test('a document of every kind is whole to other software, which reads its text', async () => {
  const paths = await makeAll()
  const kindOf = (path: string) =>
    path
      .replace(/\?.*/, '')
      .split('/')
      .slice(0, path.includes('/labels/') ? 4 : 3)
      .join('/')
  const kinds = routes.flatMap(({ path }) => (path.startsWith('/render/') ? kindOf(path) : []))
  expect([...new Set(paths.map(kindOf))].toSorted()).toEqual(kinds.toSorted())
  for (const path of paths) {
    const { status, bytes } = await pdf(server, server.people.admin, path)
    expect([path, status]).toEqual([path, 200])
    expect((await readPdf(bytes)).text.trim(), path).not.toBe('')
    expect(await findFaults(bytes), path).toBe('')
  }
})
