import { listOrderedServices } from '#db/queries/purchasing/ordered-services.ts'
import {
  listReceivedBetween,
  listReceivedGoods,
  listReturnedGoods,
  listSupplierInvoiceLines,
} from '#db/queries/purchasing/supplier-invoice-lines.ts'
import { listPaymentsOfInvoice, type SupplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { type DecimalKind, toDecimal, toRand } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import type {
  OpenGoods,
  SupplierInvoiceDetail,
  SupplierInvoiceLine,
  SupplierInvoiceSummary,
} from '#views/purchasing/supplierinvoices/types.ts'
import type { SupplierLineInput } from './check-invoice.ts'
import { getSupplierInvoice } from './find-invoice.ts'
import { claimsVat, freightShares, type MatchedLine, matchLines } from './goods-cost.ts'
import { leftOfService, leftToCharge, leftToCredit, orderedNet } from './match-goods.ts'
import { readTolerance } from './tolerance.ts'

export function presentInvoiceSummary(row: SupplierInvoiceRow, today: string): SupplierInvoiceSummary {
  const { invoice, state, suppliername, organisationname } = row
  const { id, version, kind, number, date, duedate, vatdate, netcents, vatcents, totalcents, paidcents } =
    invoice
  const open = state === 'approved' || state === 'part' ? totalcents - paidcents : 0
  return {
    ...{ id, version, kind, state, number, date, duedate, vatdate, open },
    supplier: { id: invoice.supplier, name: suppliername },
    organisation: { id: invoice.organisation, name: organisationname },
    late: open > 0 && duedate !== null && duedate < today,
    ...{ net: netcents, vat: vatcents, total: totalcents, paid: paidcents },
  }
}

/** @throws 404 */
export function readSupplierInvoice(db: TenantDb, id: string): SupplierInvoiceDetail {
  const row = getSupplierInvoice(db, id)
  const { note, spread, approvedutc, approvedby, reason, cancelledutc } = row.invoice
  const matched = matchLines(db, row, listSupplierInvoiceLines(db, id), readTolerance(db))
  const shares = approvedutc ? undefined : plannedShares(db, row, matched)
  return {
    ...presentInvoiceSummary(row, readToday(db)),
    ...{ note, spread, approvedby, reason, approved: approvedutc, cancelled: cancelledutc },
    items: matched.map((one) => presentLine(one, shares?.get(one.line.id))),
    payments: listPaymentsOfInvoice(db, id).map(({ payment, cents }) => ({
      ...{ id: payment.id, date: payment.date, method: payment.method, reference: payment.reference },
      ...{ amount: cents, user: payment.user, reversed: payment.reversedutc, reason: payment.reversedreason },
    })),
  }
}

/** Of a draft whose carriage cannot be spread yet, none: approving says what is missing. */
function plannedShares(db: TenantDb, row: SupplierInvoiceRow, matched: readonly MatchedLine[]) {
  try {
    return freightShares(row, matched, claimsVat(db, row.invoice.organisation))
  } catch {
    return undefined
  }
}

function presentLine(matched: MatchedLine, share?: number): SupplierInvoiceLine {
  const { line, goods, back, service, expected, difference, within, left } = matched
  const { id, receiptlineid, returnid, inventoryid, description, unit, quantity, rate, discount, vatrate } =
    line
  const source = goods ?? back ?? service
  return {
    ...{ id, receiptlineid, returnid, inventoryid, description, unit, quantity, rate, discount, vatrate },
    inputtax: line.inputtax,
    freight: Boolean(line.freight),
    ...{ net: line.netcents, vat: line.vatcents, total: line.totalcents, late: line.latecents },
    share: share ?? line.sharecents,
    orderlineid: line.orderlineid,
    order: line.orderid ? { id: line.orderid, number: line.ordernumber ?? '(unknown)' } : null,
    match: source
      ? {
          ...{ ordered: source.ordered, received: source.received, returned: source.returned },
          orderedrate: source.rate,
          ...{ expected: expected ?? 0, difference, within, left },
        }
      : null,
  }
}

/** Goods that came between two instants for an organisation, and that no invoice of a supplier charges: cents without VAT, by order. */
export function readUninvoicedOrders(db: TenantDb, asked: Parameters<typeof listReceivedBetween>[1]) {
  const orders = new Map<string, { id: string; number: string; cents: number }>()
  for (const row of listReceivedBetween(db, asked)) {
    const cents = orderedNet(row, leftToCharge(row))
    const order = orders.get(row.orderid) ?? { id: row.orderid, number: row.ordernumber ?? '', cents: 0 }
    if (cents !== 0) orders.set(row.orderid, { ...order, cents: order.cents + cents })
  }
  return [...orders.values()]
}

/** What came, or is ordered and received by nobody, and is not charged yet; what went back and is not credited yet. */
export function readOpenGoods(db: TenantDb, supplier: string, except = ''): OpenGoods[] {
  const asked = { supplier, except }
  const received = listReceivedGoods(db, asked).map((row) => ({
    ...row,
    kind: 'receipt' as const,
    left: leftToCharge(row),
  }))
  const returned = listReturnedGoods(db, asked).map((row) => ({
    ...row,
    kind: 'return' as const,
    reference: row.reason,
    left: leftToCredit(row),
  }))
  const services = listOrderedServices(db, asked).map((row) => ({
    ...row,
    kind: 'service' as const,
    left: leftOfService(row),
  }))
  return [...received, ...services, ...returned].filter(({ left }) => left > 0).map(presentOpenGoods)
}

/** Services, and lines of text, of orders: what is charged of them may be credited. */
export const readCreditableServices = (db: TenantDb, supplier: string, except: string): OpenGoods[] =>
  listOrderedServices(db, { supplier, except })
    .filter(({ charged }) => charged > 0)
    .map((row) => presentOpenGoods({ ...row, kind: 'service', left: row.charged }))

type OpenRow = Omit<OpenGoods, 'order' | 'date'> & {
  orderid: string
  ordernumber: string | null
  dateutc: string
}

const presentOpenGoods = (row: OpenRow): OpenGoods => {
  const { kind, id, description, suppliercode, unit, left, rate, discount, reference } = row
  return {
    ...{ kind, id, description, suppliercode, unit, left, rate, discount, reference },
    order: { id: row.orderid, number: row.ordernumber ?? '(unknown)' },
    date: row.dateutc,
  }
}

/** As a line of an invoice or a credit note names it. */
export function nameOpenGoods({ kind, id }: OpenGoods): SupplierLineInput {
  if (kind === 'receipt') return { receiptlineid: id }
  return kind === 'return' ? { returnid: id } : { orderlineid: id }
}

const decimal = (value: number, kind: DecimalKind) => toDecimal(value, kind)

export const invoiceSummaryJson = ({ net, vat, total, paid, open, ...rest }: SupplierInvoiceSummary) => ({
  ...rest,
  ...{ net: toRand(net), vat: toRand(vat), total: toRand(total), paid: toRand(paid), open: toRand(open) },
})

const lineJson = ({ quantity, rate, discount, vatrate, match, ...line }: SupplierInvoiceLine) => ({
  ...line,
  quantity: decimal(quantity, 'quantity'),
  rate: decimal(rate, 'rate'),
  discount: decimal(discount, 'percent'),
  vatrate: decimal(vatrate, 'percent'),
  ...{ net: toRand(line.net), vat: toRand(line.vat), total: toRand(line.total) },
  ...{ share: toRand(line.share), late: toRand(line.late) },
  match: match && {
    ordered: decimal(match.ordered, 'quantity'),
    received: decimal(match.received, 'quantity'),
    returned: decimal(match.returned, 'quantity'),
    left: decimal(match.left, 'quantity'),
    orderedrate: decimal(match.orderedrate, 'rate'),
    ...{ expected: toRand(match.expected), difference: toRand(match.difference), within: match.within },
  },
})

/** As the calls answer it. @throws 404 */
export function presentSupplierInvoice(db: TenantDb, id: string) {
  const { items, payments, ...invoice } = readSupplierInvoice(db, id)
  const { note, spread, approved, approvedby, reason, cancelled } = invoice
  return {
    ...invoiceSummaryJson(invoice),
    ...{ note, spread, approved, approvedby, reason, cancelled },
    lines: items.map(lineJson),
    payments: payments.map((one) => ({ ...one, amount: toRand(one.amount) })),
  }
}

export const goodsJson = ({ left, rate, discount, ...goods }: OpenGoods) => ({
  ...goods,
  left: decimal(left, 'quantity'),
  rate: decimal(rate, 'rate'),
  discount: decimal(discount, 'percent'),
})
