import { afterAll, beforeAll, expect, test } from 'bun:test'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { MADE, USED } from '#tests/sales/seven-metres-support.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from './deliveries-support.ts'
import { by } from './jobs-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let admin: Client
let theirs: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  admin = server.people.admin
  theirs = (await expectOk(admin.post('/api/storage', { name: 'Acme floor', client: shop.clients[0] }))).id
})
afterAll(() => server.stop())

const faults = () => server.services.tenants.read(server.accountid, checkStock)

/**
 * Seven that are made, or to be used, of 40 in stock before. `C` consigned, `s` sold, `I` all invoiced, `c` credited as returned, for
 * good, with `a` to be invoiced again, `n` delivered, `b` back into stock by the last note.
 */
async function run(kind: number, steps: string, { fixedprice = false } = {}) {
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    const id = makeItem(tx, { materialname: 'Table', inventoryclass: kind })
    tx.invalidateCaches()
    return id
  })
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item, quantity: 40 }))
  const consumed = kind === MADE ? 7 : 0
  const { id, lines } = await jobToDeliver(shop, [
    { inventoryid: item, unit: undefined, estimated: 7, consumed, linerate: 80 },
  ])
  const line = lines[0]!
  if (fixedprice) await expectOk(admin.patch(`/api/jobs/${id}`, { fixedprice }))
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  let consigned: Awaited<ReturnType<typeof issueNote>> | undefined
  let note = consigned
  let invoice = ''
  for (const step of steps.split(' ')) {
    const [what, quantity] = [step[0], Number(step.slice(1).replace('a', ''))]
    const of = (from: typeof note) => [{ lineid: from!.lines[0]!.id, quantity }]
    if (what === 'C')
      consigned = await issueNote(admin, shop.boardid, [{ materialid: line, quantity }], {
        storageid: theirs,
      })
    else if (what === 'n') note = await issueNote(admin, shop.boardid, [{ materialid: line, quantity }])
    else if (what === 's')
      await expectOk(admin.patch(`/api/delivery/${consigned!.id}`, { sold: of(consigned) }))
    else if (what === 'b')
      await expectOk(
        admin.patch(`/api/delivery/${note!.id}`, { status: 'returned', restock: true, returns: of(note) }),
      )
    else if (what === 'I') {
      invoice = (await expectOk(admin.post('/api/invoices', { jobid: id }))).id
      await expectOk(admin.post(`/api/invoices/${invoice}/issue`))
    } else
      await expectOk(
        admin.post(`/api/invoices/${invoice}/credit`, {
          ...{ reason: 'returned', again: step.endsWith('a') },
          lines: [{ line: 0, quantity }],
        }),
      )
  }
  const places = server.services.tenants.read(
    server.accountid,
    (db) => readOnHand(db, [item]).get(item)?.places ?? [],
  )
  const at = (theirplace: boolean) =>
    places
      .filter(({ name }) => (name === 'Acme floor') === theirplace)
      .reduce((sum, { quantity }) => sum + quantity / 1e6, 0)
  const { status } = await expectOk(admin.get(`/api/jobs/${id}`))
  const draft = await admin.post('/api/invoices', { jobid: id })
  const next = draft.status === 200 ? draft.body.data.document.lines[0].quantity : 0
  if (next > 0) await expectOk(admin.call('DELETE', `/api/invoices/${draft.body.data.id}`))
  return { job: id, invoice, consigned, ours: at(false), theirs: at(true), status, next }
}

const cases: [string, boolean, object][] = [
  // What was sold, invoiced and returned is in our own store, and may go out again.
  ['C7 s4 I c2', false, { ours: 42 - 7, theirs: 3, next: 0 }],
  ['C7 s4 I c2a', false, { ours: 42 - 7, theirs: 3, next: 0 }],
  ['C7 s7 I c7', false, { ours: 40, theirs: 0, next: 0, status: 5 }],
  ['C7 s7 I c7 n7', false, { ours: 33, theirs: 0, next: 7, status: 4 }],
  ['C7 s4 I c2 n2', false, { ours: 33, theirs: 3, next: 2 }],
  // What is sold after the invoice is charged.
  ['C7 s4 I s3', false, { ours: 33, theirs: 0, next: 3, status: 4 }],
  ['C7 s4 I s3 I', false, { ours: 33, theirs: 0, next: 0, status: 5 }],
]

test.each(cases)('%s', async (steps, fixedprice, expected) => {
  for (const kind of [USED, MADE]) {
    const { ours, ...rest } = await run(kind, steps, { fixedprice })
    expect([kind, { ours: kind === MADE ? ours - 7 : ours, ...rest }]).toEqual([
      kind,
      expect.objectContaining(expected),
    ])
  }
  expect(faults()).toEqual([])
})

test.each([
  ['C7 s4 I', 40, 3],
  ['C7 s4 I s3', 40, 0],
  ['C2 s1 I s1', 40, 0],
])('a fixed price takes nothing that lies at the client’s: %s', async (steps, ours, left) => {
  const done = await run(MADE, steps, { fixedprice: true })
  expect(done).toMatchObject({ ours: steps.startsWith('C2') ? 40 : ours, theirs: left })
  expect(faults()).toEqual([])
})

test('what lies unsold at the client’s is not among what is charged and kept', async () => {
  const { invoice } = await run(MADE, 'C1 n1 I b1')
  const { creditable } = await expectOk(admin.get(`/api/invoices/${invoice}`))
  expect(creditable).toMatchObject([{ back: 1 }])
})

test('whoever writes down on its note that sold goods came back is told what brings them back', async () => {
  const { consigned } = await run(USED, 'C7 s4 I')
  const back = (returns?: object[]) =>
    admin.patch(`/api/delivery/${consigned!.id}`, { status: 'returned', returns })
  const sold = 'What was sold comes back by a credit note for goods returned, once it is invoiced.'
  const lineid = consigned!.lines[0]!.id
  expect((await back([{ lineid, quantity: 4 }])).body.fields).toEqual({
    'returns.0.quantity': `Only 3\u00a0ea of Cupboard 1 are out. 4\u00a0ea of it was sold. ${sold}`,
  })
  await expectOk(back())
  expect((await back()).body.fields).toEqual({ returns: `Nothing of this note is out any more. ${sold}` })
})
