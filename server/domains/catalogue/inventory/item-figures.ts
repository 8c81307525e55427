import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listEffectiveClasses } from '#db/queries/catalogue/inventory-classes.ts'
import type { TenantDb } from '#db/types.ts'
import { asPercent, asRate, type Quantity, type Rate } from '#server/money/decimal.ts'
import { markupPrice } from '#server/money/price.ts'
import { readOnHand, sumReserved } from '#server/stock/read.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { formatQuantity, formatRate, perUnit } from '#views/format.ts'
import { readSampleItems } from './sample-prices.ts'

type ItemFigures = {
  code: string
  name: string
  unit: string
  price?: Rate
  /** It is one from setup. */
  sampleprice: boolean
  /** Base units; of what is not kept in stock there is neither. */
  onhand?: Quantity
  available?: Quantity
}

type FiguresSeen = { price: boolean; stock: boolean }

/** A query each for items, stock and what is reserved, however many there are. */
export function readItemFigures(
  db: TenantDb,
  ids: readonly string[],
  see: FiguresSeen,
): Map<string, ItemFigures> {
  const kept = see.stock ? listEffectiveClasses(db, ids).filter(({ effective }) => effective !== null) : []
  const keptids = kept.map(({ id }) => id)
  const onhand = readOnHand(db, keptids)
  const reserved = sumReserved(db, keptids)
  const samples = see.price ? readSampleItems(db) : undefined
  return new Map(
    itemsById(db, ids).map(({ id, code, name, baseunit, rate, mupercent, muamount }) => {
      const held = onhand.get(id)?.quantity
      const price = markupPrice(asRate(rate), asPercent(mupercent), asRate(muamount))
      return [
        id,
        {
          code,
          name,
          unit: baseunit,
          price: see.price ? price : undefined,
          sampleprice: samples?.has(id) ?? false,
          onhand: held,
          available: held === undefined ? undefined : ((held - (reserved.get(id) ?? 0)) as Quantity),
        },
      ]
    }),
  )
}

export function figuresNote({ unit, price, sampleprice, onhand, available }: ItemFigures): string {
  const parts = [
    price === undefined ? '' : formatRate(price) + perUnit(unit),
    sampleprice ? fieldLabels.sampleprice.toLowerCase() : '',
  ]
  if (onhand !== undefined) parts.push(`${formatQuantity(onhand, unit)} on hand`)
  if (available !== undefined && available !== onhand)
    parts.push(`${formatQuantity(available, unit)} available`)
  return parts.filter(Boolean).join(' · ')
}
