import {
  type AttachmentOwner,
  type AttachmentRow,
  documentById,
  findHolder,
} from '#db/queries/work/attachments.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { allowedJob, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'

const claims: Record<AttachmentOwner, Claim> = {
  jobs: 'jobs.read',
  locations: 'locations.read',
  clients: 'clients.read',
  inventory: 'inventory.read',
  suppliers: 'suppliers.read',
  equipment: 'equipment.read',
}

/** @throws 404 */
export function visibleHolder(db: TenantDb, viewer: Viewer, id: string): AttachmentOwner {
  const noun = findHolder(db, id)
  if (!noun || !viewer.claims.has(claims[noun])) throw notFound()
  if (noun === 'jobs') visibleJob(db, viewer, id)
  return noun
}

/** @throws 404, and 403 on a board that they only see */
export function changeableHolder(db: TenantDb, viewer: Viewer, id: string): AttachmentOwner {
  const noun = visibleHolder(db, viewer, id)
  if (noun === 'jobs') allowedJob(db, viewer, id)
  return noun
}

/** @throws 404 */
export function visibleDocument(db: TenantDb, viewer: Viewer, id: string): AttachmentRow {
  const row = documentById(db, id)
  if (!row) throw notFound('file')
  visibleHolder(db, viewer, row.document.referenceid)
  return row
}
