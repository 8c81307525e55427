import { bareImportedJobs, insertRow, jobsWithLines, touchJobs } from '#db/queries/settings/import.ts'
import { type Ground, groundOf } from '#server/domains/work/materials/ground.ts'
import { checkValues, costOf, type LineValues } from '#server/domains/work/materials/line-values.ts'
import { takeUnit } from '#server/domains/work/materials/take-unit.ts'
import { Problem } from '#server/errors.ts'
import { asPercent, asQuantity, type Percent, type Quantity, type Rate } from '#server/money/decimal.ts'
import type { ImportRecord } from './records.ts'
import { bookUses, type Targets, type Use, usedBy } from './stock.ts'
import { closedTo, type ImportedJob, importedJobs } from './write-jobs.ts'
import type { Fate, Resolved, Writing } from './writing.ts'

const OUTPUT = 2
const COMPLETE = 4

type Line = LineValues & { id: string; jobid: string }
type Fresh = { record: ImportRecord; taken: Resolved & { id: string; jobid: string }; job: ImportedJob }

/**
 * Writes the lines of the jobs of the same import; those of a job that was there already count as there, too. Lines
 * that come alone go to jobs of an earlier import that have none yet.
 * Beside what people may do, lines come in on jobs that are archived and with items that are. Without a `consumed`
 * all of a line is consumed when its job is done, on the day it was done.
 */
export function writeLines(writing: Writing, targets: Targets, records: ImportRecord[]): Fate[] {
  const { db } = writing.tx
  if (writing.options.alone) admitBareJobs(writing)
  const took = records.map((record) => take(writing, record))
  const fresh = took.filter((one) => typeof one === 'object')
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
    writing.made.push({ table: 'materials', id: line.id, version: 1 })
    uses.push(...usedBy(line, one.job.day))
  }
  if (writing.options.alone)
    touchJobs(db, JSON.stringify(fresh.map(({ taken }) => taken.jobid)), writing.tx.seq)
  if (writing.problems.length === 0) bookUses(writing.tx, targets, uses)
  return took.map((one) => (typeof one === 'object' ? 'added' : one))
}

const closedJobs = (writing: Writing) => writing.once('closed jobs', () => new Set<string>())

/** Lines come to the jobs of earlier imports that stand on boards on which whoever brings the list may work. */
function admitBareJobs(writing: Writing) {
  const bare = bareImportedJobs(writing.tx.db)
  const closed = closedTo(writing, [...new Set(bare.map(({ boardid }) => boardid))])
  for (const { id, boardid, status, day } of bare)
    if (closed.has(boardid)) closedJobs(writing).add(id)
    else importedJobs(writing).set(id, { status, day })
}

function take(writing: Writing, record: ImportRecord): Fresh | 'there' | 'refused' {
  if (writing.isThere(record.refers.jobid)) return 'there'
  const taken = writing.take(record)
  if (!taken) return 'refused'
  const jobid = String(taken.jobid)
  const job = importedJobs(writing).get(jobid)
  if (job) return { record, taken: { ...taken, jobid }, job }
  if (writing.options.alone) {
    if (lined(writing).has(jobid)) return 'there'
    writing.report(
      record,
      'jobid',
      closedJobs(writing).has(jobid)
        ? 'This is no board that you may work on.'
        : 'Lines come in for jobs of an import; this job was made by hand.',
    )
  }
  // A job whose own row was refused is named there already.
  else if (!record.refers.jobid)
    writing.report(record, 'jobid', 'Lines come in with their job, and this job is not part of the import.')
  return 'refused'
}

const lined = (writing: Writing) =>
  writing.once('jobs with lines', () => new Set(jobsWithLines(writing.tx.db).map(({ jobid }) => jobid)))

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
