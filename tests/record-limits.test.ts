import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { boards, invoice_payments, roles } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const fill = (most: number, insert: (tx: Tx, n: number) => void) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) => {
    for (let n = 0; n < most; n++) insert(tx, n)
    tx.invalidateCaches()
  })

test('as many boards, roles and payments as a page can list are kept, and no more', async () => {
  await expectOk(admin().post('/api/boards', { name: 'One more' }))
  await fill(200, ({ db, now }, n) => {
    const id = randomUUIDv7()
    const dates = { createdutc: now, updatedutc: now }
    db.insert(boards)
      .values({ id, name: `Board ${n}`, slug: `board-${n}`, rank: n + 9, ...dates })
      .run()
    db.insert(roles)
      .values({ id: randomUUIDv7(), name: `Role ${n}`, ...dates })
      .run()
  })
  expect(await expectRefused(admin().post('/api/boards', { name: 'Too many' }))).toEqual(['name'])
  expect(await expectRefused(admin().post('/api/auth/roles', { name: 'Too many' }))).toEqual(['name'])
  const { id } = await issueInvoice(office, 100)
  await fill(500, ({ db, now }) =>
    db
      .insert(invoice_payments)
      .values({
        id: randomUUIDv7(),
        invoiceid: id,
        date: now.slice(0, 10),
        amountcents: 1,
        reference: '',
        userid: null,
        createdutc: now,
      } as typeof invoice_payments.$inferInsert)
      .run(),
  )
  expect(await expectRefused(admin().post(`/api/invoices/${id}/payments`, { amount: 1 }))).toEqual(['amount'])
})
