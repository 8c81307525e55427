import { listInMaking } from '#db/queries/purchasing/in-making.ts'
import { listInDraftOrders, listNeededByJob } from '#db/queries/purchasing/needed-by-job.ts'
import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { itemsBelowZero, itemsWithMinimum } from '#db/queries/stock/stock-levels.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { lotQuantity } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { findName } from '#server/records.ts'
import { readSoundBill } from '#server/stock/bill.ts'
import { explode } from '#server/stock/explode.ts'
import { listLevels } from '#server/stock/read.ts'
import type { ShortItem } from '#views/purchasing/orders/new.tsx'
import { sayLotRule } from './line-hints.ts'

type Figures = Record<'needed' | 'reserved' | 'available' | 'onorder' | 'onhand', Quantity>

/**
 * What neither the stock that is free for the job nor what is on order covers, with what is below zero already;
 * `reserved`: by the job itself.
 */
export const countShort = ({ needed, reserved, available, onorder, onhand }: Figures): Quantity =>
  asQuantity(
    Math.max(0, needed - Math.max(0, available + reserved + onorder)) + Math.max(0, -(onhand + onorder)),
  )

/** What a job takes or took out of stock, and stock and orders do not cover, in base units. */
export function listShortOfJob(db: TenantDb, jobid: string): ShortItem[] {
  const needed = new Map<string, Quantity>()
  const reserved = new Map<string, Quantity>()
  for (const { inventoryid, unitratio, ...row } of listNeededByJob(db, jobid)) {
    const ratio = parseRatio(unitratio)
    for (const [sums, quantity] of [
      [needed, row.quantity],
      [reserved, row.reserved],
    ] as const)
      sums.set(inventoryid, asQuantity((sums.get(inventoryid) ?? 0) + toBase(asQuantity(quantity), ratio)))
  }
  return listShortWithInputs(db, [...needed.keys()], (id) => ({
    needed: needed.get(id) ?? asQuantity(0),
    reserved: reserved.get(id) ?? asQuantity(0),
  }))
}

/** Of the items that are below zero, what orders do not cover. */
export const listShortBelowZero = (db: TenantDb): ShortItem[] =>
  listShortWithInputs(
    db,
    itemsBelowZero(db).map(({ id }) => id),
    () => ({ needed: asQuantity(0), reserved: asQuantity(0) }),
  )

/** Of the items that are below their minimum, what orders do not cover. */
export function listShortOfMinimum(db: TenantDb): ShortItem[] {
  const minimum = new Map(itemsWithMinimum(db).map((item) => [item.id, item.minimum]))
  const levels = listLevels(db, [...minimum.keys()])
  return listShortWithInputs(db, [...minimum.keys()], (id) => {
    const { available, onorder, onhand } = levels.get(id) ?? listLevels(db, [id]).get(id)!
    const promised = Math.max(0, -(available + onorder)) - Math.max(0, -(onhand.quantity + onorder))
    return { needed: asQuantity((minimum.get(id) ?? 0) + promised), reserved: asQuantity(0) }
  })
}

type Entered = { inventoryid: string; unitratio: string; quantity: Quantity }

/** In base units. */
export function sumByItem(lines: readonly Entered[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { inventoryid, unitratio, quantity } of lines)
    sums.set(inventoryid, (sums.get(inventoryid) ?? 0) + toBase(quantity, parseRatio(unitratio)))
  return sums
}

type OfJob = Pick<Figures, 'needed' | 'reserved'>

/** What is made of other items is to be made, and what that takes and nobody has is to be ordered in its place. */
function listShortWithInputs(
  db: TenantDb,
  ids: readonly string[],
  ofJob: (id: string) => OfJob,
): ShortItem[] {
  const short = listShort(db, ids, ofJob)
  const { bill } = readSoundBill(
    db,
    short.map(({ inventoryid }) => inventoryid),
  )
  const isMade = (id: string) => (bill.get(id)?.inputs.length ?? 0) > 0
  const made = short.filter(({ inventoryid }) => isMade(inventoryid))
  if (made.length === 0) return short
  const making = sumByItem(
    listInMaking(
      db,
      made.map(({ inventoryid }) => inventoryid),
    ),
  )
  const tomake = made.map((item) => ({
    ...item,
    ...{ drafted: 0, order: 0, rule: '', supplier: null },
    make: asQuantity(Math.max(0, item.short - (making.get(item.inventoryid) ?? 0))),
  }))
  const wanted = new Map(tomake.map(({ inventoryid, make }) => [inventoryid, make]))
  const levels = listLevels(db, [...bill.keys()])
  const free = new Map(
    [...levels].flatMap(([id, { available }]) =>
      isMade(id) && !wanted.has(id) ? [[id, asQuantity(available)] as const] : [],
    ),
  )
  const needs = explode(bill, wanted, free)
  const bought = [...new Set([...ids, ...needs.keys()])].filter((id) => !isMade(id))
  const ordered = listShort(db, bought, (id) => {
    const { needed, reserved } = ofJob(id)
    return { needed: asQuantity(needed + (needs.get(id)?.gross ?? 0)), reserved }
  })
  return [...tomake, ...ordered]
}

function listShort(db: TenantDb, ids: readonly string[], ofJob: (id: string) => OfJob): ShortItem[] {
  const levels = listLevels(db, ids)
  const indrafts = sumByItem(listInDraftOrders(db, ids))
  return findOrderItems(db, ids).flatMap((item) => {
    const { available, onorder, onhand } = levels.get(item.id)!
    const figures = { ...ofJob(item.id), available, onorder, onhand: onhand.quantity }
    const short = item.keptinstock ? countShort(figures) : asQuantity(0)
    if (short === 0) return []
    return {
      ...proposeLot(db, item, short, indrafts.get(item.id) ?? 0),
      ...{ needed: figures.needed, free: asQuantity(Math.max(0, available + figures.reserved)) },
      ...{ make: asQuantity(0), minimum: item.minimum ?? asQuantity(0) },
      ...{ onorder, below: asQuantity(Math.max(0, -onhand.quantity)) },
    }
  })
}

/** What to order of an item of which some is `short`, less what is `indrafts` of orders, by the lots of its supplier. */
export function proposeLot(
  db: TenantDb,
  item: ReturnType<typeof findOrderItems>[number],
  short: Quantity,
  indrafts: number,
) {
  const lot = { minimum: item.minimumordervolume, packsize: item.packagingquantity }
  const drafted = asQuantity(Math.min(short, indrafts))
  const left = asQuantity(short - drafted)
  const order = lotQuantity(left, lot)
  return {
    ...{ inventoryid: item.id, code: item.code, name: item.name, unit: item.baseunit },
    ...{ short, drafted, order, rule: order === left ? '' : sayLotRule(item.baseunit, lot) },
    supplier: item.supplier ? { id: item.supplier, name: findName(db, suppliers, item.supplier) } : null,
  }
}
