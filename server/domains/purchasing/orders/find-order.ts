import { type OrderRow, orderRow } from '#db/queries/purchasing/orders.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'

/** @throws 404 */
export function getOrder(db: TenantDb, id: string): OrderRow {
  const row = orderRow(db, id)
  if (!row) throw notFound('purchase order')
  return row
}

/** @throws 404, 400 for one that was sent */
export function getDraftOrder(db: TenantDb, id: string): OrderRow {
  const row = getOrder(db, id)
  if (row.state === 'draft') return row
  throw new Problem(
    400,
    `${row.order.number} was sent, so its lines change no more: close what will not come, and order the rest anew.`,
    { code: 'sent' },
  )
}

/** @throws 404, 400 for a draft or a cancelled one */
export function getSentOrder(db: TenantDb, id: string): OrderRow {
  const row = getOrder(db, id)
  if (row.state === 'draft')
    throw new Problem(400, 'A draft was not sent yet, so nothing of it can come.', { code: 'draft' })
  if (row.state === 'cancelled')
    throw new Problem(400, `${row.order.number} is cancelled.`, { code: 'cancelled' })
  return row
}
