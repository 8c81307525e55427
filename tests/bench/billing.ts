import { prepared } from '#db/sqlite.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { median, timed } from './load.ts'
import { type Row, row } from './table.ts'

const MANY = 100
const ROUNDS = 3
const LINES = 12

/** A hundred invoices issued in a batch, each with its number and bytes on disk, against printing as many alone. */
export async function benchBilling(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    const office = await createInvoiceFixtures(server)
    const rounds: { issued: Cost; printed: Cost }[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const ids = await drafts(office)
      const issued = await costOf(() => batch(office, '/api/billing/issue', ids))
      const printed = await costOf(() => printAlone(server, ids))
      // The first round starts the thread that prints.
      if (round >= 0) rounds.push({ issued, printed })
    }
    const line = (kind: keyof Cost, what: string, reach: string) =>
      row({
        ...{ what, unit: 'ms', reach },
        ours: median(rounds.map(({ issued }) => issued[kind])),
        reference: median(rounds.map(({ printed }) => printed[kind])),
      })
    const what = `${MANY} invoices of ${LINES} lines issued in a batch, durable, against printing alone`
    return [
      line('elapsed', what, 'at most 1.5'),
      line('processor', `${what}, processor time of all threads`, 'at most 2.5'),
    ]
  } finally {
    await server.stop()
  }
}

/** Milliseconds. `processor` is told apart since the time that passes counts whatever else the machine does. */
type Cost = { elapsed: number; processor: number }

async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage()
  const elapsed = await timed(run)
  const { user, system } = process.cpuUsage(before)
  return { elapsed, processor: (user + system) / 1000 }
}

async function drafts(office: InvoiceFixtures): Promise<string[]> {
  const jobs: string[] = []
  for (let n = 0; n < MANY; n++)
    jobs.push(
      await completeJob(
        office,
        Array.from({ length: LINES }, (_, line) => ({ linerate: 100 + n + line })),
      ),
    )
  return (await batch(office, '/api/billing/drafts', jobs)).map(({ invoiceid }) => invoiceid)
}

async function batch({ server }: InvoiceFixtures, path: string, ids: readonly string[]) {
  const { admin } = server.people
  const { id } = await expectOk(admin.post(path, { ids }))
  // Looked at in the file, since a page or call would take its time from what is measured.
  while (countOpen(server, id) > 0) await Bun.sleep(2)
  const { rows } = await expectOk(admin.get(`/api/billing/batches/${id}`))
  if (rows.some(({ state }: { state: string }) => state !== 'done')) throw new Error('A row was refused.')
  return rows as { invoiceid: string }[]
}

const countOpen = ({ services, accountid }: TestServer, id: string) =>
  services.tenants.read(
    accountid,
    (db) =>
      prepared<{ open: number }>(
        db,
        "SELECT count(*) AS open FROM invoice_batch_rows WHERE batchid = ? AND state IN ('waiting', 'undo')",
      ).get([id])?.open ?? 0,
  )

/** The same documents by the bare renderer, kept nowhere. */
async function printAlone({ services, accountid }: TestServer, ids: readonly string[]) {
  const snapshots = services.tenants.read(accountid, (db) =>
    ids.map((id) =>
      prepared<{ snapshot: string }>(db, 'SELECT snapshot FROM invoices WHERE id = ?').get([id]),
    ),
  )
  for (const found of snapshots)
    await renderPdf(
      { accountid, userid: 'bench' },
      { document: 'invoice', data: JSON.parse(found?.snapshot ?? '{}') },
    )
}
