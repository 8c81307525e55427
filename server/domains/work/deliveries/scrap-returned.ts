import { lastMovement, listBroughtIn } from '#db/queries/stock/stock.ts'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { Tx } from '#db/tenants.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { bookMovements } from '#server/stock/book.ts'
import { openPlaces } from '#server/stock/departing-places.ts'
import { movesStock } from './consign.ts'

/** `before`: what credit notes had brought into stock before the goods came back by a note. */
export type BroughtIn = { said: string[]; before: readonly { row: MaterialRow; quantity: Quantity }[] }

/**
 * What came back and is fit for nothing comes into stock, unless a credit note brought it in before, and leaves it at once as a cost
 * of its job: so it is charged as before, and the next note takes others from stock in its place. Gives what to say of both.
 */
export function scrapReturned(tx: Tx, number: string, bringIn: () => BroughtIn): string[] {
  const since = lastMovement(tx.db)
  const { said, before } = bringIn()
  const rows = before.flatMap(({ row, quantity }) =>
    movesStock(row) ? [{ ...row, inventoryid: row.inventoryid as string, quantity }] : [],
  )
  const places = openPlaces(tx.db, rows)
  const inbefore = rows.flatMap(({ quantity, ...row }) => {
    const { inventoryid, inventoryclass, jobid, unitratio } = row
    const parts = places.leave(row, toBase(quantity, parseRatio(unitratio)))
    return parts.map((part) => ({ inventoryid, inventoryclass, jobid, ...part }))
  })
  const broughtin = listBroughtIn(tx.db, since).map(({ quantity, ...row }) => ({
    ...row,
    quantity: -quantity,
  }))
  const scrapped = bookMovements(
    tx,
    [...broughtin, ...inbefore].map(({ quantity, ...row }) => ({
      ...{ ...row, quantity: asQuantity(quantity) },
      ...{ kind: 'outbound' as const, document: number, note: `Scrapped: came back of ${number}` },
    })),
  )
  return [...said, ...scrapped.flatMap(({ warning }) => warning ?? [])]
}
