import { findItemIds } from '#db/queries/catalogue/inventory.ts'
import { searchSupplierCodes } from '#db/queries/purchasing/supplier-items.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { resolveLineUnit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { listLevels } from '#server/stock/read.ts'
import { readToday } from '#server/zone.ts'
import type { FoundItem } from '#views/purchasing/orders/found-items.tsx'
import { defaultRate, readPriceSources } from './default-rate.ts'
import { seesPrices } from './present.ts'

const SHOWN = 8

/** Items by their own words or by what this supplier calls them, with its price and what is there or on its way. */
export function findItemsToOrder(
  db: TenantDb,
  viewer: Viewer,
  supplier: string,
  search: string,
): { items: FoundItem[]; more: boolean } {
  const theirs = searchSupplierCodes(db, supplier, search, SHOWN + 1)
  const own = [...findItemIds(db, { search }).values()].flat().slice(0, SHOWN + 1)
  const ids = [...new Set([...theirs, ...own])]
  const shown = ids.slice(0, SHOWN)
  const find = readPriceSources(db, { supplier, ids: shown, today: readToday(db) })
  const levels = listLevels(db, shown)
  const priced = seesPrices(viewer)
  const found = shown.flatMap((id) => {
    const source = find(id)
    const { item } = source
    const level = levels.get(id)
    if (!item || !level) return []
    const unit = resolveLineUnit(item, source.facts?.unit || undefined, source.units)
    return {
      ...{ id, code: item.code, name: item.name, baseunit: item.baseunit, unit: unit.unit },
      suppliercode: source.facts?.code ?? '',
      rate: priced ? defaultRate(source, asQuantity(1_000_000), unit) : null,
      onhand: level.onhand.quantity,
      available: level.available,
      onorder: level.onorder,
    }
  })
  return { items: found, more: ids.length > SHOWN }
}
