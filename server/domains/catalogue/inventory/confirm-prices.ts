import type { Tx } from '#db/tenants.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { changeResource } from '#server/crud/save.ts'
import { checkSeen } from '#server/crud/seen-fields.ts'
import { counted } from '#views/format.ts'
import { item } from './resource.ts'
import { readSampleItems } from './sample-prices.ts'

type Confirmation = { items?: readonly string[]; confirmed?: boolean }

/** Of these items, or of all that have one. @throws 404, 403 for who sees no prices */
export function confirmPrices(tx: Tx, c: ClaimHolder, { items, confirmed = true }: Confirmation) {
  const values = { sampleprice: !confirmed }
  checkSeen(item, c, values)
  const ids =
    items ?? [...readSampleItems(tx.db).values()].filter(({ archived }) => !archived).map(({ id }) => id)
  for (const id of new Set(ids)) changeResource(item, tx, id, values, c)
  return { items: [...ids] }
}

/** As in "2 prices are confirmed". */
export const sayConfirmed = (count: number, confirmed: boolean) =>
  `${counted(count, 'price is', 'prices are')} ${confirmed ? 'confirmed' : 'not confirmed any more'}`
