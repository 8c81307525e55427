import { eq } from 'drizzle-orm'
import { deliveries } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { recordHistory } from '#server/history.ts'
import { visibleDelivery } from './find-delivery.ts'

/** False where it was handed out before. */
export function takeOriginal(tx: Tx, viewer: Viewer, id: string): boolean {
  const { delivery } = visibleDelivery(tx.db, viewer, id)
  if (delivery.originalutc) return false
  tx.db.update(deliveries).set({ originalutc: tx.now }).where(eq(deliveries.id, id)).run()
  recordHistory(tx, 'deliveries', id, [{ field: 'original', oldvalue: '', newvalue: 'handed out' }])
  tx.publish('RecordChanged', [{ table: 'deliveries', id }])
  return true
}
