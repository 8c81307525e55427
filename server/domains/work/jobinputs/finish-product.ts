import { randomUUIDv7 } from 'bun'
import { movementBySeq } from '#db/queries/stock/stock.ts'
import { listTimedLines } from '#db/queries/work/billed-time.ts'
import {
  findBuild,
  findNewestMovement,
  listBuildLines,
  listInputLines,
  markBuildUndone,
  storeBuild,
} from '#db/queries/work/job-inputs.ts'
import { linesByIds, type MaterialRow } from '#db/queries/work/materials.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { recordLineHistory } from '#server/domains/work/jobs/line-history.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { countReplaced } from '#server/domains/work/materials/count-replaced.ts'
import {
  type LineContext,
  readLineContext,
  refuseClosed,
  refuseTemplate,
} from '#server/domains/work/materials/line-context.ts'
import { checkValues } from '#server/domains/work/materials/line-values.ts'
import { moveStock } from '#server/domains/work/materials/move-stock.ts'
import { storeLine } from '#server/domains/work/materials/store-line.ts'
import { conflict, invalid, notFound, Problem } from '#server/errors.ts'
import { asCents, asQuantity, type Quantity } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { bookTogether } from '#server/stock/book.ts'
import { settleMade } from '#server/stock/departed.ts'
import { movedBy } from '#server/stock/direction.ts'
import type { Cost } from '#server/stock/value-movement.ts'
import { formatQuantity } from '#views/format.ts'
import { findProductLine, makesItem } from './bring-inputs.ts'
import { compareInputs } from './compare-inputs.ts'
import { presentJobInputs } from './present.ts'

type Used = { materialid: string; quantity: Quantity | null }

export type Finished = { buildid: string; line: MaterialRow; inputs: MaterialRow[]; warnings: string[] }

/**
 * What a quantity of a product takes of a line: the share of its plan that the quantity is of the product's, but no more
 * than was not used on the line before. What is finished beyond the plan takes its share beyond it.
 */
function takeShare(input: MaterialRow, product: MaterialRow, quantity: Quantity): Quantity {
  if (product.estimated === 0) return asQuantity(0)
  const share = (of: number) => multiply(input.estimated, of, BigInt(product.estimated))
  const beyond = Math.max(0, quantity - Math.max(0, product.estimated - product.consumed))
  const left = Math.max(0, input.estimated - input.consumed) + share(beyond)
  return asQuantity(Math.min(share(quantity), left))
}

export function takeShares(
  db: TenantDb,
  own: readonly MaterialRow[],
  product: MaterialRow,
  quantity: Quantity,
) {
  const timed = new Set(
    listTimedLines(
      db,
      own.map(({ id }) => id),
    ),
  )
  return new Map(
    own.map(({ id, ...line }) => [
      id,
      timed.has(id) ? asQuantity(0) : takeShare({ id, ...line }, product, quantity),
    ]),
  )
}

/**
 * Books a quantity of a product in and its inputs out, all or none. Without figures of their own the inputs go in
 * proportion to the plan; the product comes in at what its inputs were worth.
 * @throws 404; 409 when the line has changed; 400 by field
 */
export function finishProduct(
  tx: Tx,
  id: string,
  { quantity, inputs, version }: { quantity: Quantity | null; inputs?: readonly Used[]; version?: number },
): Finished {
  const product = findProductLine(tx, id)
  if (version !== undefined && version !== product.version) throw conflict(presentJobInputs(tx.db, id))
  if (!makesItem(product))
    throw new Problem(400, 'This line is taken from stock, not made: its class says so.', { code: 'notmade' })
  if (quantity === null || quantity <= 0) throw invalid({ quantity: 'Enter how much of it is finished.' })
  const own = listInputLines(tx.db, product.id)
  const lineContext = readLineContext(tx.db, [product, ...own])
  const taken = takenOf(tx, own, product, quantity, inputs)
  refuseClosed(lineContext.job(product.jobid))
  const { made, ...finished } = bookFinished(tx, { product, own, lineContext }, quantity, taken)
  return { ...finished, warnings: [...finished.warnings, ...settleMade(tx, [made])] }
}

/** Whether what is booked of a line takes what goes into it. */
export const isFinished = (db: TenantDb, line: MaterialRow): boolean =>
  makesItem(line) && (stockDirection(line.inventoryclass) > 0 || listInputLines(db, line.id).length > 0)

/**
 * What a document says was made, as planned, of a job that is perhaps invoiced: what left of it is for the document to settle. Gives what
 * to say of stock.
 * @throws 400 where the account blocks negative stock of an input
 */
export function finishDelivered(tx: Tx, product: MaterialRow, quantity: Quantity): string[] {
  const own = listInputLines(tx.db, product.id)
  const lineContext = readLineContext(tx.db, [product, ...own])
  const taken = takeShares(tx.db, own, product, quantity)
  return bookFinished(tx, { product, own, lineContext }, quantity, taken).warnings
}

type Making = { product: MaterialRow; own: readonly MaterialRow[]; lineContext: LineContext }

function bookFinished(
  tx: Tx,
  { product, own, lineContext }: Making,
  quantity: Quantity,
  taken: ReadonlyMap<string, Quantity>,
): Finished & { made: Stepped } {
  const used = consume(
    tx,
    lineContext,
    own.flatMap((line) => {
      const more = taken.get(line.id) ?? asQuantity(0)
      return more === 0 ? [] : [{ line, by: more, note: `Used for ${product.description}` }]
    }),
  )
  const made = consume(tx, lineContext, [
    { line: product, by: quantity, note: 'Finished', cost: costOf(tx, used) },
  ])[0] as Stepped
  const buildid = randomUUIDv7()
  storeBuild(
    tx.db,
    {
      id: buildid,
      jobid: product.jobid,
      materialid: product.id,
      quantity,
      userid: tx.by.userid,
      user: tx.by.name,
      createdutc: tx.now,
    },
    [made, ...used].map(({ line, by, seq }) => ({ materialid: line.id, quantity: by, seq })),
  )
  touchJob(tx, product.jobid)
  return {
    made,
    buildid,
    line: made.line,
    inputs: used.map(({ line }) => line),
    warnings: [...[...used, made].flatMap(({ warning }) => warning ?? []), ...warnOfUnlisted(tx, product)],
  }
}

/** Nothing goes into a product unseen: what it is made of and no line says stays in stock. */
function warnOfUnlisted({ db }: Tx, product: MaterialRow): string[] {
  const missing = compareInputs(db, product).filter(({ wanted, lines }) => wanted > 0 && lines.length === 0)
  if (missing.length === 0) return []
  const names = missing.slice(0, 3).map(({ name }) => name)
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  return [
    `Nothing was taken of ${names.join(', ')}${more}: no line of this job uses it for this product. Open the inputs of its line to plan it.`,
  ]
}

function takenOf(
  { db }: Tx,
  own: readonly MaterialRow[],
  product: MaterialRow,
  quantity: Quantity,
  given: readonly Used[] | undefined,
): Map<string, Quantity> {
  if (!given) return takeShares(db, own, product, quantity)
  const ids = new Set(own.map(({ id }) => id))
  for (const { materialid, quantity: used } of given) {
    if (!ids.has(materialid)) throw invalid({ inputs: 'One of these is no input of this product.' })
    if (used !== null && used < 0) throw invalid({ inputs: 'What is used cannot be below zero.' })
  }
  return new Map(given.map(({ materialid, quantity: used }) => [materialid, used ?? asQuantity(0)]))
}

type Step = { line: MaterialRow; by: Quantity; note: string; cost?: Cost; reverses?: number | null }
type Stepped = { before: MaterialRow; line: MaterialRow; by: Quantity; seq: number | null; warning?: string }

function consume(tx: Tx, lineContext: LineContext, steps: readonly Step[]): Stepped[] {
  const stored = bookTogether(tx, (book) =>
    steps.map(({ line, by, note, cost, reverses }) => {
      const after = countReplaced(tx.db, line, { ...line, consumed: asQuantity(line.consumed + by) })
      checkValues(after)
      refuseTemplate(lineContext.job(line.jobid), after.consumed)
      const movement = reverses ? movementBySeq(tx.db, reverses) : undefined
      const about = {
        note,
        ...(cost ? { cost } : {}),
        ...(movement ? { reverses: movement.seq, storageid: movement.storageid } : {}),
      }
      const warning = moveStock(tx, book, line, line.consumed, after.consumed, about)
      const now = storeLine(tx, line, after)
      recordLineHistory(tx, 'changed', now, line, now, lineContext.names)
      return { before: line, line: now, by, warning }
    }),
  )
  return stored.map((step) => ({
    ...step,
    seq:
      movedBy(step.before) === movedBy(step.line)
        ? null
        : (findNewestMovement(tx.db, step.line.id)?.seq ?? null),
  }))
}

/** Undefined where an input's worth is unknown: then the product has its usual cost. */
function costOf({ db }: Tx, used: readonly Stepped[]): Cost | undefined {
  const moved = used.flatMap(({ line, seq }) => (seq === null ? [] : (findNewestMovement(db, line.id) ?? [])))
  if (moved.length === 0 || moved.some(({ valuedby }) => valuedby === 'unknown')) return
  return { cents: asCents(moved.reduce((sum, { value, variance }) => sum - value - variance, 0)) }
}

/**
 * Takes a finished quantity back: its inputs return at what they were worth then, the product leaves at what it came
 * in at, or at the average where stock has moved since.
 * @throws 404; 409 when it was taken back before; 400 when less is booked on a line than it took
 */
export function undoFinish(tx: Tx, buildid: string): Finished {
  const build = findBuild(tx.db, buildid)
  if (!build) throw notFound('finished quantity')
  if (build.undoneutc) throw new Problem(409, 'This was taken back before.')
  const booked = listBuildLines(tx.db, buildid)
  const lines = new Map(
    linesByIds(
      tx.db,
      booked.map(({ materialid }) => materialid),
    ).map((line) => [line.id, line]),
  )
  const lineContext = readLineContext(tx.db, [...lines.values()])
  refuseClosed(lineContext.job(build.jobid))
  const steps = booked.map(({ materialid, quantity, seq }) => {
    const line = lines.get(materialid)
    if (!line || line.consumed < quantity)
      throw new Problem(
        400,
        `${line ? `Only ${formatQuantity(line.consumed, line.unit)} of ${line.description} is booked still` : 'A line of it was removed'}: change the lines one by one instead.`,
      )
    return { line, by: asQuantity(-quantity), note: 'Taken back', reverses: seq }
  })
  const isProduct = ({ line }: { line: MaterialRow }) => line.id === build.materialid
  const [made] = consume(tx, lineContext, steps.filter(isProduct))
  const back = consume(
    tx,
    lineContext,
    steps.filter((step) => !isProduct(step)),
  )
  markBuildUndone(tx.db, buildid, tx.now)
  touchJob(tx, build.jobid)
  return {
    buildid,
    line: made!.line,
    inputs: back.map(({ line }) => line),
    warnings: [...[made!, ...back].flatMap(({ warning }) => warning ?? []), ...settleMade(tx, [made!])],
  }
}
