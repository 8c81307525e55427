import { listJobContexts } from '#db/queries/work/material-context.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { ProductChange } from '#server/domains/work/jobinputs/find-following.ts'
import { lineMoneyFields } from '#server/domains/work/jobs/line-fields.ts'
import { forbidden, Problem } from '#server/errors.ts'
import { isEstimateOut } from '#views/ui/job-stages.ts'

type Fields = Record<string, unknown>

export function checkLineFields({ can }: ClaimHolder, { version: _version, ...fields }: Fields) {
  const sent = Object.keys(fields).filter((field) => fields[field] !== undefined)
  if (sent.includes('consumed') && !can('materials.consume')) throw forbidden()
  if (sent.some((field) => field !== 'consumed') && !can('materials.write')) throw forbidden()
  if (lineMoneyFields.some((field) => sent.includes(field)) && !can('jobs.money')) throw forbidden()
}

/**
 * What the client was sent or has approved is changed by who sees its prices; others enter what was used.
 * @throws 403 by field
 */
export function keepEstimates({ db }: Tx, { claims }: Viewer, changes: readonly ProductChange[]) {
  if (claims.has('jobs.money')) return
  const changed = changes.flatMap((change) => {
    const field = findQuotedChange(change)
    return field ? [{ field, jobid: (change.after ?? change.before)?.jobid as string }] : []
  })
  const jobs = new Map(
    listJobContexts(db, [...new Set(changed.map(({ jobid }) => jobid))]).map((job) => [job.id, job]),
  )
  for (const { field, jobid } of changed) {
    const job = jobs.get(jobid)
    if (!job || !isEstimateOut(job)) continue
    const words = `The estimate of ${job.reference} was sent or approved, so it stays: enter what was used.`
    throw new Problem(403, words, { fields: { [field]: words } })
  }
}

/** What an estimate is of; the inputs of a product are no part of it. */
const quotedFields = ['estimated', 'nonbillable', 'inventoryid', 'unit'] as const

function findQuotedChange({ before, after }: ProductChange) {
  if (!isQuoted(before) && !isQuoted(after)) return
  return quotedFields.find((field) => before?.[field] !== after?.[field])
}

const isQuoted = (line: MaterialRow | undefined) =>
  line !== undefined && !line.nonbillable && line.estimated !== 0
