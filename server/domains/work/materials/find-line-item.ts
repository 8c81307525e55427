import { lineById } from '#db/queries/work/materials.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { Problem } from '#server/errors.ts'
import { getRecord } from '#server/records.ts'

/** The item of a line of a job that is seen, or an item by its own id. */
export function findLineItem(db: TenantDb, viewer: Viewer, id: string) {
  const row = lineById(db, id)
  if (!row) return getRecord(db, inventory, id)
  visibleJob(db, viewer, row.line.jobid)
  if (row.line.inventoryid) return getRecord(db, inventory, row.line.inventoryid)
  throw new Problem(400, 'This line names no item, so there is nothing to look up.')
}
