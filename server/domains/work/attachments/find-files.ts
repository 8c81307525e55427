import { listAttachments } from '#db/queries/work/attachments.ts'
import type { AttachmentOwner } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readZone } from '#server/zone.ts'
import { withQuery } from '#views/ui/links.ts'
import { changeableOwner, visibleOwner } from './attachment-owner.ts'
import { presentAttachment } from './present.ts'

type Query = { search?: string; group?: string; archived?: boolean }

// A panel shows what a person can look through; more is found by searching.
const MOST = 200

/** `canwrite` follows the board of a job too. @throws 404 */
export function findFiles(
  db: TenantDb,
  viewer: Viewer,
  noun: AttachmentOwner,
  referenceid: string,
  query: Query,
) {
  visibleOwner(db, viewer, referenceid, noun)
  const { rows, total } = listAttachments(db, noun, referenceid, {
    ...query,
    group: query.group || undefined,
    take: MOST,
  })
  return {
    files: rows.map(presentAttachment),
    total,
    query,
    url: withQuery(`/documents/panel/${noun}/${referenceid}`, query),
    zone: readZone(db),
    canwrite: viewer.claims.has('documents.write') && isChangeable(db, viewer, noun, referenceid),
  }
}

function isChangeable(db: TenantDb, viewer: Viewer, noun: AttachmentOwner, referenceid: string): boolean {
  try {
    changeableOwner(db, viewer, referenceid, noun)
    return true
  } catch {
    return false
  }
}
