import type { ComingLine, ItemSupply, NeedingLine } from '#db/queries/planning/needs.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import type { Demand, PlannedReceipt, Supply } from '#server/planning/net.ts'
import { type Bill, type BillItem, readBill } from '#server/stock/bill.ts'

type Entered = { unitratio: string }

/** Base units of what was entered in the unit of a line; few ratios are met again and again. */
export function convertToBase() {
  const known = new Map<string, ReturnType<typeof parseRatio>>()
  return ({ unitratio }: Entered, quantity: number): Quantity => {
    if (unitratio === '1') return asQuantity(quantity)
    const ratio = known.get(unitratio) ?? parseRatio(unitratio, 'ratio of the unit')
    known.set(unitratio, ratio)
    return toBase(asQuantity(quantity), ratio)
  }
}

/** A product that a job makes for itself: its stock does not lessen what the job needs of its inputs. */
const ofJob = (productid: string) => `job ${productid}`

/** Of these items and of the products that jobs make, which stand first. */
export function readNeedsBill(
  db: TenantDb,
  itemids: readonly string[],
  making: readonly NeedingLine[],
): Bill {
  const products = [...new Set(making.map(({ inventoryid }) => inventoryid))]
  const bill = readBill(db, [...itemids, ...products])
  const made = products.map((id): [string, BillItem] => [
    ofJob(id),
    { inputs: bill.get(id)?.inputs ?? [], whole: false, phantom: true },
  ])
  return new Map([...made, ...bill])
}

/** What jobs make, as demand for it. */
export function makingDemands(making: readonly NeedingLine[], today: string): Map<string, Demand[]> {
  const base = convertToBase()
  const demands = making.map((line) => ({
    id: line.id,
    productid: ofJob(line.inventoryid),
    day: line.day ?? today,
    quantity: base(line, line.required - line.used),
  }))
  return Map.groupBy(demands, ({ productid }) => productid)
}

const nothing: Supply = { onhand: asQuantity(0), receipts: [], safety: asQuantity(0), lot: {} }

/** Nothing lies ready of what a job makes for itself. */
export const makingSupplies = (bill: Bill) =>
  [...bill.keys()]
    .filter((id) => id.startsWith(ofJob('')))
    .map((id): [string, { supply: Supply; lead: number }] => [id, { supply: nothing, lead: 0 }])

/** What comes of each item; what has no date counts today, like what is overdue. */
export function receiptsByItem(coming: readonly ComingLine[], today: string): Map<string, PlannedReceipt[]> {
  const base = convertToBase()
  const found = new Map<string, PlannedReceipt[]>()
  for (const line of coming) {
    const receipts = found.get(line.inventoryid) ?? []
    receipts.push({ id: line.id, day: line.day ?? today, quantity: base(line, line.quantity) })
    found.set(line.inventoryid, receipts)
  }
  return found
}

/** Why an item cannot be ordered as it stands. */
export const listGaps = (item: ItemSupply | undefined): string[] =>
  item
    ? [
        item.supplier ? (item.supplierarchived ? 'supplier archived' : '') : 'no supplier',
        item.unit ? '' : 'no unit',
        item.priced ? '' : 'no price',
      ].filter(Boolean)
    : []
