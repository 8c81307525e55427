import { randomUUIDv7 } from 'bun'
import { lastRanks, lineCounts } from '#db/queries/work/material-context.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { materials } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows } from '#db/write-rows.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { Problem } from '#server/errors.ts'
import { asPercent, asQuantity } from '#server/money/decimal.ts'
import { bookTogether } from '#server/stock/book.ts'
import { type LineContext, readLineContext, refuseClosed, refuseTemplate } from './line-context.ts'
import { withLineNumber } from './line-problem.ts'
import { checkValues, type LineInput, MAX_LINES, newLineValues } from './line-values.ts'
import { overMostPerJob } from './most-per-job.ts'
import { moveStock } from './move-stock.ts'

export type NewLine = LineInput & { jobid: string; role: number }

type Added = { lines: MaterialRow[]; warnings: string[] }

type Options = {
  /** Past jobs may be invoiced or archived already: for importing them. */
  closed?: boolean
  movedon?: (line: MaterialRow) => string | undefined
}

/** @throws 400 with the fields named by the line's position (`3.unit`), 404 for a job that is not there */
export function addLines(tx: Tx, inputs: readonly NewLine[], options: Options = {}): Added {
  const lineContext = readLineContext(tx.db, inputs)
  const rank = createRanker(tx, inputs)
  const lines = inputs.map((input, at) =>
    withLineNumber(at, () => newLine(tx, lineContext, input, rank(input), options)),
  )
  insertRows(tx.db, materials, lines)
  refuseTooMany(tx, lines)
  const warnings = bookTogether(tx, (book) =>
    lines.map((line, at) =>
      withLineNumber(at, () =>
        moveStock(tx, book, line, asQuantity(0), line.consumed, { effectivedate: options.movedon?.(line) }),
      ),
    ),
  )
  for (const line of lines) recordLineHistory(tx, 'added', line, defaultValues(line), line, lineContext.names)
  touchJobs(
    tx,
    lines.map((line) => line.jobid),
  )
  const over = options.closed ? [] : overMostPerJob(tx.db, lineContext, lines).values()
  return { lines, warnings: [...warnings.filter((warning) => warning !== undefined), ...over] }
}

/** @throws 400 when a job has more lines than anybody could work with, or any sum could hold */
function refuseTooMany({ db }: Tx, lines: readonly MaterialRow[]) {
  const jobids = [...new Set(lines.map(({ jobid }) => jobid))]
  if (lineCounts(db, jobids).some(({ count }) => count > MAX_LINES))
    throw new Problem(400, `A job may have at most ${MAX_LINES} lines.`, { code: 'manylines' })
}

function newLine(
  tx: Tx,
  lineContext: LineContext,
  input: NewLine,
  rank: number,
  { closed }: Options,
): MaterialRow {
  const { jobid } = input
  const { now } = tx
  const job = lineContext.job(jobid)
  if (!closed) refuseClosed(job)
  lineContext.check(input)
  const values = newLineValues(lineContext, input)
  checkValues(values)
  refuseTemplate(job, values.consumed)
  return {
    ...values,
    id: randomUUIDv7(),
    version: 1,
    archived: false,
    createdutc: now,
    updatedutc: now,
    jobid,
    rank,
  }
}

const defaultValues = ({ inventoryclass }: MaterialRow) => ({
  consumed: asQuantity(0),
  discount: asPercent(0),
  nonbillable: false,
  inventoryclass,
})

function createRanker({ db }: Tx, inputs: readonly NewLine[]): (line: NewLine) => number {
  const key = ({ jobid, role }: { jobid: string; role: number }) => `${jobid} ${role}`
  const jobids = [...new Set(inputs.map(({ jobid }) => jobid))]
  const last = new Map(lastRanks(db, jobids).map((row) => [key(row), row.rank]))
  return (line) => {
    const rank = (last.get(key(line)) ?? -1) + 1
    last.set(key(line), rank)
    return rank
  }
}
