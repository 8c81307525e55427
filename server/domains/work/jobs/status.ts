import { isLane } from '#db/job-status.ts'
import type { TenantDb } from '#db/types.ts'
import { readLabels } from '#server/resources.ts'

export const statusKey = (status: number) => (isLane(status) ? `jobs.lane${status}` : `jobs.status${status}`)

export const statusName = (db: TenantDb, status: number) =>
  readLabels(db)[statusKey(status)] ?? String(status)
