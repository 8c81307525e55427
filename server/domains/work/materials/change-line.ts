import { freeChargedEntries, freeEntries } from '#db/queries/work/billed-time.ts'
import { lastRanks } from '#db/queries/work/material-context.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import { invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { conflict, invalid, notFound, Problem } from '#server/errors.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { type Book, bookTogether } from '#server/stock/book.ts'
import { settleMade, takeBackDeparted } from '#server/stock/departed.ts'
import type { Cost } from '#server/stock/value-movement.ts'
import { formatQuantity } from '#views/format.ts'
import { changedLineValues } from './changed-values.ts'
import { countReplaced } from './count-replaced.ts'
import { type LineContext, readLineContext, refuseClosed, refuseTemplate } from './line-context.ts'
import { withLineNumber } from './line-problem.ts'
import { checkValues, type LineInput } from './line-values.ts'
import { madeCosts } from './made-cost.ts'
import { overMostPerJob } from './most-per-job.ts'
import { moveStock } from './move-stock.ts'
import { storeLine } from './store-line.ts'

export type ShowLine = (tx: Tx, id: string) => unknown

type Outcome = { line: MaterialRow; warning?: string }

export type LineUpdate = LineInput & { id: string; version?: number }

/**
 * All or none. What is consumed was booked in its item, unit, class and storage: these stay.
 * @throws 404; 409 with the line as it stands; 400 with the fields named by the change's position (`3.unit`), also for
 * blocked stock or a settled job
 */
export function changeLines(tx: Tx, changes: readonly LineUpdate[], show: ShowLine): Outcome[] {
  const opened = openLines(tx, changes, show)
  const outcomes = storeChanges(tx, opened, changes)
  const stored = outcomes.filter(({ line }) => line !== opened.lines.get(line.id))
  touchJobs(
    tx,
    stored.map(({ line }) => line.jobid),
  )
  const grown = stored.flatMap(({ line }) => (hasGrown(opened.lines.get(line.id), line) ? [line] : []))
  const over = overMostPerJob(tx.db, opened.lineContext, grown)
  const departed = settleMade(
    tx,
    stored.map(({ line }) => ({ before: opened.lines.get(line.id) as MaterialRow, line })),
  )
  return outcomes.map(({ line, warning }, at) => ({
    line,
    warning:
      [warning, over.get(line.id), ...(at === 0 ? departed : [])].filter(Boolean).join(' ') || undefined,
  }))
}

const hasGrown = (before: MaterialRow | undefined, { estimated, consumed }: MaterialRow) =>
  estimated > (before?.estimated ?? 0) || consumed > (before?.consumed ?? 0)

/** What the job makes after what goes into it, which says what it comes in at. */
function storeChanges(tx: Tx, opened: OpenLines, changes: readonly LineUpdate[]): Outcome[] {
  const outcomes: Outcome[] = []
  const makes = ({ id }: LineUpdate) => stockDirection(opened.lines.get(id)?.inventoryclass ?? null) > 0
  const store = (made: boolean, costs?: ReadonlyMap<string, Cost>) =>
    bookTogether(tx, (book) => {
      for (const [at, change] of changes.entries())
        if (makes(change) === made)
          outcomes[at] = withLineNumber(at, () =>
            storeChange(tx, book, opened, change, costs?.get(change.id)),
          )
    })
  const products = changes.filter(makes).map(({ id }) => id)
  if (products.length < changes.length) store(false)
  if (products.length > 0) store(true, madeCosts(tx.db, products))
  return outcomes
}

function storeChange(
  tx: Tx,
  book: Book,
  { lines, lineContext }: OpenLines,
  { id, version: _version, ...input }: LineUpdate,
  cost: Cost | undefined,
): Outcome {
  const before = lines.get(id) as MaterialRow
  lineContext.check({ ...input, jobid: before.jobid })
  const after = countReplaced(tx.db, before, { ...before, ...changedLineValues(lineContext, before, input) })
  checkValues(after)
  refuseRebooking(before, after)
  refuseTemplate(lineContext.job(before.jobid), after.consumed)
  if (same(before, after)) return { line: before }
  // Where the item or unit changed too, one of the two quantities is zero, and the other tells which ones count.
  const isAllMade = after.consumed > before.consumed && after.consumed >= after.estimated
  const about = cost && isAllMade ? { cost } : {}
  const moved = after.consumed === 0 ? before : after
  const warning = moveStock(tx, book, moved, before.consumed, after.consumed, about)
  const line = storeLine(
    tx,
    before,
    after.role === before.role ? after : { ...after, rank: nextRankOnTab(tx, after) },
  )
  if (before.consumed !== 0 && line.consumed === 0) freeChargedEntries(tx.db, tx.now, id)
  recordLineHistory(tx, 'changed', line, before, line, lineContext.names)
  return { line, warning }
}

/** Worked time that they charge may be charged again. @throws as `changeLines` */
export function removeLines(
  tx: Tx,
  removals: readonly Pick<LineUpdate, 'id' | 'version'>[],
  show: ShowLine,
): Outcome[] {
  const { lines, lineContext } = openLines(tx, removals, show)
  const removed = [...lines.values()]
  refuseInvoiced(tx, removed)
  // What is gone has consumed nothing: the books and the line go on saying the same.
  for (const { id, jobid, departed } of removed)
    if (departed !== 0) takeBackDeparted(tx, jobid, 'Line removed', id)
  const outcomes = bookTogether(tx, (book) =>
    removed.map((before) => {
      const after = { ...before, consumed: asQuantity(0), archived: true }
      const note = { note: 'Line removed' }
      const warning = moveStock(tx, book, before, before.consumed, after.consumed, note)
      storeLine(tx, before, after)
      freeEntries(tx.db, tx.now, before.id)
      recordLineHistory(tx, 'removed', before, before, {}, lineContext.names)
      return { line: before, warning }
    }),
  )
  touchJobs(
    tx,
    removed.map(({ jobid }) => jobid),
  )
  return outcomes
}

function refuseInvoiced({ db }: Tx, lines: readonly MaterialRow[]) {
  const invoiced = invoicedByLine(db, [...new Set(lines.map(({ jobid }) => jobid))])
  for (const { id, unit } of lines) {
    const quantity = invoiced.get(id)?.quantity ?? 0
    if (quantity !== 0)
      throw new Problem(
        400,
        `${formatQuantity(quantity, unit)} of this line is invoiced, so it stays: a credit note frees it.`,
        { code: 'invoiced' },
      )
  }
}

type OpenLines = { lines: ReadonlyMap<string, MaterialRow>; lineContext: LineContext }

function openLines(tx: Tx, changes: readonly LineUpdate[], show: ShowLine): OpenLines {
  const lines = new Map(
    linesByIds(
      tx.db,
      changes.map(({ id }) => id),
    ).map((line) => [line.id, line]),
  )
  if (changes.some(({ id }) => !lines.has(id))) throw notFound('line')
  if (lines.size < changes.length) throw invalid({ id: 'Each line may be changed once in one call.' })
  const lineOf = (id: string) => lines.get(id) as MaterialRow
  const mentioned = changes.map((input) => ({ ...input, jobid: lineOf(input.id).jobid }))
  const lineContext = readLineContext(tx.db, [...lines.values(), ...mentioned])
  for (const jobid of new Set(mentioned.map((input) => input.jobid))) refuseClosed(lineContext.job(jobid))
  for (const { id, version } of changes)
    if (version !== undefined && version !== lineOf(id).version) throw conflict(show(tx, id))
  return { lines, lineContext }
}

const booking = { inventoryid: 'item', unit: 'unit', inventoryclass: 'class', storageid: 'storage' } as const

function refuseRebooking(before: MaterialRow, after: MaterialRow) {
  refuseOther(before, after)
  if (before.consumed === 0 || after.consumed === 0) return
  // Words of a person's own move no stock, so what they are counted in is free.
  if (!before.inventoryid && !after.inventoryid) return
  const used = formatQuantity(before.consumed, before.unit)
  for (const [field, words] of Object.entries(booking) as [keyof typeof booking, string][])
    if (before[field] !== after[field])
      throw invalid({
        [field]: `${used} of this line is used: set that to 0 before changing its ${words}.`,
      })
}

/** Goods that left for the client keep their item, unit and class. @throws 400 by field */
function refuseOther(before: MaterialRow, after: MaterialRow) {
  if (before.departed === 0) return
  const left = formatQuantity(before.departed, before.unit)
  for (const field of ['inventoryid', 'unit', 'inventoryclass'] as const)
    if (before[field] !== after[field])
      throw invalid({
        [field]: `${left} of this line left stock for the client: its ${booking[field]} stays.`,
      })
}

const same = (before: MaterialRow, after: MaterialRow) =>
  (Object.keys(before) as (keyof MaterialRow)[]).every((field) => before[field] === after[field])

function nextRankOnTab({ db }: Tx, { jobid, role }: MaterialRow): number {
  const last = lastRanks(db, [jobid]).find((row) => row.role === role)
  return (last?.rank ?? -1) + 1
}
