import { insertRow } from '#db/queries/import.ts'
import { type Ground, groundOf } from '#server/domains/materials/ground.ts'
import { checkValues, costOf, type LineValues } from '#server/domains/materials/line-values.ts'
import { takeUnit } from '#server/domains/materials/take-unit.ts'
import { Problem } from '#server/errors.ts'
import { asPercent, asQuantity, type Percent, type Quantity, type Rate } from '#server/money/decimal.ts'
import type { ImportRecord } from './records.ts'
import { bookUses, type Targets, type Use, usedBy } from './stock.ts'
import { type ImportedJob, importedJobs } from './write-jobs.ts'
import type { Resolved, Writing } from './writing.ts'

const OUTPUT = 2
const COMPLETE = 4

type Line = LineValues & { id: string; jobid: string }
type Fresh = { record: ImportRecord; taken: Resolved & { id: string; jobid: string }; job: ImportedJob }

/**
 * Writes the lines of the jobs of the same import; those of a job that was there already count as there, too.
 * Beside what people may do, lines come in on jobs that are archived and with items that are. Without a `consumed`
 * all of a line is consumed when its job is done, on the day it was done. Returns how many were added.
 */
export function writeLines(writing: Writing, targets: Targets, records: ImportRecord[]): number {
  const { db } = writing.tx
  const fresh = records.flatMap((record) => take(writing, record) ?? [])
  const ground = groundOf(
    db,
    fresh.map(({ taken }) => taken as never),
  )
  const uses: Use[] = []
  for (const one of fresh) {
    const line = lineOf(writing, ground, one)
    if (!line) continue
    const rank = writing.nextRank(`${line.jobid} ${line.role}`)
    insertRow(db, 'materials', {
      ...line,
      nonbillable: line.nonbillable ? 1 : 0,
      rank,
      ...writing.birth(line.id),
    })
    writing.remember(one.record, 'jobs', line.jobid, line.description)
    uses.push(...usedBy(line, one.job.day))
  }
  if (writing.problems.length === 0) bookUses(writing.tx, targets, uses)
  return fresh.length
}

function take(writing: Writing, record: ImportRecord): Fresh | null {
  if (writing.isThere(record.refers.jobid)) return null
  const taken = writing.take(record)
  if (!taken) return null
  const jobid = String(taken.jobid)
  const job = importedJobs(writing).get(jobid)
  if (job) return { record, taken: { ...taken, jobid }, job }
  // A job whose own row was refused is named there already.
  if (!record.refers.jobid)
    writing.report(record, 'jobid', 'Lines come in with their job, and this job is not part of the import.')
  return null
}

function lineOf(writing: Writing, ground: Ground, { record, taken, job }: Fresh): Line | null {
  try {
    const line = valuesOf(ground, taken, job)
    checkValues(line)
    return line
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    writing.report(record, Object.keys(error.more.fields ?? {})[0] ?? 'jobid', error.message)
    return null
  }
}

function valuesOf(ground: Ground, taken: Fresh['taken'], { status }: ImportedJob): Line {
  const { jobid, estimated, consumed } = taken
  const item = ground.item(jobid, taken.inventoryid as string | undefined, 'archived')
  const unit = takeUnit(item, taken.unit as string | undefined, ground.units)
  return {
    ...{ id: taken.id, jobid, inventoryid: item?.id ?? null, ...unit },
    role: Number(taken.role ?? OUTPUT),
    inventoryclass: (taken.inventoryclass as number | undefined) ?? item?.inventoryclass ?? null,
    description: String(taken.description ?? item?.name ?? ''),
    linerate: taken.linerate as Rate,
    costrate: (taken.costrate as Rate | undefined) ?? costOf(item, unit.unitratio),
    discount: (taken.discount as Percent | undefined) ?? asPercent(0),
    estimated: estimated as Quantity,
    consumed: asQuantity(Number(consumed ?? (status >= COMPLETE ? estimated : 0))),
    nonbillable: taken.nonbillable === undefined ? item?.nonbillable === 1 : taken.nonbillable === 1,
    division: (taken.division as string | undefined) ?? null,
    storageid: (taken.storageid as string | undefined) ?? item?.storageid ?? null,
  }
}
