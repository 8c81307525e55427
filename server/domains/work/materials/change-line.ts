import { lastRanks } from '#db/queries/work/material-context.ts'
import { lineById, type MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'
import { changedLineValues } from './changed-values.ts'
import { type LineContext, readLineContext, refuseClosed, refuseTemplate } from './line-context.ts'
import { checkValues, type LineInput } from './line-values.ts'
import { moveStock } from './move-stock.ts'
import { storeLine } from './store-line.ts'

type ShowLine = (tx: Tx, id: string) => unknown

type Outcome = { line: MaterialRow; warning?: string }

/**
 * What is consumed was booked in its item, unit, class and storage: these stay.
 * @throws 404; 409 with the line as it stands; 400 by field, also for blocked stock or a settled job
 */
export function changeLine(
  tx: Tx,
  id: string,
  { version, ...input }: LineInput & { version?: number },
  show: ShowLine,
): Outcome {
  const { before, lineContext } = open(tx, id, version, show, input)
  lineContext.check(input)
  const after = { ...before, ...changedLineValues(lineContext, before, input) }
  checkValues(after)
  refuseRebooking(before, after)
  refuseTemplate(lineContext.job(before.jobid), after.consumed)
  if (same(before, after)) return { line: before }
  // Where the item or unit changed too, one of the two quantities is zero, and the other tells which ones count.
  const warning = moveStock(tx, after.consumed === 0 ? before : after, before.consumed, after.consumed)
  const line = storeLine(
    tx,
    after.role === before.role ? after : { ...after, rank: nextRankOnTab(tx, after) },
  )
  recordLineHistory(tx, 'changed', line, before, line, lineContext.names)
  touchJob(tx, line.jobid)
  return { line, warning }
}

/** @throws as `changeLine` */
export function removeLine(tx: Tx, id: string, version: number | undefined, show: ShowLine): Outcome {
  const { before, lineContext } = open(tx, id, version, show)
  // What is gone has consumed nothing: the books and the line go on saying the same.
  const after = { ...before, consumed: asQuantity(0), archived: true }
  const warning = moveStock(tx, before, before.consumed, after.consumed, { note: 'Line removed' })
  storeLine(tx, after)
  recordLineHistory(tx, 'removed', before, before, {}, lineContext.names)
  touchJob(tx, before.jobid)
  return { line: before, warning }
}

function open(tx: Tx, id: string, version: number | undefined, show: ShowLine, input: LineInput = {}) {
  const before = lineById(tx.db, id)?.line
  if (!before) throw notFound('line')
  const lineContext = readLineContext(tx.db, [before, { ...input, jobid: before.jobid }])
  refuseClosed(lineContext.job(before.jobid))
  if (version !== undefined && version !== before.version) throw conflict(show(tx, id))
  return { before, lineContext } satisfies { before: MaterialRow; lineContext: LineContext }
}

const booking = { inventoryid: 'item', unit: 'unit', inventoryclass: 'class', storageid: 'storage' } as const

function refuseRebooking(before: MaterialRow, after: MaterialRow) {
  if (before.consumed === 0 || after.consumed === 0) return
  // Words of a person's own move no stock, so what they are counted in is free.
  if (!before.inventoryid && !after.inventoryid) return
  const used = formatQuantity(before.consumed, before.unit)
  for (const [field, words] of Object.entries(booking) as [keyof typeof booking, string][])
    if (before[field] !== after[field])
      throw invalid({
        [field]: `${used} of this line is consumed: set that to 0 before changing its ${words}.`,
      })
}

const same = (before: MaterialRow, after: MaterialRow) =>
  (Object.keys(before) as (keyof MaterialRow)[]).every((field) => before[field] === after[field])

function nextRankOnTab({ db }: Tx, { jobid, role }: MaterialRow): number {
  const last = lastRanks(db, [jobid]).find((row) => row.role === role)
  return (last?.rank ?? -1) + 1
}
