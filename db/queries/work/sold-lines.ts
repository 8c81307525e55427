import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

/** In millionths of the unit. */
type SoldLine = Record<'id' | 'deliveryid' | 'number' | 'materialid', string> &
  Record<'returned' | 'sold' | 'restocked' | 'restockedbefore', Quantity>

const SOLD = `
  SELECT l.id, n.id AS deliveryid, n.number, l.materialid, l.returned, l.sold, l.restocked, l.restockedbefore
  FROM json_each($ids) listed CROSS JOIN delivery_lines l ON l.materialid = listed.value CROSS JOIN deliveries n ON n.id = l.deliveryid
  WHERE l.sold > 0 AND l.moved ORDER BY n.id DESC, l.id`

/** Of some lines of jobs, those of notes from which something was sold at the client's, the last note first. */
export const listSoldLines = (db: TenantDb, ids: readonly string[]): SoldLine[] =>
  prepared<SoldLine>(db, SOLD).all({ ids: JSON.stringify(ids) })
