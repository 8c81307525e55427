import { canSeeItemRates } from '#server/access/item-rates.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'

/** A list in the order of a hidden figure would tell it. @throws 403 */
export function permittedItemSort(c: Pick<Context, 'can'>, sort?: string): string | undefined {
  const name = sort?.replace(/^-/, '')
  if (name === 'price' && !canSeeItemRates(c)) throw forbidden()
  if (name === 'onhand' && !c.can('stock.read')) throw forbidden()
  return sort
}
