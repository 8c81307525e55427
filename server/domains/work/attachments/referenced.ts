import { type DocumentRow, documentById, type Holder, holderOf } from '#db/queries/work/attachments.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { type Identity, viewerFor } from '#server/access/viewer.ts'
import { allowedJob, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'

const claims: Record<Holder, Claim> = {
  jobs: 'jobs.read',
  locations: 'locations.read',
  clients: 'clients.read',
  inventory: 'inventory.read',
  suppliers: 'suppliers.read',
  equipment: 'equipment.read',
}

/** The table of a record whose files the person may see: whoever sees the record sees its files. @throws 404 */
export function visibleHolder(db: TenantDb, who: Identity, id: string): Holder {
  const noun = holderOf(db, id)
  if (!noun || !who.claims.has(claims[noun])) throw notFound()
  if (noun === 'jobs') visibleJob(db, viewerFor(db, who), id)
  return noun
}

/** The same for a record whose files the person may change. @throws 404, and 403 on a board that they only see */
export function changeableHolder(db: TenantDb, who: Identity, id: string): Holder {
  const noun = visibleHolder(db, who, id)
  if (noun === 'jobs') allowedJob(db, viewerFor(db, who), id)
  return noun
}

/** A file that hangs on a record which the person sees. @throws 404 */
export function visibleDocument(db: TenantDb, who: Identity, id: string): DocumentRow {
  const row = documentById(db, id)
  if (!row) throw notFound('file')
  visibleHolder(db, who, row.document.referenceid)
  return row
}
