import { COMPLETE } from '#db/job-status.ts'
import { bareImportedJobs, insertRow, jobsWithLines, markJobsChanged } from '#db/queries/settings/import.ts'
import { type LineContext, readLineContext } from '#server/domains/work/materials/line-context.ts'
import { OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import {
  checkValues,
  costRate,
  type LineValues,
  typedPrice,
} from '#server/domains/work/materials/line-values.ts'
import { resolveLineUnit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { Problem } from '#server/errors.ts'
import type { AccountCache } from '#server/import/check/account-cache.ts'
import type { ColumnValues, ImportRecord } from '#server/import/check/coerce-rows.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import { asPercent, asQuantity, type Percent, type Quantity, type Rate } from '#server/money/decimal.ts'
import { forbiddenBoards } from './import-boards.ts'
import { planStockUses, type StockUse, stockUses } from './imported-stock.ts'
import { newRowColumns, resolveNew, type WriteContext } from './write-context.ts'
import { type ImportedJob, importedJobs } from './write-jobs.ts'
import type { WriteOutcome } from './write-options.ts'

type Line = LineValues & { id: string; jobid: string }
type NewLine = {
  record: ImportRecord
  values: ColumnValues & { id: string; jobid: string }
  job: ImportedJob
}

/** A single list's go to earlier jobs without lines. Unlike people, an import may add to archived jobs. */
export function writeJobLines(context: WriteContext, records: ImportRecord[]): WriteOutcome[] {
  const { tx, options } = context
  if (options.isSingleList) addEarlierJobs(context)
  const resolved = records.map((record) => resolveLine(context, record))
  const lines = resolved.filter((one) => typeof one === 'object')
  const lineContext = readLineContext(
    tx.db,
    lines.map(({ values }) => values as never),
  )
  const uses = lines.flatMap((one) => writeLine(context, lineContext, one))
  if (context.problems.length === 0) planStockUses(context, uses)
  return resolved.map((one) => (typeof one === 'object' ? 'added' : one))
}

function writeLine(context: WriteContext, lineContext: LineContext, one: NewLine): StockUse[] {
  const { tx, account, options } = context
  const line = checkedLine(context, lineContext, one)
  if (!line) return []
  const rank = nextRank(account, line)
  context.steps.push(() => {
    const nonbillable = line.nonbillable ? 1 : 0
    insertRow(tx.db, 'materials', { ...line, nonbillable, rank, ...newRowColumns(tx, line.id) })
    if (options.isSingleList) markJobsChanged(tx.db, JSON.stringify([line.jobid]), tx.seq)
    context.history.add(one.record, 'jobs', line.jobid, { item: line.description })
    context.written.push({ table: 'materials', id: line.id, version: 1 })
  })
  const said = one.values.costrate == null ? undefined : extendedAmount(line.consumed, line.costrate)
  return stockUses(line, one.job.day, said)
}

function nextRank(account: AccountCache, { jobid, role }: Line): number {
  const ranks = account.cached('ranks', () => new Map<string, number>())
  const key = `${jobid} ${role}`
  const rank = ranks.get(key) ?? 0
  ranks.set(key, rank + 1)
  return rank
}

const forbiddenJobs = (account: AccountCache) => account.cached('forbidden jobs', () => new Set<string>())

function addEarlierJobs(context: WriteContext) {
  const bare = bareImportedJobs(context.tx.db)
  const forbidden = forbiddenBoards(context.tx, [...new Set(bare.map(({ boardid }) => boardid))])
  for (const { id, boardid, status, day } of bare)
    if (forbidden.has(boardid)) forbiddenJobs(context.account).add(id)
    else importedJobs(context).set(id, { status, day })
}

function resolveLine(context: WriteContext, record: ImportRecord): NewLine | 'there' | 'refused' {
  if (context.resolver.exists(record.references.jobid)) return 'there'
  const resolved = resolveNew(context, record)
  if (!resolved) return 'refused'
  const jobid = String(resolved.jobid)
  const job = importedJobs(context).get(jobid)
  if (job) return { record, values: { ...resolved, jobid }, job }
  if (context.options.isSingleList) {
    if (jobsThatHaveLines(context.account).has(jobid)) return 'there'
    context.report(
      record,
      'jobid',
      forbiddenJobs(context.account).has(jobid)
        ? 'This is no board that you may work on.'
        : 'Lines come in for jobs of an import; this job was made by hand.',
    )
  }
  // A job whose own row was refused is named there already.
  else if (!record.references.jobid)
    context.report(record, 'jobid', 'Lines come in with their job, and this job is not part of the import.')
  return 'refused'
}

const jobsThatHaveLines = (account: AccountCache) =>
  account.cached('jobs with lines', () => new Set(jobsWithLines(account.db).map(({ jobid }) => jobid)))

function checkedLine(
  { report }: WriteContext,
  lineContext: LineContext,
  { record, values, job }: NewLine,
): Line | null {
  try {
    const line = fillLine(lineContext, values, job)
    checkValues(line)
    return line
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    report(record, Object.keys(error.more.fields ?? {})[0] ?? 'jobid', error.message)
    return null
  }
}

function fillLine(lineContext: LineContext, values: NewLine['values'], { status }: ImportedJob): Line {
  const { jobid, estimated, consumed } = values
  const item = lineContext.item(jobid, values.inventoryid as string | undefined, 'archived')
  const unit = resolveLineUnit(item, values.unit as string | undefined, lineContext.units)
  return {
    id: values.id,
    jobid,
    inventoryid: item?.id ?? null,
    ...unit,
    role: Number(values.role ?? OUTPUT),
    inventoryclass: ((values.inventoryclass as number | undefined) ?? item?.inventoryclass) || null,
    description: String(values.description ?? item?.name ?? ''),
    ...typedPrice(values.linerate as Rate),
    costrate: (values.costrate as Rate | undefined) ?? costRate(lineContext, jobid, item, unit.unitratio),
    discount: (values.discount as Percent | undefined) ?? asPercent(0),
    estimated: estimated as Quantity,
    consumed: asQuantity(Number(consumed ?? (status >= COMPLETE ? estimated : 0))),
    released: asQuantity(0),
    departed: asQuantity(0),
    departedbefore: asQuantity(0),
    replaced: asQuantity(0),
    nonbillable: values.nonbillable === undefined ? item?.nonbillable === true : values.nonbillable === 1,
    division: (values.division as string | undefined) ?? null,
    storageid: (values.storageid as string | undefined) ?? item?.storageid ?? null,
    jobequipment: null,
    inputequipment: null,
    jobproduct: null,
  }
}
