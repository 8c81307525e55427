import { canSeeItemRates } from '#server/access/item-rates.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'

/** The order of a figure tells it. @throws 403 for one that the person may not see */
export function permittedItemSort(c: Pick<Context, 'can'>, sort?: string): string | undefined {
  const name = sort?.replace(/^-/, '')
  if (name === 'price' && !canSeeItemRates(c)) throw forbidden()
  if (name === 'onhand' && !c.can('stock.read')) throw forbidden()
  return sort
}
