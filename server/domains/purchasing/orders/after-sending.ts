import { eq } from 'drizzle-orm'
import { listOrderLines, type OrderLineRow, storeLineFigures } from '#db/queries/purchasing/order-lines.ts'
import type { OrderRow, PurchaseOrder } from '#db/queries/purchasing/orders.ts'
import { purchaseorders } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { conflict, invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { lineAmounts } from '#server/money/amounts.ts'
import { asPercent, type Cents, type Quantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'
import { getOrder, getSentOrder } from './find-order.ts'
import { presentOrder } from './present.ts'
import { touchOrder } from './touch-order.ts'

export type LineFigures = Partial<
  Pick<OrderLineRow, 'received' | 'returned' | 'replaced' | 'closedshort' | 'receivable'>
>

/** @throws as `getSentOrder`, 409 when somebody else changed it first */
export function openSentOrder(tx: Tx, viewer: Viewer, id: string, version?: number): OrderRow {
  const row = getSentOrder(tx.db, id)
  if (version !== undefined && version !== row.order.version) throw conflict(presentOrder(tx.db, viewer, id))
  return row
}

export type OrderedQuantity = { lineid: string; quantity: Quantity | null; storageid?: string | null }
export type ChosenLine = { line: OrderLineRow; quantity: Quantity; storageid?: string | null }

/** `none` says what is missing without any. @throws 400 by field, for a line that is not on the order or stands twice */
export function chooseLines(
  tx: Tx,
  orderid: string,
  asked: readonly OrderedQuantity[],
  none: string,
): ChosenLine[] {
  if (asked.length === 0) throw invalid({ lines: none })
  const lines = new Map(listOrderLines(tx.db, orderid).map((line) => [line.id, line]))
  const seen = new Set<string>()
  return asked.map(({ lineid, quantity, storageid }, at) => {
    const field = (name: string) => `lines.${at}.${name}`
    const line = lines.get(lineid)
    if (!line || seen.has(lineid))
      throw invalid({ [field('lineid')]: 'This line is not on the order, or stands twice.' })
    seen.add(lineid)
    if (!line.receivable)
      throw invalid({
        [field('lineid')]:
          `${line.description} is not kept in stock, so it is neither received nor returned.`,
      })
    if (quantity === null || quantity <= 0)
      throw invalid({ [field('quantity')]: 'The quantity must be above zero.' })
    return { line, quantity, storageid }
  })
}

/** With the version and what others look at; `before` is the row as it was read in this transaction. */
export function storeAfterSending(
  tx: Tx,
  before: OrderRow,
  lines: ReadonlyMap<OrderLineRow, LineFigures>,
  values: Partial<PurchaseOrder> = {},
) {
  const { id, version } = before.order
  storeLineFigures(
    tx.db,
    [...lines].map(([line, figures]) => ({ ...line, ...figures })),
  )
  tx.db
    .update(purchaseorders)
    .set({ ...values, version: version + 1, updatedutc: tx.now })
    .where(eq(purchaseorders.id, id))
    .run()
  const { state } = getOrder(tx.db, id)
  if (state !== before.state)
    recordHistory(tx, 'purchaseorders', id, [{ field: 'state', oldvalue: before.state, newvalue: state }])
  touchOrder(tx, id, [...lines.keys()])
}

type Said = { line: Pick<OrderLineRow, 'unit' | 'description'>; quantity: number }

export const sayLines = (chosen: readonly Said[]) =>
  chosen.map(({ line, quantity }) => `${formatQuantity(quantity, line.unit)} ${line.description}`).join(', ')

/** At the ordered price, less its discount: what it is worth in stock, or what the supplier owes for it. */
export const goodsCost = ({ rate, discount }: OrderLineRow, quantity: Quantity): Cents =>
  lineAmounts({ quantity, rate, discount, vatrate: asPercent(0) }).net
