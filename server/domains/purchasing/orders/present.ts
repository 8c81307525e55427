import { listOrderLines, type OrderedRow, type OrderLineRow } from '#db/queries/purchasing/order-lines.ts'
import { readChargedOfLines } from '#db/queries/purchasing/ordered-services.ts'
import type { OrderRow } from '#db/queries/purchasing/orders.ts'
import {
  listReceiptLines,
  listReceipts,
  listReturns,
  type ReceiptRow,
} from '#db/queries/purchasing/receipts.ts'
import type { TenantDb } from '#db/types.ts'
import { itemRateClaims } from '#server/access/claims.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { leftOfService } from '#server/domains/purchasing/supplierinvoices/match-goods.ts'
import { type DecimalKind, toDecimal } from '#server/money/decimal.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { readToday } from '#server/zone.ts'
import type { GoodsReceipt, OrderDetail, OrderLine, OrderSummary } from '#views/purchasing/orders/types.ts'
import { getOrder } from './find-order.ts'
import { lineHints } from './line-hints.ts'
import { creditDue, openQuantity, surplusQuantity } from './open-quantity.ts'

/** Decision F21. */
export const seesPrices = (viewer: Viewer) => itemRateClaims.some((claim) => viewer.claims.has(claim))

export function presentOrderSummary(row: OrderRow, viewer: Viewer, today: string): OrderSummary {
  const { order, state, total, suppliername, organisationname, lines } = row
  const { id, version, number, date, required, expected, reference, note } = order
  const awaited = expected ?? required
  return {
    ...{ id, version, state, number, date, required, expected, reference, note, lines },
    late: row.awaited && awaited !== null && awaited < today,
    supplier: { id: order.supplier, name: suppliername },
    organisation: { id: order.organisation, name: organisationname },
    total: seesPrices(viewer) ? total : null,
  }
}

/** @throws 404 */
export function readOrder(db: TenantDb, viewer: Viewer, id: string): OrderDetail {
  const row = getOrder(db, id)
  const lines = listOrderLines(db, id)
  const named = new Map(lines.map((line) => [line.id, line]))
  const what = (lineid: string) => {
    const { description = '(unknown)', unit = '' } = named.get(lineid) ?? {}
    return { lineid, description, unit }
  }
  const draft = row.state === 'draft'
  const hints = draft ? lineHints(db, row.order.supplier, lines, { prices: seesPrices(viewer) }) : () => []
  const charged = readChargedOfLines(
    db,
    lines.map((line) => line.id),
  )
  const uncharged = (line: OrderLineRow) => (draft ? 0 : leftOfLine(line, charged.get(line.id) ?? 0))
  const received = Map.groupBy(listReceiptLines(db, id), ({ receiptid }) => receiptid)
  return {
    ...presentOrderSummary(row, viewer, readToday(db)),
    sent: row.order.sentutc,
    cancelled: row.order.cancelledutc,
    items: lines.map((line) => ({
      ...presentLine(line, viewer, hints(line)),
      uncharged: uncharged(line),
    })),
    receipts: listReceipts(db, id).map((receipt) => ({
      ...presentReceipt(receipt),
      lines: (received.get(receipt.id) ?? []).map(({ lineid, quantity, storageid, storagename }) => ({
        ...what(lineid),
        quantity,
        storage: linkTo(storageid, storagename),
      })),
    })),
    returns: listReturns(db, id).map(({ lineid, storageid, storagename, dateutc, again, ...rest }) => ({
      ...rest,
      ...what(lineid),
      again: Boolean(again),
      storage: linkTo(storageid, storagename),
      date: dateutc,
    })),
  }
}

/** What no invoice of the supplier charges: of goods what came and is here, of others as it was ordered. */
const leftOfLine = (line: OrderLineRow, charged: number) =>
  line.receivable ? Math.max(0, line.received - line.returned - charged) : leftOfService({ ...line, charged })

const linkTo = (id: string | null, name: string | null) => (id ? { id, name: name ?? '(unknown)' } : null)

const presentReceipt = ({ id, dateutc, user, reference, reason, undoneutc, undoneby }: ReceiptRow) => ({
  ...{ id, user, reference, reason },
  date: dateutc,
  undone: undoneutc ? { date: undoneutc, by: undoneby } : null,
})

function presentJobOnBoard(line: OrderLineRow, viewer: Viewer): OrderLine['job'] {
  const job = presentJob(line, viewer)
  return job && { ...job, board: line.jobboardslug ?? '' }
}

function presentLine(line: OrderLineRow, viewer: Viewer, hints: readonly string[]) {
  const {
    id,
    inventoryid,
    description,
    suppliercode,
    suppliername,
    unit,
    unitratio,
    quantity,
    note,
    planned,
  } = line
  const { received, returned, closedshort } = line
  const priced = seesPrices(viewer)
  const inBase = inventoryid !== null && unit !== line.baseunit
  return {
    ...{ id, inventoryid, description, suppliercode, suppliername, unit, quantity, note, planned, hints },
    ...{ received, returned, closedshort },
    code: line.code ?? '',
    baseunit: line.baseunit ?? '',
    receivable: Boolean(line.receivable),
    rate: priced ? line.rate : null,
    baserate: priced && inBase ? rateBetween(line.rate, parseRatio(unitratio), parseRatio('1')) : null,
    discount: priced ? line.discount : null,
    net: priced ? line.net : null,
    job: presentJobOnBoard(line, viewer),
    open: openQuantity(line),
    surplus: surplusQuantity(line),
    creditdue: creditDue(line),
    storageid: line.defaultstorageid,
    barcode: line.barcode ?? '',
  }
}

type JobNamed = Pick<OrderLineRow, 'jobid' | 'jobreference' | 'jobboardid' | 'joblocation'>

/** A job that the person does not see has no reference here, as it has none anywhere else. */
const presentJob = ({ jobid, jobreference, jobboardid, joblocation }: JobNamed, viewer: Viewer) =>
  jobid && jobboardid && canSeeJobAt(viewer, jobboardid, joblocation)
    ? { id: jobid, reference: jobreference ?? '(unknown)' }
    : null

/** A line of some order, as an item or a line of a job shows it. */
export function presentOrdered(row: OrderedRow, viewer: Viewer) {
  const { id, orderid, number, supplier, suppliername, date, required, expected, unit } = row
  const { quantity, received, sentutc, cancelledutc } = row
  const open = sentutc && !cancelledutc ? openQuantity(row) : 0
  return {
    ...{ id, date, required, expected, unit },
    purchaseorder: { id: orderid, number },
    supplier: { id: supplier, name: suppliername },
    sent: sentutc !== null,
    job: presentJob(row, viewer),
    quantity: decimal(quantity, 'quantity'),
    received: decimal(received, 'quantity'),
    open: decimal(open, 'quantity'),
    ...(seesPrices(viewer) && { rate: decimal(row.rate, 'rate') }),
  }
}

const decimal = (value: number, kind: DecimalKind) => toDecimal(value, kind)
const orNull = (value: number | null, kind: DecimalKind) => (value === null ? null : toDecimal(value, kind))

export const summaryJson = ({ total, ...rest }: OrderSummary) => ({ ...rest, total: orNull(total, 'cents') })

const lineJson = (line: OrderLine) => {
  const { rate, baserate, discount, net, quantity, received, returned, closedshort, ...more } = line
  const { open, surplus, creditdue, uncharged, job, ...rest } = more
  return {
    ...rest,
    job: job && { id: job.id, reference: job.reference },
    quantity: decimal(quantity, 'quantity'),
    rate: orNull(rate, 'rate'),
    baserate: orNull(baserate, 'rate'),
    discount: orNull(discount, 'percent'),
    net: orNull(net, 'cents'),
    received: decimal(received, 'quantity'),
    returned: decimal(returned, 'quantity'),
    closedshort: decimal(closedshort, 'quantity'),
    open: decimal(open, 'quantity'),
    surplus: decimal(surplus, 'quantity'),
    creditdue: decimal(creditdue, 'quantity'),
    uncharged: decimal(uncharged, 'quantity'),
  }
}

const receiptJson = ({ lines, ...receipt }: GoodsReceipt) => ({
  ...receipt,
  lines: lines.map((line) => ({ ...line, quantity: decimal(line.quantity, 'quantity') })),
})

/** As the calls answer it. @throws 404 */
export function presentOrder(db: TenantDb, viewer: Viewer, id: string) {
  const { items, receipts, returns, ...order } = readOrder(db, viewer, id)
  return {
    ...summaryJson(order),
    sent: order.sent,
    cancelled: order.cancelled,
    lines: items.map(lineJson),
    receipts: receipts.map(receiptJson),
    returns: returns.map((one) => ({ ...one, quantity: decimal(one.quantity, 'quantity') })),
  }
}
