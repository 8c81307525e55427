import { isPayable } from '#server/domains/pricing/figures.ts'
import { hundredPercent } from '#server/money/decimal.ts'
import type { Resolved } from './writing.ts'

const TOO_MUCH = 'The price of one may be at most R 1 000 000 000.'

/** What is wrong with the values of one record together: the field and a sentence; null when nothing is. */
export function faultOf(noun: string, values: Resolved): [field: string, sentence: string] | null {
  if (noun === 'inventory')
    return costs(values.rate, values.mupercent, values.muamount) ? null : ['rate', TOO_MUCH]
  if (noun !== 'prices') return null
  if (-Number(values.markuppercent ?? 0) > Number(hundredPercent))
    return ['markuppercent', 'The percentage cannot be below −100 %.']
  return costs(values.baserate, values.markuppercent, values.markupamount) ? null : ['baserate', TOO_MUCH]
}

const costs = (base: unknown, percent: unknown, amount: unknown) =>
  isPayable({
    baserate: Number(base ?? 0),
    markuppercent: Number(percent ?? 0),
    markupamount: Number(amount ?? 0),
  })
