import { organisations } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { inProcess, mediansInTurns } from './jobs.ts'
import { type BenchBoard, fillBoard } from './jobs-data.ts'
import { type Row, row } from './table.ts'

const CARDS = 200
const YEARS = 72_000
const MONTH = 1_000

/** The dashboard of an account with years of archived jobs, each invoiced and paid, beside one with a month of them. */
export async function benchDashboard(): Promise<Row[]> {
  const [young, grown] = [await startTestServer(), await startTestServer()]
  try {
    const few = await fillBoard(young, 'bench', CARDS, MONTH)
    const many = await fillBoard(grown, 'bench', CARDS, YEARS)
    await addPaidInvoices(young)
    await addPaidInvoices(grown)
    const [reference, ours] = await mediansInTurns(inProcess(young, '/'), inProcess(grown, '/'), async () => {
      await touch(young, few)
      await touch(grown, many)
    })
    return [
      row({
        what: 'dashboard beside 72 000 archived jobs, invoiced and paid, against 1 000',
        ours,
        reference,
        unit: 'ms',
        reach: 'at most 1.2',
      }),
    ]
  } finally {
    await young.stop()
    await grown.stop()
  }
}

const by = { userid: null, name: 'Bench' }

const touch = (server: TestServer, { ids }: BenchBoard) =>
  server.services.tenants.write(server.accountid, by, (tx) => touchJob(tx, ids[0] as string))

const addPaidInvoices = (server: TestServer) =>
  server.services.tenants.write(server.accountid, by, ({ db, now }) => {
    const organisation = 'bench'
    db.insert(organisations)
      .values({ id: organisation, name: 'Bench', createdutc: now, updatedutc: now })
      .run()
    prepared(
      db,
      `INSERT INTO invoices (id, state, organisation, jobid, number, series, date, duedate, totalcents, createdutc, updatedutc)
       SELECT 'i' || id, 'issued', ?, id, 'INV' || rowid, rowid, '2025-11-01', '2025-12-01', 11500, ?2, ?2
       FROM jobs WHERE status = 6`,
    ).run([organisation, now])
    prepared(
      db,
      `INSERT INTO client_payments (id, date, amountcents, createdutc)
       SELECT 'p' || id, '2025-11-20', 11500, ? FROM invoices`,
    ).run([now])
    prepared(
      db,
      `INSERT INTO invoice_payments (id, invoiceid, paymentid, date, amountcents, createdutc)
       SELECT 'p' || id, id, 'p' || id, '2025-11-20', 11500, ? FROM invoices`,
    ).run([now])
  })
