import { lastMovement, listBroughtIn } from '#db/queries/stock/stock.ts'
import type { Tx } from '#db/tenants.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { bookMovements } from '#server/stock/book.ts'

/**
 * What came back and is fit for nothing comes into stock and leaves it at once, where `bringIn` put it: so it is charged as before, and
 * the next note takes others from stock in its place. Gives what to say of both.
 */
export function scrapReturned(tx: Tx, number: string, bringIn: () => string[]): string[] {
  const since = lastMovement(tx.db)
  const said = bringIn()
  const scrapped = bookMovements(
    tx,
    listBroughtIn(tx.db, since).map(({ inventoryid, inventoryclass, storageid, quantity }) => ({
      ...{ inventoryid, inventoryclass, storageid, quantity: asQuantity(-quantity) },
      ...{ kind: 'outbound' as const, document: number, note: `Scrapped: came back of ${number}` },
    })),
  )
  return [...said, ...scrapped.flatMap(({ warning }) => warning ?? [])]
}
