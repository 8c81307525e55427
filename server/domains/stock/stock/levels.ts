import { stockItems } from '#db/queries/stock/stock.ts'
import {
  itemsBelowZero,
  itemsWithMinimum,
  type LevelRow,
  listItemIdsByCategory,
} from '#db/queries/stock/stock-levels.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { type PlaceQuantity, readOnHand, sumOnOrder, sumReserved } from '#server/stock/read.ts'
import { presentOnHand } from './present.ts'

type Item = Pick<LevelRow, 'id' | 'code' | 'name' | 'baseunit'> & { onhand: Quantity }
type Page = { search?: string; skip?: number; take?: number }

export type BelowZero = Item & { places: PlaceQuantity[] }

export function listItemsBelowZero(db: TenantDb, { search, skip = 0, take = 50 }: Page) {
  const all = itemsBelowZero(db, search)
  const shown = all.slice(skip, skip + take)
  const stock = readOnHand(
    db,
    shown.map(({ id }) => id),
  )
  const rows = shown.map(
    (row): BelowZero => ({
      ...row,
      onhand: asQuantity(row.onhand),
      places: stock.get(row.id)!.places.filter(({ quantity }) => quantity < 0),
    }),
  )
  return { rows, total: all.length }
}

export type BelowMinimum = Item & Record<'reserved' | 'available' | 'onorder' | 'minimum' | 'short', Quantity>

export function listItemsBelowMinimum(db: TenantDb, { search, skip = 0, take = 50 }: Page) {
  const all = itemsWithMinimum(db, search)
  const ids = all.map(({ id }) => id)
  const reserved = sumReserved(db, ids)
  const onorder = sumOnOrder(db, ids)
  const rows = all
    .map((row): BelowMinimum => {
      const held = reserved.get(row.id)!
      const available = asQuantity(row.onhand - held)
      const minimum = asQuantity(row.minimum)
      return {
        ...row,
        onhand: asQuantity(row.onhand),
        reserved: held,
        available,
        onorder: onorder.get(row.id)!,
        minimum,
        short: asQuantity(minimum - available),
      }
    })
    .filter(({ short }) => short > 0)
  return { rows: rows.slice(skip, skip + take), total: rows.length }
}

/** Categories have no code here, so each of `codes` is a category's id or its name. */
export function stockOfCategories(db: TenantDb, codes: readonly string[]) {
  const rows = listItemIdsByCategory(db, codes.map((code) => code.trim()).filter(Boolean))
  const ids = rows.flatMap(({ id }) => (id ? [id] : []))
  const stock = readOnHand(db, ids)
  const items = new Map(stockItems(db, ids).map((item) => [item.id, item]))
  return [...Map.groupBy(rows, ({ categoryid }) => categoryid)].map(([id, members]) => ({
    category: { id, name: members[0]!.category },
    inventory: members.flatMap((row) =>
      row.id ? [presentOnHand(items.get(row.id)!, stock.get(row.id)!)] : [],
    ),
  }))
}
