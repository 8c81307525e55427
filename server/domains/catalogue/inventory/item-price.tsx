import type { inventory } from '#db/schema/tenant/index.ts'
import type { FieldCell, Options, ResourceField } from '#server/crud/field.ts'
import { rateField } from '#server/crud/kinds.ts'
import type { RecordValues } from '#server/crud/literal.ts'
import { isPayable, TOO_MUCH } from '#server/domains/catalogue/pricing/figures.ts'
import { invalid } from '#server/errors.ts'
import { t } from '#server/http/fields.ts'
import { asRate, type Rate, toDecimal } from '#server/money/decimal.ts'
import { amountForPrice, markupPrice } from '#server/money/price.ts'
import { UnitRate } from '#views/ui/figures.tsx'

type Figures = Pick<typeof inventory.$inferSelect, 'rate' | 'mupercent' | 'muamount'>

const noFigures = { rate: 0, mupercent: 0, muamount: 0 }

/** Selling price of one base unit: rate + percent of it + amount (spec 2, section 9). */
const sellingPrice = ({ found }: FieldCell): Rate => {
  const { rate, mupercent, muamount } = found.record as unknown as Figures
  return markupPrice(rate, mupercent, muamount)
}

/** Read from the cost and its markup, and set by what is added to these. */
export const priceField = (options: Options): ResourceField => ({
  ...rateField(options),
  kind: undefined,
  reply: t.Number(),
  json: (at) => toDecimal(sellingPrice(at), 'rate'),
  cell: (at) => <UnitRate tenthousandths={sellingPrice(at)} />,
  linked: { read: () => new Map(), save: () => null },
})

/** @throws when the figures together come to a price below zero, or to one that no list could show */
export function pricedValues({ price, ...values }: RecordValues, before: RecordValues | null): RecordValues {
  const { rate, mupercent, muamount } = { ...noFigures, ...before, ...values } as Figures
  const amount = typeof price === 'number' ? amountForPrice(rate, mupercent, asRate(price)) : muamount
  if (!isPayable({ baserate: rate, markuppercent: mupercent, markupamount: amount }))
    throw invalid({ rate: TOO_MUCH })
  if (markupPrice(rate, mupercent, amount) < 0) throw invalid({ muamount: 'The price cannot be below zero.' })
  return typeof price === 'number' ? { ...values, muamount: amount } : values
}
