import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { type Identity, viewerFor } from '#server/access/viewer.ts'
import { changeableJob, visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { forbidden } from '#server/errors.ts'

type Asking = { person: Identity; can(claim: Claim): boolean }
type Fields = Record<string, unknown>

const moneyFields = ['linerate', 'costrate', 'discount'] as const

/**
 * Whether a person may send these fields of a line: `consumed` needs `materials.consume`, the plan `materials.write`,
 * its amounts `jobs.money` as well. @throws 403
 */
export function permitFields({ can }: Asking, { version: _version, ...fields }: Fields) {
  const sent = Object.keys(fields).filter((field) => fields[field] !== undefined)
  if (sent.includes('consumed') && !can('materials.consume')) throw forbidden()
  if (sent.some((field) => field !== 'consumed') && !can('materials.write')) throw forbidden()
  if (moneyFields.some((field) => sent.includes(field)) && !can('jobs.money')) throw forbidden()
}

/** @throws 404 for a job that is hidden from the person, 403 for one of a board where they only look */
export const permitChange = ({ db }: Tx, { person }: Asking, jobid: string) =>
  changeableJob(db, viewerFor(db, person), jobid)

/** @throws 404 */
export const requireVisibleJob = (db: TenantDb, { person }: Asking, jobid: string) =>
  visibleJob(db, viewerFor(db, person), jobid)
