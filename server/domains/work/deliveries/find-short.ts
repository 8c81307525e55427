import { readSetting } from '#db/queries/settings.ts'
import type { GoodsRow } from '#db/queries/work/delivery-lines.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { fromBase, parseRatio, toBase } from '#server/money/units.ts'
import { readOnHand } from '#server/stock/read.ts'
import { formatQuantity, isOrAre } from '#views/format.ts'
import type { CheckedDraft } from './check-draft.ts'

/** `own`: what the note itself holds of it already; `made`: what it books as made. */
type Wanted = { goods: GoodsRow; quantity: Quantity; own?: Quantity; made?: Quantity }
type Note = { lines: readonly Wanted[]; storageid: string | null }

/**
 * What leaves by a note and is not there, in words by line: goods that were neither used, and so left stock, nor lie in it,
 * and goods that the job has not made. Goods on consignment leave the place of their line.
 */
export function findShort(db: TenantDb, { lines, storageid }: Note): Map<string, string> {
  const take = openStock(db, lines, storageid !== null)
  const short = new Map<string, string>()
  for (const { goods, quantity, own = asQuantity(0), made = asQuantity(0) } of lines) {
    const { line } = goods
    const direction = line.inventoryid ? stockDirection(line.inventoryclass) : 0
    if (direction === 0) continue
    const unbooked = Math.max(0, goods.allocated - own + quantity - line.consumed - made)
    const moves = storageid !== null && direction < 0
    const wanted = asQuantity(moves ? quantity : unbooked)
    const missing = asQuantity(Math.min(quantity, direction < 0 ? take(line, wanted) : wanted))
    if (missing > 0) short.set(line.id, sayShort(goods, missing, direction < 0))
  }
  return short
}

/** Lines of one item take from the same stock, one after another. */
function openStock(db: TenantDb, lines: readonly Wanted[], byplace: boolean) {
  const items = lines.flatMap(({ goods: { line } }) => line.inventoryid ?? [])
  const onhand = readOnHand(db, items)
  const left = new Map<string, number>()
  return ({ inventoryid, storageid, unitratio }: GoodsRow['line'], wanted: Quantity): Quantity => {
    const key = `${inventoryid} ${byplace ? storageid : ''}`
    const stock = onhand.get(inventoryid ?? '')
    const at = byplace ? stock?.places.find((place) => place.storageid === storageid) : stock
    const ratio = parseRatio(unitratio, 'ratio of the unit')
    const there = Math.max(0, left.get(key) ?? at?.quantity ?? 0)
    const base = toBase(wanted, ratio)
    left.set(key, there - base)
    return base <= there ? asQuantity(0) : fromBase(asQuantity(base - there), ratio)
  }
}

const sayShort = ({ line, itemname }: GoodsRow, missing: Quantity, stocked: boolean) =>
  `${formatQuantity(missing, line.unit)} of ${line.description || itemname || 'this line'} ${isOrAre(missing)} ${stocked ? 'not in stock' : 'not made yet'}.`

/** What a note that is issued has to say of it. @throws 400 by field where the account blocks negative stock */
export function checkShort(
  db: TenantDb,
  { lines, storageid }: CheckedDraft,
  own: ReadonlyMap<string, Quantity>,
  made: ReadonlyMap<string, Quantity>,
): string[] {
  const wanted = lines.map((line) => {
    const { id } = line.goods.line
    return { ...line, own: own.get(id), made: made.get(id) }
  })
  const short = findShort(db, { lines: wanted, storageid })
  if (short.size > 0 && readSetting<string>(db, 'negativestock') === 'block')
    throw invalid(
      Object.fromEntries(
        lines.flatMap(({ goods }, at) => {
          const why = short.get(goods.line.id)
          return why ? [[`lines.${at}.quantity`, why]] : []
        }),
      ),
    )
  return [...short.values()]
}
