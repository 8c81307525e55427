import type { ComingLine, ItemSupply, MakingLine } from '#db/queries/planning/needs.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { exactProduct, exactWhole } from '#server/money/exact.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import type { PlannedReceipt } from '#server/planning/net.ts'
import type { OpenDemand } from '#server/planning/plan-items.ts'
import { type Bill, type BillInput, readBill } from '#server/stock/bill.ts'

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

/** Of these items and of the products that jobs make. */
export const readNeedsBill = (
  db: TenantDb,
  itemids: readonly string[],
  making: readonly MakingLine[],
): Bill => readBill(db, [...new Set([...itemids, ...making.map(({ inventoryid }) => inventoryid)])])

type Listing = Pick<MakingLine, 'inventoryid' | 'listed'>

/**
 * What a product line takes that its job does not list. Nothing that lies ready of the product lessens it: the job makes
 * its own. What holds no stock stands for what it is made of.
 */
export function listUnlisted(bill: Bill) {
  const known = new Map<string, readonly BillInput[]>()
  const inputsOf = (id: string): readonly BillInput[] => {
    const found = known.get(id) ?? passThrough(bill, id)
    known.set(id, found)
    return found
  }
  return ({ inventoryid, listed }: Listing): readonly BillInput[] => {
    if (listed === '[]') return inputsOf(inventoryid)
    const own = new Set(JSON.parse(listed) as string[])
    return inputsOf(inventoryid).filter((input) => !own.has(input.inventoryid))
  }
}

const passThrough = (bill: Bill, id: string): BillInput[] =>
  (bill.get(id)?.inputs ?? []).flatMap((input) =>
    bill.get(input.inventoryid)?.phantom
      ? passThrough(bill, input.inventoryid).map(({ inventoryid, per }) => ({
          inventoryid,
          per: exactProduct(input.per, per),
        }))
      : input,
  )

/** What jobs take for their products and do not list, by item. */
export function makingDemands(
  bill: Bill,
  making: readonly MakingLine[],
  today: string,
): Map<string, OpenDemand[]> {
  const [base, unlisted] = [convertToBase(), listUnlisted(bill)]
  const demands = making.flatMap((line) =>
    unlisted(line).map(({ inventoryid, per }) => ({
      inventoryid,
      demand: {
        ...{ id: line.id, productid: line.inventoryid, day: line.day ?? today },
        exact: exactProduct(exactWhole(base(line, line.required - line.used)), per),
      },
    })),
  )
  const byItem = Map.groupBy(demands, ({ inventoryid }) => inventoryid)
  return new Map([...byItem].map(([id, own]) => [id, own.map(({ demand }) => demand)]))
}

/** What one needs and the other: of an item both. */
export function joinDemands<T>(
  one: ReadonlyMap<string, readonly T[]>,
  other: ReadonlyMap<string, readonly T[]>,
): Map<string, readonly T[]> {
  const joined = new Map(one)
  for (const [id, own] of other) joined.set(id, [...(joined.get(id) ?? []), ...own])
  return joined
}

/** What jobs make and put into stock, by item: it serves who waits for it, whose needs it lessens. */
export function makingReceipts(making: readonly MakingLine[], today: string): Map<string, PlannedReceipt[]> {
  const base = convertToBase()
  const kept = making.filter(({ inventoryclass }) => inventoryclass !== null)
  const byItem = Map.groupBy(kept, ({ inventoryid }) => inventoryid)
  return new Map(
    [...byItem].map(([id, own]) => [
      id,
      own.map((line) => ({
        ...{ id: line.id, day: line.finish ?? today },
        quantity: base(line, line.required - line.used),
      })),
    ]),
  )
}

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
        item.archived ? 'archived' : '',
        item.supplier ? (item.supplierarchived ? 'supplier archived' : '') : 'no supplier',
        item.unit ? '' : 'no unit',
        item.priced ? '' : 'no price',
      ].filter(Boolean)
    : []
