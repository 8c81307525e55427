import { lastMovedOfLine, movedByPlace } from '#db/queries/stock/stock.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { fromBase, parseRatio } from '#server/money/units.ts'
import type { Book } from '#server/stock/book.ts'
import { movedBy } from '#server/stock/direction.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import type { Cost } from '#server/stock/value-movement.ts'

type About = {
  note?: string
  effectivedate?: string
  /** Null: at no place. Without it, the line's own, and what goes back goes back to where it came from. */
  storageid?: string | null
  /** The movement that this takes back. */
  reverses?: number
  /** Of what the job makes; without it the usual cost. */
  cost?: Cost
  /** It left before, whatever the account blocks. */
  isgone?: boolean
}

type Part = { storageid: string | null; quantity: Quantity; entered: Quantity }

/** The plan moves nothing (decision D2). @throws 400 when the account blocks negative stock */
export function moveStock(
  tx: Tx,
  book: Book,
  line: MaterialRow,
  before: Quantity,
  after: Quantity,
  { storageid, ...about }: About = {},
): string | undefined {
  const quantity = asQuantity(movedBy({ ...line, consumed: after }) - movedBy({ ...line, consumed: before }))
  if (quantity === 0 || !line.inventoryid) return
  const whole = { storageid: storageid === undefined ? line.storageid : storageid, quantity }
  const entered = asQuantity(after - before)
  const parts =
    storageid === undefined && after < before
      ? partsToReturn(tx.db, line, quantity, entered)
      : [{ ...whole, entered }]
  return bookParts(book, line, parts, about)
}

type Said = Pick<StockEntry, 'note' | 'effectivedate' | 'reverses' | 'cost' | 'isgone'>

function bookParts(book: Book, line: MaterialRow, parts: readonly Part[], said: Said): string | undefined {
  const { inventoryclass, jobid, id: materialid, unit } = line
  const inventoryid = line.inventoryid as string
  const warnings = parts.map(
    ({ storageid, quantity, entered }) =>
      book({
        ...{ inventoryid, inventoryclass, jobid, materialid, ...said, storageid, quantity },
        kind: 'line',
        entered: { quantity: entered, unit },
      }).warning,
  )
  return warnings.findLast(Boolean)
}

/** Takes again what was put back, from where it was put. @throws as `moveStock` */
export function retakeStock(
  tx: Tx,
  book: Book,
  line: MaterialRow,
  { note }: { note: string },
): string | undefined {
  const back = lastMovedOfLine(tx.db, line.id)
  const whole = movedBy(line)
  if (back.reduce((sum, { quantity }) => sum + quantity, 0) !== -whole)
    return moveStock(tx, book, line, asQuantity(0), line.consumed, { note })
  const parts = back.map(({ storageid, quantity, enteredquantity }) => ({
    storageid,
    quantity: asQuantity(-quantity),
    entered: asQuantity(-(enteredquantity ?? 0)),
  }))
  return bookParts(book, line, parts, { note })
}

/** The line's own place first, then where it took the most; never the client’s place, which took it on consignment. */
function partsToReturn(db: TenantDb, line: MaterialRow, quantity: Quantity, entered: Quantity): Part[] {
  const sign = Math.sign(quantity)
  const own = { storageid: line.storageid, quantity: -quantity }
  const taken = movedByPlace(db, line.id).filter((place) => Math.sign(place.quantity) === -sign)
  const places = taken.toSorted((a, b) => Number(isAt(line, b)) - Number(isAt(line, a)))
  const parts: Part[] = []
  let rest = { quantity: Math.abs(quantity), entered: entered as number }
  for (const place of [...places, own]) {
    const back = Math.min(rest.quantity, Math.abs(place.quantity))
    if (back === 0) continue
    const said =
      back === rest.quantity ? rest.entered : -fromBase(asQuantity(back), parseRatio(line.unitratio))
    parts.push({
      storageid: place.storageid,
      quantity: asQuantity(sign * back),
      entered: asQuantity(said),
    })
    rest = { quantity: rest.quantity - back, entered: rest.entered - said }
  }
  return parts
}

const isAt = (line: MaterialRow, { storageid }: { storageid: string | null }) => storageid === line.storageid
