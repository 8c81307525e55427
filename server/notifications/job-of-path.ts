import { jobIdByReference } from '#db/queries/work/jobs-references.ts'
import type { TenantDb } from '#db/types.ts'

/** The id of the job that an address of this program opens, such as `/jobs/workshop/progress?open=job12`. */
export function jobOfPath(db: TenantDb, path: string): string | null {
  const [place = '', query] = path.split('?')
  const reference = place.endsWith('/progress') ? new URLSearchParams(query).get('open') : null
  return (reference && jobIdByReference(db, reference)) || null
}
