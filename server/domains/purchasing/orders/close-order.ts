import { listOrderLines, type OrderLineRow } from '#db/queries/purchasing/order-lines.ts'
import { readChargedOfLines } from '#db/queries/purchasing/ordered-services.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { leftOfService } from '#server/domains/purchasing/supplierinvoices/match-goods.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { withdrawMails } from '#server/mail/papers.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { type LineFigures, openSentOrder, sayLines, storeAfterSending } from './after-sending.ts'
import { openQuantity } from './open-quantity.ts'

type Asked = { lineids?: readonly string[]; version?: number }

/** What has not come will not: of these lines, else of all that are open. @throws as `openSentOrder`, 400 by field */
export function closeShort(tx: Tx, viewer: Viewer, id: string, { lineids, version }: Asked) {
  const row = openSentOrder(tx, viewer, id, version)
  const all = listOrderLines(tx.db, id)
  // An order of text alone has nothing to receive, and is closed when it is done with.
  const waits = all.some(({ receivable }) => receivable) ? all.filter(({ receivable }) => receivable) : all
  const chosen = withOpen(tx, lineids ? pick(all, lineids) : waits).filter(({ quantity }) => quantity > 0)
  if (chosen.length === 0)
    throw new Problem(400, 'Nothing of it is waited for any more.', { code: 'nothingopen' })
  recordHistory(tx, 'purchaseorders', id, [
    { field: 'closed short', oldvalue: '', newvalue: sayLines(chosen) },
  ])
  storeAfterSending(
    tx,
    row,
    new Map(
      chosen.map(({ line, quantity }): [OrderLineRow, LineFigures] => [
        line,
        { closedshort: asQuantity(line.closedshort + quantity) },
      ]),
    ),
  )
}

/** Of goods what is still to come; of others what is not charged, else all of it. */
function withOpen(tx: Tx, lines: readonly OrderLineRow[]) {
  const charged = chargedOf(tx, lines)
  return lines.map((line) => ({
    line,
    quantity:
      (!line.receivable && leftOfService({ ...line, charged: charged.get(line.id) ?? 0 })) ||
      openQuantity(line),
  }))
}

const chargedOf = (tx: Tx, lines: readonly OrderLineRow[]) =>
  readChargedOfLines(
    tx.db,
    lines.map(({ id }) => id),
  )

/** What was closed short is waited for again. @throws as `openSentOrder`, 400 by field */
export function reopenOrder(tx: Tx, viewer: Viewer, id: string, { lineids, version }: Asked) {
  const row = openSentOrder(tx, viewer, id, version)
  const chosen = pick(listOrderLines(tx.db, id), lineids)
    .filter(({ closedshort }) => closedshort > 0)
    .map((line) => ({ line, quantity: line.closedshort }))
  if (chosen.length === 0) throw new Problem(400, 'Nothing of it was closed short.', { code: 'notclosed' })
  recordHistory(tx, 'purchaseorders', id, [{ field: 'reopened', oldvalue: '', newvalue: sayLines(chosen) }])
  storeAfterSending(
    tx,
    row,
    new Map(chosen.map(({ line }): [OrderLineRow, LineFigures] => [line, { closedshort: asQuantity(0) }])),
  )
}

/** Its number stays used. @throws as `openSentOrder`, 400 once anything came, or is charged */
export function cancelOrder(tx: Tx, viewer: Viewer, id: string, version?: number) {
  const row = openSentOrder(tx, viewer, id, version)
  const lines = listOrderLines(tx.db, id)
  if (lines.some(({ received }) => received > 0))
    throw new Problem(
      400,
      `Goods came of ${row.order.number} already, so it is not cancelled: close what will not come.`,
      { code: 'received' },
    )
  if ([...chargedOf(tx, lines).values()].some((quantity) => quantity > 0))
    throw new Problem(
      400,
      `An invoice of the supplier charges something of ${row.order.number}: take it off there first.`,
      { code: 'charged' },
    )
  // Nothing of it stands among the open lines any more.
  const figures = lines.map((line): [OrderLineRow, LineFigures] => [line, { closedshort: line.quantity }])
  storeAfterSending(tx, row, new Map(figures), { cancelledutc: tx.now })
  withdrawMails(tx, { kind: 'purchaseorder', id }, { why: `${row.order.number} is cancelled.` })
}

function pick(lines: readonly OrderLineRow[], ids: readonly string[] | undefined): readonly OrderLineRow[] {
  if (!ids) return lines
  for (const [at, id] of ids.entries())
    if (!lines.some((line) => line.id === id))
      throw invalid({ [`lineids.${at}`]: 'This line is not on the order, or nothing of it is waited for.' })
  return lines.filter(({ id }) => ids.includes(id))
}
