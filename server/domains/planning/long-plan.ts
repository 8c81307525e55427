import { hasMoreItems } from '#db/queries/many-records.ts'
import type { TenantDb } from '#db/types.ts'

const MANY_ITEMS = 200

/** Whether what plans all items takes long enough for others to notice. */
export const isLongPlan = (db: TenantDb) => hasMoreItems(db, MANY_ITEMS)
