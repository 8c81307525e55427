import { afterAll, beforeAll, expect, test } from 'bun:test'
import { invoices } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { planGroup, storeGroup } from '#server/documents/issue-many.ts'
import { planInvoice, storeInvoice } from '#server/domains/sales/invoices/issue-invoice.ts'
import type { Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issuing,
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
const newDraft = async () => (await readDraft(office, await completeJob(office, [{ linerate: 5 }]))).id

const groupContext = () => ({
  ...issuing(server),
  printMany: async (snapshots: readonly Snapshot[]) =>
    snapshots.map((snapshot) => new TextEncoder().encode(JSON.stringify(snapshot))),
})

const planOf = (id: string) => (db: TenantDb, viewer: Viewer, now: Date) => planInvoice(db, viewer, id, now)

test('a group that was planned behind one that failed takes no number out of turn', async () => {
  const [failing = '', refused = '', last = '', byHand = ''] = await Promise.all([1, 2, 3, 4].map(newDraft))
  await expectOk(admin().delete(`/api/invoices/${refused}`))
  const context = groupContext()
  const first = planGroup(context, [failing], planOf)
  const second = planGroup(context, [refused, last], planOf, first)
  // One change in place of the group's own, without its number.
  await expectOk(admin().delete(`/api/invoices/${failing}`))
  expect(
    await storeGroup(
      context,
      second,
      (tx, _, planned, bytes) => storeInvoice(tx, planned, bytes),
      () => {},
    ),
  ).toBe(false)
  await expectOk(admin().post(`/api/invoices/${byHand}/issue`))
  const issued = context
    .read((db) => db.select().from(invoices).all())
    .filter(({ series }) => series !== null)
  expect(issued.map(({ id, series }) => [id, series])).toEqual([[byHand, 1]])
})
