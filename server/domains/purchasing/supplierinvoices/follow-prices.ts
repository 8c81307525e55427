import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { units } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { paidRate } from '#server/domains/purchasing/orders/receive-goods.ts'
import { rememberPrices } from '#server/domains/purchasing/supplieritems/remember-price.ts'
import { ratePerUnit } from '#server/money/amounts.ts'
import { asCents, asQuantity, type Rate } from '#server/money/decimal.ts'
import { updateRecord } from '#server/records.ts'
import type { MatchedLine } from './goods-cost.ts'

type Prices = { inventoryid: string; unit: string; unitratio: string; received: Rate; charged: Rate }

/**
 * Where the last price of a unit is still the one that its goods were received at, it becomes the one that they were charged at.
 * What somebody chose not to keep, or has bought since, stays.
 */
export const followInvoicedPrices = (tx: Tx, supplier: string, matched: readonly MatchedLine[]) =>
  replacePrices(tx, supplier, matched, ({ received, charged }) => [received, charged])

/** When the invoice is cancelled. */
export const restoreReceivedPrices = (tx: Tx, supplier: string, matched: readonly MatchedLine[]) =>
  replacePrices(tx, supplier, matched, ({ received, charged }) => [charged, received])

function replacePrices(
  tx: Tx,
  supplier: string,
  matched: readonly MatchedLine[],
  choose: (prices: Prices) => [from: Rate, to: Rate],
) {
  const byItem = new Map(matched.flatMap(readPrices).map((prices) => [prices.inventoryid, prices]))
  if (byItem.size === 0) return
  const kept = listItemUnits(tx.db, [...byItem.keys()]).flatMap(({ id, inventoryid, name, lastprice }) => {
    const prices = byItem.get(inventoryid) as Prices
    const [from, to] = choose(prices)
    if (prices.unit !== name || lastprice !== from || from === to) return []
    updateRecord(tx, units, id, { lastprice: to })
    return [{ ...prices, price: to }]
  })
  rememberPrices(tx, supplier, kept)
}

function readPrices({ line, goods }: MatchedLine): Prices[] {
  if (!goods?.inventoryid || line.quantity <= 0) return []
  const { inventoryid, unit, unitratio } = goods
  const charged = ratePerUnit(asCents(line.netcents), asQuantity(line.quantity))
  return [{ inventoryid, unit, unitratio, received: paidRate(goods), charged }]
}
