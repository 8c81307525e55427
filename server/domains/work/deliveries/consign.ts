import { type DepartingLine, listDepartingLines } from '#db/queries/stock/departures.ts'
import { hasFixedPrice } from '#db/queries/work/jobs.ts'
import { storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import { lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { invalid } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { findName } from '#server/records.ts'
import { bookMovements } from '#server/stock/book.ts'
import { countGone } from '#server/stock/departed.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import { formatQuantity, isOrAre } from '#views/format.ts'
import type { CheckedDraft } from './check-draft.ts'

type Goods = {
  jobid: string
  inventoryid: string | null
  inventoryclass: number | null
  unit: string
  unitratio: string
}

type Again = { line: { materialid: string }; quantity: Quantity; mended: Quantity }

/**
 * Marks what is ours there until it is sold. What a job does not make is used once it is sold, kept in stock or not. `again`: what of it had
 * come back.
 * @throws 400 where some are used already
 */
export function checkUnused(tx: Tx, deliveryid: string, { lines }: CheckedDraft, again: readonly Again[]) {
  const backOf = new Map(again.toReversed().map((one) => [one.line.materialid, one]))
  for (const [at, { goods, quantity }] of lines.entries()) {
    const { line } = goods
    const moves = movesStock(line)
    const back = backOf.get(line.id)
    const unused = Math.max(0, line.estimated - line.consumed, back?.quantity ?? 0)
    const free = asQuantity(unused + (back?.mended ?? 0))
    const why = moves
      ? 'what is used has left stock, and cannot lie at the client’s.'
      : 'what is sold of a consignment is used by that, so what is used already cannot go on one.'
    if (!makesStock(line) && quantity > free)
      throw invalid({
        [`lines.${at}.quantity`]: `Only ${formatQuantity(free, line.unit)} of ${line.description} ${isOrAre(free)} not used yet: ${why}`,
      })
  }
  prepared(tx.db, MOVED).run([deliveryid])
}

/**
 * What an invoice took out of stock does not come back by a consignment. A fixed price is charged wherever its goods are. `before`: of the
 * jobs of the note, before it was issued.
 * @throws 400 by field
 */
export function checkInvoiced(
  tx: Tx,
  before: readonly DepartingLine[],
  { lines }: CheckedDraft,
  again: readonly Again[],
) {
  const jobids = [...new Set(before.map(({ jobid }) => jobid))].filter((id) => !hasFixedPrice(tx.db, id))
  const wasGone = new Map(
    before.filter(({ jobid }) => jobids.includes(jobid)).map((line) => [line.id, countGone(line)]),
  )
  if (wasGone.size === 0) return
  const isGone = new Map(listDepartingLines(tx.db, jobids).map((line) => [line.id, countGone(line)]))
  const mendedOf = new Map(again.toReversed().map(({ line, mended }) => [line.materialid, mended]))
  const refused = lines.flatMap(({ goods: { line }, quantity }, at) => {
    const was = wasGone.get(line.id)
    if (was === undefined) return []
    const back = was - (mendedOf.get(line.id) ?? 0) - (isGone.get(line.id) ?? 0)
    if (back <= 0) return []
    const free = asQuantity(Math.max(0, quantity - back))
    const what = free === 0 ? 'Nothing' : `Only ${formatQuantity(free, line.unit)}`
    const why = 'what is invoiced has left stock, and cannot lie at the client’s.'
    return [[`lines.${at}.quantity`, `${what} of ${line.description} can go on consignment: ${why}`]]
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
}

/** Goods on consignment stay ours until they are sold: they change their place. */
export function moveToClient(tx: Tx, { storageid, lines }: CheckedDraft, number: string) {
  bookMovements(
    tx,
    lines.flatMap(({ goods: { line }, quantity }) =>
      movesStock(line) ? transfer(line, quantity, line.storageid, storageid, number) : [],
    ),
  )
}

const MOVED = 'UPDATE delivery_lines SET moved = 1 WHERE deliveryid = ?'

export const movesStock = ({ inventoryid, inventoryclass }: Pick<Goods, 'inventoryid' | 'inventoryclass'>) =>
  inventoryid !== null && stockDirection(inventoryclass) !== 0

/** Whether a job makes what stands on a line. */
export const makesStock = ({ inventoryid, inventoryclass }: Pick<Goods, 'inventoryid' | 'inventoryclass'>) =>
  inventoryid !== null && stockDirection(inventoryclass) > 0

/** In the history of a job: where goods of a line lay, and where they lie; each place is looked up once. */
export function moveDescriber({ db }: Tx) {
  const names = new Map<string, string>()
  const nameOf = (id: string) => {
    const name = names.get(id) ?? findName(db, storage, id) ?? ''
    names.set(id, name)
    return name
  }
  return (from: string | null, to: string) => ({
    kind: lineFields.storageid.label,
    old: from ? nameOf(from) : '',
    new: nameOf(to),
  })
}

/** Two movements of one quantity, out of one place and into the other. */
export function transfer(
  line: Goods,
  quantity: Quantity,
  from: string | null,
  to: string | null,
  number: string,
): StockEntry[] {
  const base = baseQuantity(line, quantity)
  if (from === to) return []
  return [
    { ...movement(line, from, asQuantity(-base), quantity, number), moves: true },
    { ...movement(line, to, base, quantity, number), moves: true },
  ]
}

/** What is sold from the client’s place leaves stock. */
export const sale = (line: Goods, quantity: Quantity, from: string | null, number: string): StockEntry =>
  movement(line, from, asQuantity(-baseQuantity(line, quantity)), quantity, number)

/** What had been sold there comes into a place of ours. */
export const soldBack = (line: Goods, quantity: Quantity, to: string | null, number: string): StockEntry =>
  movement(line, to, baseQuantity(line, quantity), quantity, number)

const baseQuantity = ({ unitratio }: Goods, quantity: Quantity) =>
  toBase(quantity, parseRatio(unitratio, 'ratio of the unit'))

const movement = (
  { jobid, inventoryid, inventoryclass, unit }: Goods,
  storageid: string | null,
  quantity: Quantity,
  entered: Quantity,
  number: string,
): StockEntry => ({
  inventoryid: inventoryid as string,
  inventoryclass,
  storageid,
  quantity,
  kind: 'delivery',
  entered: { quantity: asQuantity(quantity < 0 ? -entered : entered), unit },
  jobid,
  document: number,
})
