import { eq } from 'drizzle-orm'
import { purchaseorder_pdfs, purchaseorders } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { type PlannedDocument, planNumber } from '#server/documents/issue-document.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { changeOrderDraft, type OrderDraft, readOrderDraft } from './save-draft.ts'
import { type OrderSnapshot, planOrderSnapshot } from './snapshot.ts'

type PlannedOrder = PlannedDocument<OrderSnapshot> & { id: string }

/** `given`: what is saved of the draft along with its number. @throws as `readOrderDraft`, 400 without lines */
export function planOrder(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  now: Date,
  given: OrderDraft,
): PlannedOrder {
  const { draft } = readOrderDraft(db, viewer, id, given)
  if (draft.lines.length === 0) throw invalid({ lines: 'Nothing is ordered yet: add a line first.' })
  const next = planNumber(db, 'purchaseorder', draft.organisation)
  const snapshot = planOrderSnapshot(db, draft, todayIn(readZone(db), now))
  return { ...next, id, snapshot: { ...snapshot, number: next.number } }
}

export function storeOrder(
  tx: Tx,
  viewer: Viewer,
  { id, number, series, snapshot }: PlannedOrder,
  given: OrderDraft,
  bytes: Uint8Array,
) {
  changeOrderDraft(tx, viewer, id, given)
  const { version } = getRecord(tx.db, purchaseorders, id)
  tx.db
    .update(purchaseorders)
    .set({
      ...{ number, series, date: snapshot.date, snapshot: JSON.stringify(snapshot) },
      ...{ sentutc: tx.now, updatedutc: tx.now, version: version + 1 },
    })
    .where(eq(purchaseorders.id, id))
    .run()
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  tx.db
    .insert(purchaseorder_pdfs)
    .values({ orderid: id, bytes: Buffer.from(bytes), sha256 })
    .run()
  recordHistory(tx, 'purchaseorders', id, [
    { field: 'state', oldvalue: 'draft', newvalue: `sent as ${number}` },
  ])
}
