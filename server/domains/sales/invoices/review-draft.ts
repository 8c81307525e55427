import { eq } from 'drizzle-orm'
import { hasRepeatDraft } from '#db/queries/sales/repeat-invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { REPEAT_INVOICES } from '#server/domains/work/frequency/repeat-invoices-event.ts'
import { forbidden } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { visibleDraft } from './find-invoice.ts'
import { recordInvoiceChange } from './save-draft.ts'
import { draftSnapshot } from './snapshot.ts'

/** @throws 404, 400 when issued already, 403 for who prepared it */
export function reviewDraft(tx: Tx, viewer: Viewer, id: string) {
  const row = visibleDraft(tx.db, viewer, id)
  if (row.invoice.preparedby === tx.by.userid)
    throw forbidden('You prepared this invoice: somebody else who may issue invoices has to review it.')
  const reviewedcents = draftSnapshot(tx.db, row, new Date(tx.now)).totals.total
  tx.db
    .update(invoices)
    .set({ reviewedby: tx.by.userid, reviewedcents: reviewedcents as never })
    .where(eq(invoices.id, id))
    .run()
  recordHistory(tx, 'invoices', id, [{ field: 'reviewed', oldvalue: '', newvalue: 'yes' }])
  recordInvoiceChange(tx, id, row.invoice.jobid, [])
  if (hasRepeatDraft(tx.db, id)) tx.publish(REPEAT_INVOICES, [])
}
