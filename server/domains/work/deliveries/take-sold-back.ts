import { linesByIds } from '#db/queries/work/materials.ts'
import { listSoldLines } from '#db/queries/work/sold-lines.ts'
import type { Tx } from '#db/tenants.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { bookMovements } from '#server/stock/book.ts'
import { formatQuantity } from '#views/format.ts'
import { recordEvents, storeBack } from './after-issue.ts'
import { makesStock, soldBack } from './consign.ts'

type Credited = { materialid: string | null; goods?: { soldback: number } }

/**
 * What was sold from the client's place and comes back by a credit note is in our own store: its delivery note says so at once, since
 * nothing else can be said of it there. What was used comes in as it is used less.
 */
export function takeSoldBack(tx: Tx, credited: readonly Credited[], by: string) {
  const back = new Map<string, number>()
  for (const { materialid, goods } of credited)
    if (materialid && goods?.soldback) back.set(materialid, (back.get(materialid) ?? 0) + goods.soldback)
  if (back.size === 0) return
  const rows = new Map(linesByIds(tx.db, [...back.keys()]).map((row) => [row.id, row]))
  const taken = listSoldLines(tx.db, [...back.keys()]).flatMap((line) => {
    const row = rows.get(line.materialid)
    const left = back.get(line.materialid) ?? 0
    const quantity = asQuantity(Math.min(left, line.sold))
    back.set(line.materialid, left - quantity)
    return row && quantity > 0 ? [{ line, row, quantity }] : []
  })
  const about = { kind: 'restocked' as const, reason: `Credited by ${by}`, wassold: true }
  storeBack(
    tx,
    taken.map(({ line, quantity }) => ({ line, instock: quantity, before: quantity })),
  )
  for (const { line, row, quantity } of taken) {
    recordEvents(tx, [{ line, quantity }], { ...about, storageid: row.storageid })
    const newvalue = `${formatQuantity(quantity, row.unit)} ${row.description} came back by ${by}`
    recordHistory(tx, 'deliveries', line.deliveryid, [{ field: 'returned', oldvalue: '', newvalue }])
  }
  bookMovements(
    tx,
    taken
      .filter(({ row }) => makesStock(row))
      .map(({ row, quantity, line: { number } }) => soldBack(row, quantity, row.storageid, number)),
  )
}
