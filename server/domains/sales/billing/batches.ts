import { randomUUIDv7 } from 'bun'
import { and, eq } from 'drizzle-orm'
import {
  type InvoiceBatch,
  type InvoiceBatchRow,
  invoiceBatchById,
  listBatchRows,
} from '#db/queries/sales/invoice-batches.ts'
import { invoiceRow } from '#db/queries/sales/invoices.ts'
import { listUnbilledJobs } from '#db/queries/sales/unbilled.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { invoice_batch_rows, invoice_batches } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { visibleInvoice } from '#server/domains/sales/invoices/find-invoice.ts'
import { addDraft, deleteDraft } from '#server/domains/sales/invoices/save-draft.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import type { BatchView } from '#views/sales/billing/types.ts'
import { MOST } from './input.ts'

type NewRow = { name: string; jobid?: string; invoiceid?: string }

/** @throws 400 where nothing is chosen, or too much; 404 */
export function addDraftBatch(
  tx: Tx,
  viewer: Viewer,
  { ids = [], client }: { ids?: readonly string[]; client?: string },
): string {
  if (client && ids.length > 0) throw invalid({ ids: 'Choose some jobs or a client, not both.' })
  const chosen = client ? ofClient(tx.db, viewer, client) : ids
  const rows = [...new Set(chosen)].map((jobid) => ({
    jobid,
    name: visibleJob(tx.db, viewer, jobid).reference,
  }))
  return storeBatch(tx, 'draft', rows, client ? 'client' : 'ids')
}

/** @throws as `addDraftBatch` */
export function addIssueBatch(tx: Tx, viewer: Viewer, ids: readonly string[]): string {
  const rows = [...new Set(ids)].map((invoiceid) => {
    const { jobreference, invoice } = visibleInvoice(tx.db, viewer, invoiceid)
    return { invoiceid, jobid: invoice.jobid ?? undefined, name: jobreference }
  })
  return storeBatch(tx, 'issue', rows, 'ids')
}

const ofClient = (db: TenantDb, viewer: Viewer, client: string) =>
  listUnbilledJobs(db, jobScope(viewer), false, client).map(({ id }) => id)

function storeBatch(tx: Tx, kind: BatchView['kind'], rows: readonly NewRow[], field: string): string {
  const noun = kind === 'draft' ? 'job' : 'draft'
  if (rows.length === 0)
    throw invalid({
      [field]:
        field === 'client'
          ? 'Nothing of this client is complete and not invoiced.'
          : `Choose at least one ${noun}.`,
    })
  if (rows.length > MOST)
    throw invalid({ [field]: `These are ${rows.length} ${noun}s; at most ${MOST} are taken at once.` })
  const id = randomUUIDv7()
  tx.db.insert(invoice_batches).values({ id, kind, userid: tx.by.userid, createdutc: tx.now }).run()
  insertRows(
    tx.db,
    invoice_batch_rows,
    rows.map((row, position) => ({ ...row, batchid: id, position })),
  )
  return id
}

/** For whoever made it, and whoever sees every job. @throws 404 */
export function visibleBatch(db: TenantDb, viewer: Viewer, userid: string, id: string): InvoiceBatch {
  const batch = invoiceBatchById(db, id)
  if (!batch || (batch.userid !== userid && !viewer.everything)) throw notFound('batch')
  return batch
}

export function presentBatch(db: TenantDb, batch: InvoiceBatch, running: boolean): BatchView {
  const rows = listBatchRows(db, batch.id) as BatchView['rows']
  const isOpen = ({ state }: BatchView['rows'][number]) => state === 'waiting' || state === 'undo'
  return {
    id: batch.id,
    kind: batch.kind as BatchView['kind'],
    createdutc: batch.createdutc,
    undone: batch.undoneutc !== null,
    over: rows.filter((row) => !isOpen(row)).length,
    running,
    rows: rows.map(({ position, name, invoiceid, number, state, message }) => ({
      ...{ position, name, invoiceid, number, state, message },
    })),
  }
}

/** Its drafts are deleted one after another, those that somebody changed since are kept. @throws 400, 404 */
export function undoDrafts(tx: Tx, { id, kind, undoneutc }: InvoiceBatch) {
  if (kind !== 'draft')
    throw new Problem(400, 'An issued invoice is never deleted: a credit note takes it back.', {
      code: 'issued',
    })
  if (undoneutc) throw new Problem(400, 'These drafts were taken back already.', { code: 'undone' })
  tx.db.update(invoice_batches).set({ undoneutc: tx.now }).where(eq(invoice_batches.id, id)).run()
  const all = (state: string) => and(eq(invoice_batch_rows.batchid, id), eq(invoice_batch_rows.state, state))
  tx.db.update(invoice_batch_rows).set({ state: 'undo' }).where(all('done')).run()
  const message = 'It was taken back before its turn.'
  tx.db.update(invoice_batch_rows).set({ state: 'refused', message }).where(all('waiting')).run()
  return { id }
}

/** Makes or deletes the draft of a row. @throws as `addDraft` and `deleteDraft` */
export function runDraftRow(tx: Tx, viewer: Viewer, row: InvoiceBatchRow) {
  if (row.state === 'undo') {
    checkUntouched(tx.db, row)
    deleteDraft(tx, viewer, row.invoiceid ?? '')
    return endRow(tx, row, { state: 'undone', invoiceid: null })
  }
  const id = addDraft(tx, viewer, row.jobid ?? '')
  endRow(tx, row, { state: 'done', invoiceid: id })
}

function checkUntouched(db: TenantDb, { invoiceid, jobid }: InvoiceBatchRow) {
  const draft = invoiceRow(db, invoiceid ?? '')?.invoice
  if (!draft) throw new Problem(409, 'Its draft is deleted already.')
  if (draft.state !== 'draft') throw new Problem(409, `It is issued as ${draft.number} already.`)
  if (draft.version > 1 || !findJobPlace(db, jobid ?? ''))
    throw new Problem(409, 'Its draft was changed since, and stays.')
}

export function refuseRow(tx: Tx, row: InvoiceBatchRow, message: string) {
  endRow(tx, row, { state: row.state === 'undo' ? 'kept' : 'refused', message })
}

type Outcome = { state: string; message?: string; invoiceid?: string | null }

const END =
  'UPDATE invoice_batch_rows SET state = ?, message = ?, invoiceid = ? WHERE batchid = ? AND position = ?'

export function endRow(
  tx: Tx,
  row: InvoiceBatchRow,
  { state, message = row.message, invoiceid = row.invoiceid }: Outcome,
) {
  prepared(tx.db, END).run([state, message, invoiceid, row.batchid, row.position])
}
