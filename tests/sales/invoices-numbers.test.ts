import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { findInvoicePdf } from '#db/queries/sales/invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type IssueContext, issueDocument } from '#server/documents/issue-document.ts'
import { planInvoice, storeInvoice } from '#server/domains/sales/invoices/issue-invoice.ts'
import type { Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { DAY_MS } from '#server/instants.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  issuing,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const series = (organisation: string, kind = 'invoice') =>
  server.services.tenants
    .read(server.accountid, (db) => db.select().from(invoices).all())
    .filter((row) => row.organisation === organisation && row.kind === kind && row.series !== null)
    .map((row) => row.series as number)
    .sort((a, b) => a - b)

/** Off by so much at its first look, then right. */
function clocksFrom(off: number) {
  const offs = [off]
  return () => new Date(server.services.clock().getTime() + (offs.pop() ?? 0))
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

describe('the numbers of an organisation', () => {
  test('have no gap and no twin when sixteen people issue at once', async () => {
    const drafts = await Promise.all(
      upTo(16).map(async (n) => readDraft(office, await completeJob(office, [{ linerate: n }]))),
    )
    const answers = await Promise.all(drafts.map(({ id }) => admin().post(`/api/invoices/${id}/issue`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
    expect(series(office.vendor)).toEqual(upTo(16))
    const numbers = answers.map(({ body }) => body.data.number)
    expect(new Set(numbers).size).toBe(16)
    expect(numbers).toContain('DJINV-0016')
  })

  test('one invoice issued by eight people at once takes one number', async () => {
    const { id } = await readDraft(office, await completeJob(office, [{ linerate: 5 }]))
    const answers = await Promise.all(upTo(8).map(() => admin().post(`/api/invoices/${id}/issue`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    expect(series(office.vendor)).toEqual(upTo(17))
  })

  test('are the organisation’s own, and so are those of its credit notes', async () => {
    const first = await issueInvoice(office, 10, office.plain)
    expect(first.number).toBe('INV-0001')
    const note = await expectOk(admin().post(`/api/invoices/${first.id}/credit`, { reason: 'price' }))
    expect(note.number).toBe('CN-0001')
    expect(series(office.plain)).toEqual([1])
    expect(series(office.plain, 'creditnote')).toEqual([1])
    expect(series(office.vendor)).toEqual(upTo(17))
  })

  test('a failure between the number and the commit uses none up', async () => {
    const { id } = await readDraft(office, await completeJob(office, [{ linerate: 5 }]))
    await run(
      "CREATE TRIGGER broken BEFORE INSERT ON invoice_pdfs BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END",
    )
    const failed = await quietly(() => admin().post(`/api/invoices/${id}/issue`))
    expect(failed.status).toBe(500)
    await run('DROP TRIGGER broken')
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ state: 'draft', number: null })
    await expectOk(admin().post(`/api/invoices/${id}/issue`))
    expect(series(office.vendor)).toEqual(upTo(18))
  })
})

describe('issuing while somebody changes the job', () => {
  /** Issues a fresh draft; before each of the first `changes` prints is done, the job gets other words. */
  async function issueUnder(changes: number, now = server.services.clock) {
    const jobid = await completeJob(office, [{ linerate: 5 }])
    const { id } = await readDraft(office, jobid)
    const printed: Snapshot[] = []
    const context: IssueContext<Snapshot> = {
      ...issuing(server),
      now,
      async print(snapshot) {
        printed.push(snapshot)
        if (printed.length <= changes)
          await expectOk(admin().patch(`/api/jobs/${jobid}`, { description: `Change ${printed.length}` }))
        return new TextEncoder().encode(JSON.stringify(snapshot))
      },
    }
    const planned: Date[] = []
    const plan = (db: TenantDb, viewer: Viewer, at: Date) => {
      planned.push(at)
      return planInvoice(db, viewer, id, at)
    }
    const done = issueDocument(context, plan, storeInvoice)
    return { id, printed, planned, done }
  }

  test('prints again, and stores the bytes of what it stores', async () => {
    const { id, printed, done } = await issueUnder(2)
    await done
    expect(printed).toHaveLength(3)
    const { invoice, pdf } = server.services.tenants.read(server.accountid, (db) => ({
      invoice: db.select().from(invoices).where(eq(invoices.id, id)).get(),
      pdf: findInvoicePdf(db, id),
    }))
    expect(JSON.parse(invoice?.snapshot ?? '')).toMatchObject({ subject: 'Change 2', number: 'DJINV-0019' })
    expect(pdf?.bytes.toString()).toBe(invoice?.snapshot as string)
    expect(new Bun.CryptoHasher('sha256').update(pdf?.bytes ?? '').digest('hex')).toBe(pdf?.sha256 as string)
  })

  test('plans once where nothing was saved meanwhile, and again on a new day', async () => {
    const plans: number[] = []
    // The program saves by itself now and then, such as what a search finds.
    while (plans.length < 5 && !plans.includes(1)) {
      const { planned, done } = await issueUnder(0)
      await done
      plans.push(planned.length)
    }
    expect(plans).toContain(1)
    const late = await issueUnder(0, clocksFrom(-2 * DAY_MS))
    await late.done
    expect(late.planned.length).toBeGreaterThanOrEqual(3)
    const [first, second] = late.printed.map(({ date }) => Date.parse(date))
    expect((second as number) - (first as number)).toBe(2 * DAY_MS)
  })

  test('gives up when it never stands still, without a number', async () => {
    const taken = series(office.vendor).length
    const { id, printed, done } = await issueUnder(99)
    expect(await done.catch((error) => error)).toMatchObject({ status: 503 })
    expect(printed).toHaveLength(5)
    expect(await expectOk(admin().get(`/api/invoices/${id}`))).toMatchObject({ state: 'draft', number: null })
    expect(series(office.vendor)).toEqual(upTo(taken))
  })
})

const run = (sql: string) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    prepared(tx.db, sql).run()
  })

/** The server writes of what nobody foresaw; here that is wanted. */
async function quietly<T>(what: () => Promise<T>): Promise<T> {
  const { error } = console
  console.error = () => {}
  try {
    return await what()
  } finally {
    console.error = error
  }
}
