import type { MaterialRow } from '#db/queries/work/materials.ts'
import { asPercent, asQuantity, type Rate } from '#server/money/decimal.ts'
import { priceBetween, priceWithoutVat } from '#server/money/price.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import type { LineContext, PricedItem } from './line-context.ts'
import {
  costRate,
  type LineInput,
  type LineValues,
  type SellingPrice,
  sellingPrice,
  typedPrice,
} from './line-values.ts'
import { resolveLineUnit, type Unit } from './resolve-line-unit.ts'

/** An emptied price, cost or description is the item's again. @throws a refusal of the item or of the unit */
export function changedLineValues(
  lineContext: LineContext,
  before: MaterialRow,
  input: LineInput,
): LineValues {
  const { unit: unitname, ...typed } = input
  const changes = typed.inventoryid !== undefined && typed.inventoryid !== before.inventoryid
  const item = changes
    ? lineContext.item(before.jobid, typed.inventoryid)
    : lineContext.item(before.jobid, before.inventoryid, 'archived')
  const unit = resolveUnit(lineContext, before, item, changes, unitname)
  const brought = changes ? ofItem(lineContext, before, item, unit) : ofUnit(before, unit)
  const priced = { ...before, ...brought }
  const values = { ...priced, ...omitUndefined(typed), ...unit }
  const { description, costrate, discount, estimated, consumed } = values
  return {
    ...values,
    // What was given up was of that item, in that unit.
    ...((changes || unit.unitratio !== before.unitratio) && { released: asQuantity(0) }),
    description: description || item?.name || '',
    ...priceOf(typed, priced, () => sellingPrice(lineContext, before.jobid, item, unit.unitratio)),
    costrate: costrate ?? costRate(lineContext, before.jobid, item, unit.unitratio),
    discount: discount ?? asPercent(0),
    estimated: estimated ?? asQuantity(0),
    consumed: consumed ?? asQuantity(0),
  } as LineValues
}

/** The same rate sent back, as a form does, is the price that it was. */
function priceOf(
  typed: LineInput,
  { linerate, inclusiverate, inclusivevat }: MaterialRow,
  ofItem: () => ReturnType<typeof sellingPrice>,
) {
  if (typed.linerate === undefined || typed.linerate === linerate)
    return { linerate, inclusiverate, inclusivevat }
  if (typed.linerate === null) return ofItem()
  const { inclusiverate: withvat = null, inclusivevat: vat = null } = typed
  return { linerate: typed.linerate, inclusiverate: withvat, inclusivevat: vat }
}

function resolveUnit(
  lineContext: LineContext,
  before: MaterialRow,
  item: PricedItem | undefined,
  changes: boolean,
  name: string | undefined,
): Unit {
  const { unit, unitratio } = before
  if (!item) return { unit: name ?? unit, unitratio: '1' }
  return changes || (name !== undefined && name !== unit)
    ? resolveLineUnit(item, name, lineContext.units)
    : { unit, unitratio }
}

function ofItem(
  lineContext: LineContext,
  before: MaterialRow,
  item: PricedItem | undefined,
  { unitratio }: Unit,
): Partial<LineValues> {
  if (!item) return { inventoryid: null, inventoryclass: null, storageid: null }
  return {
    inventoryid: item.id,
    description: item.name,
    inventoryclass: item.inventoryclass,
    storageid: item.storageid,
    ...sellingPrice(lineContext, before.jobid, item, unitratio),
    costrate: costRate(lineContext, before.jobid, item, unitratio),
  }
}

function ofUnit(before: MaterialRow, { unitratio }: Unit): Partial<LineValues> {
  if (unitratio === before.unitratio) return {}
  const [from, to] = [parseRatio(before.unitratio), parseRatio(unitratio)]
  return {
    ...priceIn(before, (price) => priceBetween(price, from, to)),
    costrate: rateBetween(before.costrate, from, to),
  }
}

function priceIn(
  { linerate, inclusiverate, inclusivevat }: SellingPrice,
  convert: (price: Rate) => Rate,
): SellingPrice {
  if (inclusiverate === null || inclusivevat === null) return typedPrice(convert(linerate))
  const withvat = convert(inclusiverate)
  return { linerate: priceWithoutVat(withvat, inclusivevat), inclusiverate: withvat, inclusivevat }
}
