import {
  type InvoiceBatch,
  type InvoiceBatchRow,
  invoiceBatchById,
  nextBatchRow,
} from '#db/queries/sales/invoice-batches.ts'
import { issueDocument } from '#server/documents/issue-document.ts'
import { planInvoice, storeInvoice } from '#server/domains/sales/invoices/issue-invoice.ts'
import { issueContext } from '#server/domains/sales/invoices/print-invoice.ts'
import { forbidden, Problem } from '#server/errors.ts'
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

/** Goes on after the answer, with the rights of whoever asked as they are by then. */
export function startBatch(c: Context, id: string) {
  const batches = runningIn(c.services)
  if (batches.has(id)) return
  const run = runBatch(c, id)
    .catch((error) => logFailure(`batch ${id}`, error))
    .finally(() => batches.delete(id))
  batches.set(id, run)
}

/** One row after another, each in its own transaction and with a turn for others between. */
async function runBatch(c: Context, id: string) {
  const batch = c.read((db) => invoiceBatchById(db, id))
  for (let row = batch && nextRow(c, id); batch && row; row = nextRow(c, id)) {
    await runRow(c, batch, row)
    await Bun.sleep(0)
  }
}

const nextRow = (c: Context, id: string) => c.read((db) => nextBatchRow(db, id))

async function runRow(c: Context, { kind }: InvoiceBatch, row: InvoiceBatchRow) {
  try {
    if (kind === 'issue') await issueRow(c, row)
    else
      await c.write((tx, viewer) => {
        if (!viewer.claims.has('invoices.write')) throw forbidden()
        runDraftRow(tx, viewer, row)
      })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = Object.values(error.more.fields ?? {})[0] ?? error.message
    await c.write((tx) => refuseRow(tx, row, message))
  }
}

const issueRow = (c: Context, row: InvoiceBatchRow) =>
  issueDocument(
    issueContext(c),
    (db, viewer, now) => {
      if (!viewer.claims.has('invoices.issue')) throw forbidden()
      return planInvoice(db, viewer, row.invoiceid ?? '', now)
    },
    (tx, planned, bytes) => {
      storeInvoice(tx, planned, bytes)
      endRow(tx, row, { state: 'done', message: planned.number })
    },
  )
