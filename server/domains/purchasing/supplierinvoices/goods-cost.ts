import { organisationById } from '#db/queries/documents.ts'
import { listOrderedServices, type OrderedServiceRow } from '#db/queries/purchasing/ordered-services.ts'
import {
  listReceivedGoods,
  listReturnedGoods,
  type ReceivedGoodsRow,
  type ReturnedGoodsRow,
  type SupplierInvoiceLineRow,
} from '#db/queries/purchasing/supplier-invoice-lines.ts'
import type { SupplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, asQuantity, type Cents } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import {
  isWithinTolerance,
  leftOfService,
  leftToCharge,
  leftToCredit,
  orderedNet,
  type Tolerance,
} from './match-goods.ts'
import { spreadFreight } from './spread-freight.ts'

/** A line beside what was ordered and came. */
export type MatchedLine = {
  line: SupplierInvoiceLineRow
  goods?: ReceivedGoodsRow
  back?: ReturnedGoodsRow
  service?: OrderedServiceRow
  /** At the price of the order, with the sign of the line. */
  expected: Cents | null
  difference: Cents
  within: boolean
  /** What may be charged or credited of the goods beside this document. */
  left: number
}

/** The three-way match: order, receipt, invoice. */
export function matchLines(
  db: TenantDb,
  { invoice }: SupplierInvoiceRow,
  lines: readonly SupplierInvoiceLineRow[],
  tolerance: Tolerance,
): MatchedLine[] {
  const asked = { supplier: invoice.supplier, except: invoice.id }
  const idsOf = (name: 'receiptlineid' | 'returnid') => lines.flatMap((line) => line[name] ?? [])
  const received = byId(listReceivedGoods(db, { ...asked, ids: idsOf('receiptlineid') }))
  const returned = byId(listReturnedGoods(db, { ...asked, ids: idsOf('returnid') }))
  const services = byId(
    listOrderedServices(db, { ...asked, ids: lines.flatMap(({ orderlineid }) => orderlineid ?? []) }),
  )
  return lines.map((line) => {
    const goods = received.get(line.receiptlineid ?? '')
    const back = returned.get(line.returnid ?? '')
    const service = services.get(line.orderlineid ?? '')
    const source = goods ?? back ?? service
    if (!source) return { line, expected: null, difference: asCents(0), within: true, left: 0 }
    const quantity = asQuantity(line.quantity)
    const sign = invoice.kind === 'creditnote' ? -1 : 1
    const expected = asCents(sign * orderedNet(source, quantity))
    const difference = asCents(line.netcents - expected)
    return {
      ...{ line, goods, back, service, expected, difference },
      within: isWithinTolerance(difference, expected, tolerance),
      left: Math.max(0, leftOf({ goods, back, service }) - (service ? sign : 1) * quantity),
    }
  })
}

function leftOf({ goods, back, service }: Pick<MatchedLine, 'goods' | 'back' | 'service'>): number {
  if (goods) return leftToCharge(goods)
  return back ? leftToCredit(back) : service ? leftOfService(service) : 0
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** What a line costs the business: VAT too, where nobody gets it back. */
export function lineCost(
  line: Pick<SupplierInvoiceLineRow, 'netcents' | 'totalcents' | 'inputtax'>,
  claims: boolean,
): Cents {
  return asCents(claims && line.inputtax !== 'none' ? line.netcents : line.totalcents)
}

export const claimsVat = (db: TenantDb, organisation: string) =>
  Boolean(organisationById(db, organisation)?.vatnumber?.trim())

/** The part of the carriage that each line bears, by its id. @throws as `spreadFreight` */
export function freightShares(
  { invoice }: SupplierInvoiceRow,
  matched: readonly MatchedLine[],
  claims: boolean,
): Map<string, Cents> {
  const freight = sumCents(
    matched.filter(({ line }) => line.freight).map(({ line }) => lineCost(line, claims)),
  )
  const bearing = matched.filter(({ goods }) => goods?.inventoryid)
  const shares = spreadFreight(
    freight,
    invoice.spread,
    bearing.map(({ line, goods }) => {
      const base = toBase(asQuantity(line.quantity), parseRatio(goods?.unitratio ?? '1'))
      return {
        cost: lineCost(line, claims),
        quantity: base,
        mass: multiply(base, goods?.unitmass ?? 0, 1_000_000n),
        share: asCents(line.sharecents),
      }
    }),
  )
  return new Map(bearing.map(({ line }, at) => [line.id, shares[at] as Cents]))
}
