import { isLane } from '#db/job-status.ts'
import { findLabel } from '#db/queries/resources.ts'
import type { TenantDb } from '#db/types.ts'
import { defaults } from '#server/resources.ts'

export const statusKey = (status: number) => (isLane(status) ? `jobs.lane${status}` : `jobs.status${status}`)

export const statusName = (db: TenantDb, status: number) =>
  findLabel(db, statusKey(status)) ?? defaults[statusKey(status)] ?? String(status)
