import { type DeliveryRow, deliveryRow } from '#db/queries/work/deliveries.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { forbidden, notFound, Problem } from '#server/errors.ts'

/** @throws 404, for a hidden one as for none */
export function visibleDelivery(db: TenantDb, viewer: Viewer, id: string): DeliveryRow {
  const row = deliveryRow(db, id)
  if (!row || !viewer.claims.has('delivery.read')) throw notFound('delivery note')
  if (!canSeeJobAt(viewer, row.delivery.boardid, row.delivery.location)) throw notFound('delivery note')
  return row
}

/** @throws 404, and 403 for who does not work on its board */
export function changeableDelivery(db: TenantDb, viewer: Viewer, id: string): DeliveryRow {
  const row = visibleDelivery(db, viewer, id)
  if (!hasPermission(viewer, row.delivery.boardid, 'work')) throw forbidden()
  return row
}

/** @throws as `changeableDelivery`, and 400 for one that is issued */
export function changeableDraftNote(db: TenantDb, viewer: Viewer, id: string): DeliveryRow {
  const row = changeableDelivery(db, viewer, id)
  if (row.delivery.state === 'draft') return row
  throw new Problem(
    400,
    `${row.delivery.number} is issued and changes no more: say what came back, and deliver it on another note.`,
    { code: 'issued' },
  )
}
