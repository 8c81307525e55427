import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { accountClaims } from '#server/access/claims.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { buildJobDocument, readSubject } from '#server/domains/work/jobdocuments/build-job-document.ts'
import { pricedLines } from '#server/domains/work/jobs/price-lines.ts'
import { EMPTY_ID } from '#server/http/fields.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import type { PriceDocument } from '#views/documents/types.ts'

// The standard rate rose from 14 % to 15 % on 1 April 2018.
const before = '2018-03-31T10:00:00Z'
const after = '2018-04-01T10:00:00Z'
let now = before
let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer(() => new Date(now))
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const viewer = (db: TenantDb) =>
  viewerFor(db, { userid: admin().userid, roles: ['systemadmin'], claims: new Set(accountClaims) })

async function ratesOf({ jobid, item, draft }: { jobid: string; item: string; draft: string }) {
  const ofJob = server.services.tenants.read(server.accountid, (db) => {
    const subject = readSubject(db, viewer(db), jobid, office.vendor)
    const estimate = buildJobDocument('estimate', subject).printable.data as PriceDocument
    return [pricedLines(db, jobid)[0]?.vatrate, estimate.lines[0]?.vatrate].map(
      (rate) => Number(rate) / 10_000,
    )
  })
  const explained = await expectOk(admin().get(`/api/pricing/inventory/${EMPTY_ID}/${item}`))
  const preview = await expectOk(admin().get('/api/pricing/preview?baserate=100'))
  const { vat } = await expectOk(admin().get(`/api/invoices/${draft}`))
  return [...ofJob, explained.vatrate, preview.vatrate, vat]
}

test('lines, estimates, prices and drafts take the VAT of the day on the server’s clock', async () => {
  const jobid = await completeJob(office, [{ linerate: 100 }])
  const { id: draft } = await readDraft(office, jobid)
  const item = await server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db.update(jobs).set({ completed: null, organisation: office.vendor }).where(eq(jobs.id, jobid)).run()
    return makeItem(tx)
  })
  expect(await ratesOf({ jobid, item, draft })).toEqual([14, 14, 14, 14, 14])
  now = after
  expect(await ratesOf({ jobid, item, draft })).toEqual([15, 15, 15, 15, 15])
})
