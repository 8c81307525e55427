import {
  listChargedLater,
  listSupplierInvoiceLines,
  type SupplierInvoiceLineRow,
} from '#db/queries/purchasing/supplier-invoice-lines.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { changeResource } from '#server/crud/save.ts'
import { checkSeen } from '#server/crud/seen-fields.ts'
import { item } from '#server/domains/catalogue/inventory/resource.ts'
import { Problem } from '#server/errors.ts'
import { ratePerUnit } from '#server/money/amounts.ts'
import { asCents, asPercent, asQuantity, asRate, type Rate } from '#server/money/decimal.ts'
import { markupPrice } from '#server/money/price.ts'
import { multiply } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import type { CostOffer } from '#views/purchasing/supplierinvoices/cost-offers.tsx'
import { getSupplierInvoice } from './find-invoice.ts'
import { type MatchedLine, matchLines } from './goods-cost.ts'
import { readTolerance } from './tolerance.ts'

/** Items that cost otherwise by this invoice than they say, unless a later invoice charges them too. */
export function readCostOffers(db: TenantDb, id: string): CostOffer[] {
  const row = getSupplierInvoice(db, id)
  const { kind, date, approvedutc, cancelledutc } = row.invoice
  if (kind !== 'invoice' || !approvedutc || cancelledutc) return []
  const charged = chargedByItem(matchLines(db, row, listSupplierInvoiceLines(db, id), readTolerance(db)))
  const ids = [...charged.keys()]
  const later = new Set(listChargedLater(db, { ids, date, approvedutc }))
  return listItemContexts(db, ids).flatMap(
    ({ id, name, code, rate, mupercent, muamount, exclusive, baseunit, archived }) => {
      const { net, total, quantity } = charged.get(id) as Charged
      const cost = ratePerUnit(asCents(exclusive ? net : total), asQuantity(quantity))
      if (cost === rate || archived || later.has(id)) return []
      const price = markupPrice(asRate(rate), mupercent, asRate(muamount))
      return [
        {
          id,
          name,
          code,
          unit: baseunit,
          before: asRate(rate),
          cost,
          price,
          scaled: scalePrice(price, asRate(rate), cost),
          margins: price > 0 ? { before: marginOf(price, asRate(rate)), after: marginOf(price, cost) } : null,
        },
      ]
    },
  )
}

/** To a tenth of a percent. */
const marginOf = (price: Rate, cost: Rate) => asPercent(1000 * multiply(price - cost, 1000, BigInt(price)))

/** Null where there is no margin to keep. */
const scalePrice = (price: Rate, before: Rate, cost: Rate): Rate | null =>
  before <= 0 || price <= 0 ? null : asRate(100 * multiply(price, cost, BigInt(before) * 100n))

type Charged = { net: number; total: number; quantity: number }

function chargedByItem(matched: readonly MatchedLine[]): Map<string, Charged> {
  const sums = new Map<string, Charged>()
  for (const { line, goods, service } of matched) {
    // Of what was bought without an order, the line names the item, in its base unit.
    const { inventoryid, unitratio } = goods ?? service ?? { inventoryid: line.inventoryid, unitratio: '1' }
    if (!inventoryid || line.quantity <= 0) continue
    const before = sums.get(inventoryid) ?? { net: 0, total: 0, quantity: 0 }
    sums.set(inventoryid, addLine(before, line, unitratio))
  }
  return sums
}

const addLine = (sum: Charged, line: SupplierInvoiceLineRow, unitratio: string): Charged => ({
  net: sum.net + line.netcents,
  total: sum.total + line.totalcents,
  quantity: sum.quantity + toBase(asQuantity(line.quantity), parseRatio(unitratio)),
})

type TakenCost = { inventoryid: string; keeps: 'price' | 'margin' }

/** @throws 404, 403 for who sees no rates, 409 where the item says so already */
export function takeCost(tx: Tx, c: ClaimHolder, id: string, { inventoryid, keeps }: TakenCost): CostOffer {
  const offer = readCostOffers(tx.db, id).find((one) => one.id === inventoryid)
  const price = keeps === 'margin' ? offer?.scaled : offer?.price
  if (!offer || price == null)
    throw new Problem(409, 'The cost of this item was changed meanwhile: look at it first.', {
      code: 'costs',
    })
  const values = { rate: offer.cost, price }
  checkSeen(item, c, values)
  changeResource(item, tx, inventoryid, values, c)
  return { ...offer, price: asRate(price) }
}
