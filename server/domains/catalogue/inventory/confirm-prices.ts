import type { Tx } from '#db/tenants.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { changeResource } from '#server/crud/save.ts'
import { checkSeen } from '#server/crud/seen-fields.ts'
import { formatPriceCounts } from '#views/ui/format-price-counts.ts'
import { item } from './resource.ts'
import { readSampleCosts, readSampleItems, type SamplePrice } from './sample-prices.ts'

/** Whose prices, and whose costs. */
type Confirmation = { items?: readonly string[]; costs?: readonly string[]; confirmed?: boolean }

/** Of these items, or of all that have one. @throws 404, 403 for who sees no prices */
export function confirmPrices(tx: Tx, c: ClaimHolder, { items, costs, confirmed = true }: Confirmation) {
  const named = items || costs
  const given = {
    sampleprice: [...new Set(named ? items : idsInUse(readSampleItems(tx.db)))],
    samplecost: [...new Set(named ? costs : idsInUse(readSampleCosts(tx.db)))],
  }
  for (const [field, ids] of Object.entries(given)) {
    const values = { [field]: !confirmed }
    checkSeen(item, c, values)
    for (const id of ids) changeResource(item, tx, id, values, c)
  }
  return { items: given.sampleprice, costs: given.samplecost }
}

const idsInUse = (samples: ReadonlyMap<string, SamplePrice>) =>
  [...samples.values()].filter(({ archived }) => !archived).map(({ id }) => id)

/** As in "2 prices and 1 cost are confirmed". */
export const sayConfirmed = (
  of: { items: readonly string[]; costs: readonly string[] },
  confirmed: boolean,
) =>
  `${formatPriceCounts(of.items.length, of.costs.length)} ${confirmed ? 'confirmed' : 'not confirmed any more'}`
