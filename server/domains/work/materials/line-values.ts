import type { materials } from '#db/schema/tenant/index.ts'
import { priceFigures } from '#server/domains/catalogue/pricing/figures.ts'
import type { lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { invalid } from '#server/errors.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import {
  asPercent,
  asQuantity,
  asRate,
  DecimalError,
  hundredPercent,
  type Quantity,
  type Rate,
} from '#server/money/decimal.ts'
import { priceInUnit, priceWithoutVat } from '#server/money/price.ts'
import { parseRatio, toBase, unitRate } from '#server/money/units.ts'
import { resolveVatRate } from '#server/money/vat.ts'
import type { ValuesOf } from '#server/record-fields.ts'
import type { LineContext, PricedItem } from './line-context.ts'
import { resolveLineUnit } from './resolve-line-unit.ts'

/** `jobproduct` is set by what brings a product's inputs, and by a person through `linkInput` alone. */
export type LineInput = Partial<ValuesOf<typeof lineFields>> &
  Partial<InclusivePrice> & { jobproduct?: string | null }

type Kept = 'id' | 'version' | 'archived' | 'createdutc' | 'updatedutc' | 'jobid' | 'rank'
export type LineValues = Omit<typeof materials.$inferSelect, Kept>

type InclusivePrice = Pick<LineValues, 'inclusiverate' | 'inclusivevat'>
export type SellingPrice = Pick<LineValues, 'linerate'> & InclusivePrice

/** What a person types is without VAT. */
export const typedPrice = (linerate: Rate): SellingPrice => ({
  linerate,
  inclusiverate: null,
  inclusivevat: null,
})

/** @throws a refusal of the item or of the unit */
export function newLineValues(
  lineContext: LineContext,
  input: LineInput & { jobid: string; role: number },
): LineValues {
  const item = lineContext.item(input.jobid, input.inventoryid)
  const { unit, unitratio } = resolveLineUnit(item, input.unit, lineContext.units)
  return {
    inventoryid: item?.id ?? null,
    role: input.role,
    inventoryclass:
      input.inventoryclass !== undefined ? input.inventoryclass : (item?.inventoryclass ?? null),
    description: input.description || item?.name || '',
    ...(input.linerate == null
      ? sellingPrice(lineContext, input.jobid, item, unitratio)
      : { ...typedPrice(input.linerate), ...givenInclusive(input) }),
    costrate: input.costrate ?? costRate(lineContext, input.jobid, item, unitratio),
    discount: input.discount ?? asPercent(0),
    estimated: input.estimated ?? asQuantity(0),
    consumed: input.consumed ?? asQuantity(0),
    released: asQuantity(0),
    departed: asQuantity(0),
    departedbefore: asQuantity(0),
    replaced: asQuantity(0),
    nonbillable: input.nonbillable ?? item?.nonbillable ?? false,
    unit,
    unitratio,
    division: input.division ?? null,
    storageid: input.storageid !== undefined ? input.storageid : (item?.storageid ?? null),
    jobequipment: input.jobequipment ?? null,
    inputequipment: input.inputequipment ?? null,
    jobproduct: input.jobproduct ?? null,
  }
}

/** A line that is made as another is has its price with VAT too. */
const givenInclusive = ({ inclusiverate, inclusivevat }: LineInput) =>
  inclusiverate == null ? {} : { inclusiverate, inclusivevat: inclusivevat ?? null }

/** Base + base × percent + amount (decision D1). What the job's client has agreed goes first. */
export function sellingPrice(
  lineContext: LineContext,
  jobid: string,
  item: PricedItem | undefined,
  unitratio: string,
): SellingPrice {
  if (!item) return typedPrice(asRate(0))
  const { baserate, mupercent, muamount } = item
  const price = priceFigures(item.agreed ?? { baserate, markuppercent: mupercent, markupamount: muamount })
  const rate = priceInUnit(price, parseRatio(unitratio))
  if (item.exclusive) return typedPrice(rate)
  const inclusivevat = resolveVatRate(lineContext.vat(jobid), item)
  return { linerate: priceWithoutVat(rate, inclusivevat), inclusiverate: rate, inclusivevat }
}

/** Without VAT. */
export const sellingRate = (...asked: Parameters<typeof sellingPrice>): Rate =>
  sellingPrice(...asked).linerate

/** Without VAT, as the selling rate is; of what is made and has no cost of its own what it is made from costs: what stock is worth on average, else the item's own rate. */
export const costRate = (
  lineContext: LineContext,
  jobid: string,
  item: PricedItem | undefined,
  unitratio: string,
): Rate =>
  item
    ? unitRate(
        item.average ?? item.madecost ?? withoutVat(lineContext, jobid, item, asRate(item.baserate)),
        parseRatio(unitratio),
      )
    : asRate(0)

const withoutVat = (lineContext: LineContext, jobid: string, item: PricedItem, rate: Rate) =>
  item.exclusive ? rate : priceWithoutVat(rate, resolveVatRate(lineContext.vat(jobid), item))

// So that all lines that a job may have, with a VAT of 100 %, still have a sum (`limit` of server/money): one that has
// none would take the whole board with it.
const MAX_CENTS = 100_000_000_000
export const MAX_LINES = 4_000

/** @throws a refusal of the field that is out of bounds: signs, the discount, an amount too large. */
export function checkValues({ inventoryid, description, ...values }: LineValues) {
  const { estimated, consumed, discount, linerate, costrate, unitratio } = values
  if (!inventoryid && !description)
    throw invalid({ description: 'A line without an item needs a description.' })
  if (estimated < 0) throw invalid({ estimated: 'The quantity cannot be below zero.' })
  if (consumed < 0) throw invalid({ consumed: 'What is used cannot be below zero.' })
  if (discount < 0 || discount > hundredPercent)
    throw invalid({ discount: 'The discount must be between 0 and 100 %.' })
  for (const [field, rate] of Object.entries({ linerate, costrate }))
    if ([estimated, consumed].some((quantity) => Math.abs(extendedAmount(quantity, rate)) > MAX_CENTS))
      throw invalid({ [field]: 'The amount of a line may be at most R\u00a01\u00a0000\u00a0000\u00a0000.' })
  for (const [field, quantity] of Object.entries({ estimated, consumed }))
    if (!isCountable(quantity, unitratio))
      throw invalid({ [field]: 'This is more of the base unit than can be counted.' })
}

function isCountable(quantity: Quantity, unitratio: string): boolean {
  try {
    toBase(quantity, parseRatio(unitratio))
    return true
  } catch (error) {
    if (error instanceof DecimalError) return false
    throw error
  }
}
