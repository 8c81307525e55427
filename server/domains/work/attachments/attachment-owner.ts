import { type AttachmentRow, attachmentById, findAttachmentOwner } from '#db/queries/work/attachments.ts'
import type { AttachmentOwner } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { changeableDelivery, visibleDelivery } from '#server/domains/work/deliveries/find-delivery.ts'
import { getPermittedJob, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'

export const ownerClaims: Record<AttachmentOwner, Claim> = {
  jobs: 'jobs.read',
  locations: 'locations.read',
  clients: 'clients.read',
  inventory: 'inventory.read',
  suppliers: 'suppliers.read',
  equipment: 'equipment.read',
  deliveries: 'delivery.read',
}

/** `kind` wherever it is known: a record of another kind opens nothing. @throws 404 */
export function visibleOwner(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  kind?: AttachmentOwner,
): AttachmentOwner {
  const noun = findAttachmentOwner(db, id, kind)
  if (!noun || !viewer.claims.has(ownerClaims[noun])) throw notFound()
  if (noun === 'jobs') visibleJob(db, viewer, id)
  if (noun === 'deliveries') visibleDelivery(db, viewer, id)
  return noun
}

export function changeableOwner(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  kind?: AttachmentOwner,
): AttachmentOwner {
  const noun = visibleOwner(db, viewer, id, kind)
  if (noun === 'jobs') getPermittedJob(db, viewer, id)
  if (noun === 'deliveries') changeableDelivery(db, viewer, id)
  return noun
}

export function visibleAttachment(db: TenantDb, viewer: Viewer, id: string): AttachmentRow {
  const row = attachmentById(db, id)
  if (!row) throw notFound('file')
  visibleOwner(db, viewer, row.attachment.referenceid, row.attachment.entity)
  return row
}
