import { listOrderLines } from '#db/queries/purchasing/order-lines.ts'
import { listLinesUnlikeItems } from '#db/queries/purchasing/unreceived-lines.ts'
import type { Tx } from '#db/tenants.ts'
import { recordHistory } from '#server/history.ts'
import { counted } from '#views/format.ts'
import { storeAfterSending } from './after-sending.ts'
import { getOrder } from './find-order.ts'

/**
 * Lines of orders of which nothing came and nothing is charged are received into stock, or not, as these items are kept in
 * stock (decision 305). @returns what to say of it
 */
export function followOrdered(tx: Tx, inventoryids: readonly string[]): string | undefined {
  const unlike = listLinesUnlikeItems(tx.db, inventoryids)
  if (unlike.length === 0) return
  const keptOf = new Map(unlike.map(({ id, keptinstock }) => [id, keptinstock]))
  const numbers = [...new Set(unlike.map(({ orderid }) => orderid))].map((orderid) => {
    const row = getOrder(tx.db, orderid)
    const lines = listOrderLines(tx.db, orderid).filter(({ id }) => keptOf.has(id))
    recordHistory(
      tx,
      'purchaseorders',
      orderid,
      lines.map(({ id, description }) => ({
        field: 'received into stock',
        ...(keptOf.get(id)
          ? { oldvalue: '', newvalue: description }
          : { oldvalue: description, newvalue: '' }),
      })),
    )
    const figures = lines.map((line) => [line, { receivable: keptOf.get(line.id) }] as const)
    storeAfterSending(tx, row, new Map(figures))
    return row.order.number ?? 'a draft'
  })
  const lines = `${counted(unlike.length, 'line')} on order (${numbers.join(', ')})`
  const one = unlike.length === 1
  return unlike.some(({ keptinstock }) => keptinstock)
    ? `${lines} ${one ? 'comes' : 'come'} into stock once received.`
    : `${lines} no longer ${one ? 'comes' : 'come'} into stock.`
}
