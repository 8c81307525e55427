import type { MaterialRow } from '#db/queries/work/materials.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import type { Book } from '#server/stock/book.ts'
import { movedBy } from '#server/stock/direction.ts'

/** The plan moves nothing (decision D2). @throws 400 when the account blocks negative stock */
export function moveStock(
  book: Book,
  line: MaterialRow,
  before: Quantity,
  after: Quantity,
  about: { note?: string; effectivedate?: string } = {},
): string | undefined {
  const moved = asQuantity(movedBy({ ...line, consumed: after }) - movedBy({ ...line, consumed: before }))
  if (moved === 0 || !line.inventoryid) return
  const { inventoryid, storageid, inventoryclass, jobid, id: materialid, unit } = line
  return book({
    inventoryid,
    storageid,
    inventoryclass,
    jobid,
    materialid,
    ...about,
    quantity: moved,
    kind: 'line',
    entered: { quantity: asQuantity(after - before), unit },
  }).warning
}
