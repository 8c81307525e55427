import {
  type InvoiceBatchRow,
  invoiceBatchById,
  listOpenRows,
  nextBatchRow,
} from '#db/queries/sales/invoice-batches.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { issueDocument } from '#server/documents/issue-document.ts'
import { type Group, planGroup, storeGroup } from '#server/documents/issue-many.ts'
import {
  type PlannedInvoice,
  planInvoice,
  storeInvoice,
} from '#server/domains/sales/invoices/issue-invoice.ts'
import { issueInvoiceContext, printInvoices } from '#server/domains/sales/invoices/print-invoice.ts'
import type { Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { refuseUnbilledTime } from '#server/domains/work/timesheet/unbilled-time.ts'
import { busyProblem, forbidden, Problem } from '#server/errors.ts'
import { CORES, FairQueue } from '#server/fair-queue.ts'
import type { Context } from '#server/http/context.ts'
import { logFailure } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { endRow, refuseRow, runDraftRow } from './batches.ts'

const running = new WeakMap<Services, Map<string, Promise<void>>>()

function runningIn(services: Services) {
  const known = running.get(services)
  if (known) return known
  const made = new Map<string, Promise<void>>()
  running.set(services, made)
  return made
}

export const isBatchRunning = ({ services }: Pick<Context, 'services'>, id: string) =>
  runningIn(services).has(id)

/** Batches of one account go one after another, but for as many as there are processors less one. */
export const batchQueue = new FairQueue({
  places: CORES,
  account: 10,
  person: 5,
  refusal: busyProblem('batches of your account are under way', 'batchesbusy', 30),
})

type Begun = { id: string }

/**
 * Goes on after the answer, with the rights of whoever asked as they are by then. `begin` stores the batch and tells its id.
 * @throws 503 before anything is stored, while too many are under way
 */
export async function startBatch(c: Context, begin: () => Promise<Begun> | Begun) {
  const entry = batchQueue.open(c.person)
  try {
    const { id } = await begin()
    const batches = runningIn(c.services)
    if (batches.has(id)) {
      entry.end()
      return { id }
    }
    const run = entry
      .run(() => runBatch(c, id))
      .catch((error) => logFailure(`batch ${id}`, error))
      .finally(() => {
        entry.end()
        batches.delete(id)
      })
    batches.set(id, run)
    return { id }
  } catch (error) {
    entry.end()
    throw error
  }
}

async function runBatch(c: Context, id: string) {
  const batch = c.read((db) => invoiceBatchById(db, id))
  if (batch?.kind === 'issue') return issueRows(c, id)
  for (let row = nextRow(c, id); batch && row; row = nextRow(c, id)) {
    await runRow(c, row, () => makeDraft(c, row as InvoiceBatchRow))
    await Bun.sleep(0)
  }
}

const nextRow = (c: Context, id: string) => c.read((db) => nextBatchRow(db, id))

async function runRow(c: Context, row: InvoiceBatchRow, run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await c.write((tx) => refuseRow(tx, row, reasonOf(error)))
  }
}

const reasonOf = ({ more, message }: Problem) => Object.values(more.fields ?? {})[0] ?? message

/** In a transaction of its own, with a turn for others after it. */
const makeDraft = (c: Context, row: InvoiceBatchRow) =>
  c.write((tx, viewer) => {
    if (!viewer.claims.has('invoices.write')) throw forbidden()
    runDraftRow(tx, viewer, row)
  })

/** Others that save wait for one group at most, which takes about 20 ms. */
const GROUP = 20
/** Until the first is printed there is nothing to store. */
const FIRST = 5

/** While one group is stored, the next is printed. What does not go together is issued row by row. */
async function issueRows(c: Context, id: string) {
  const context = {
    ...issueInvoiceContext(c),
    printMany: (snapshots: readonly Snapshot[]) => printInvoices(c.services.files, c.person, snapshots),
  }
  const planAfter = (earlier?: Group<InvoiceBatchRow, PlannedInvoice>) => {
    const after = earlier?.rows.at(-1)?.row.position ?? -1
    const size = earlier ? Math.min(GROUP, 2 * earlier.rows.length) : FIRST
    const rows = c.read((db) => listOpenRows(db, id, after, size))
    return planGroup(context, rows, planRow, earlier)
  }
  for (let group = planAfter(); group.rows.length > 0; ) {
    await group.bytes
    const next = planAfter(group)
    if (!(await storeGroup(context, group, storeRow, (tx, row, why) => refuseRow(tx, row, reasonOf(why)))))
      for (const { row } of group.rows) await runRow(c, row, () => issueRow(c, row))
    await Bun.sleep(0)
    group = next
  }
}

const planRow = (row: InvoiceBatchRow) => (db: TenantDb, viewer: Viewer, now: Date) => {
  if (!viewer.claims.has('invoices.issue')) throw forbidden()
  refuseUnbilledTime(db, row.jobid)
  return planInvoice(db, viewer, row.invoiceid ?? '', now)
}

function storeRow(tx: Tx, row: InvoiceBatchRow, planned: PlannedInvoice, bytes: Uint8Array) {
  endRow(tx, row, { state: 'done', message: storeInvoice(tx, planned, bytes).join(' ') })
}

const issueRow = (c: Context, row: InvoiceBatchRow) =>
  issueDocument(issueInvoiceContext(c), planRow(row), (tx, planned, bytes) =>
    storeRow(tx, row, planned, bytes),
  )
