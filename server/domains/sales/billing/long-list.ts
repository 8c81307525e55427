import { hasMoreBillable } from '#db/queries/sales/unbilled.ts'
import type { TenantDb } from '#db/types.ts'
import type { Context } from '#server/http/context.ts'

const MANY_JOBS = 1_000

/** Whether summing what jobs have to invoice takes long enough for others to notice. */
export const hasManyBillable = (db: TenantDb, part = false) => hasMoreBillable(db, part, MANY_JOBS)

export const isLongBilling = (c: Context) =>
  c.read((db) => hasManyBillable(db, (c.query as { stage?: string }).stage === 'part'))
