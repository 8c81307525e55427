import { randomUUIDv7 } from 'bun'
import { linesByIds } from '#db/queries/work/materials.ts'
import { listSoldLines } from '#db/queries/work/sold-lines.ts'
import { delivery_events, delivery_lines } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows, updateById } from '#db/write-rows.ts'
import { recordHistory } from '#server/history.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { bookMovements } from '#server/stock/book.ts'
import { formatQuantity } from '#views/format.ts'
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
  insertRows(
    tx.db,
    delivery_events,
    taken.map(({ line, quantity, row }) => ({
      ...{
        id: randomUUIDv7(),
        lineid: line.id,
        kind: 'returned' as const,
        quantity,
        storageid: row.storageid,
      },
      ...{ reason: `Credited by ${by}`, dateutc: tx.now, user: tx.by.name },
    })),
  )
  for (const { line, row, quantity } of taken) {
    const { sold, returned, restocked, restockedbefore } = line
    updateById(tx.db, delivery_lines, line.id, {
      sold: asQuantity(sold - quantity),
      returned: asQuantity(returned + quantity),
      restocked: asQuantity(restocked + quantity),
      restockedbefore: asQuantity(restockedbefore + quantity),
    })
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
