import type { PricedLine } from '#server/domains/work/jobs/price-lines.ts'
import type { LineAmounts } from '#server/money/amounts.ts'
import type { Quantity } from '#server/money/decimal.ts'

export type PrintedFigures = {
  quantity: (priced: PricedLine) => Quantity
  amounts: (priced: PricedLine) => LineAmounts
}

const planned: PrintedFigures = { quantity: ({ line }) => line.estimated, amounts: ({ quoted }) => quoted }
const used: PrintedFigures = { quantity: ({ line }) => line.consumed, amounts: ({ actual }) => actual }

/** What a job comes to: what is used, unless its price is fixed or nothing is used yet. */
export const chargedFigures = (fixedprice: boolean, lines: readonly PricedLine[]): PrintedFigures =>
  fixedprice || lines.every(({ line }) => line.consumed === 0) ? planned : used
