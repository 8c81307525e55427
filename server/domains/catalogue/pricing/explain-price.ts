import { findPricingEntry, listClientLinks, type PriceFigures } from '#db/queries/catalogue/pricing.ts'
import { firstOrganisation } from '#db/queries/documents.ts'
import { type ItemContext, listItemContexts, listUnitContexts } from '#db/queries/work/material-context.ts'
import { clients, pricinggroups } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Rate } from '#server/money/decimal.ts'
import { priceInUnit } from '#server/money/price.ts'
import { parseRatio } from '#server/money/units.ts'
import { noVendor, resolveVat, type VatResult } from '#server/money/vat.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { bothWithVat, breakDownPrice, type Parts, pickFigures } from './figures.ts'

type Named = { id: string; name: string }

/** Ten-thousandths of a rand. */
export type PriceExplanation = VatResult &
  Parts & {
    inventory: Named & { code: string; baseunit: string }
    client: Named | null
    /** The group whose entry decides; null: the item's own figures do. */
    pricinggroup: Named | null
    /** The group that the client is in without a price of this item, or while it is archived. */
    silent: Named | null
    organisation: Named | null
    exclusive: boolean
    figures: PriceFigures
    units: { name: string; withoutvat: Rate; withvat: Rate }[]
  }

type Payer = { client?: string | null; pricinggroup?: string | null }

/** A job category's own base rate is not asked, for there is no job here. @throws 404 for item, client or group */
export function explainPrice(db: TenantDb, inventoryid: string, payer: Payer): PriceExplanation {
  const [item] = listItemContexts(db, [inventoryid])
  if (!item) throw notFound('item')
  const { client, decides, silent, figures } = findAgreedPrice(db, item, payer)
  const organisation = firstOrganisation(db)
  const vat = resolveVat({
    organisation: organisation ?? noVendor,
    ...item,
    date: readToday(db),
  })
  const exclusive = item.exclusive
  const parts = breakDownPrice(figures, exclusive, vat.vatrate)
  return {
    ...parts,
    ...vat,
    client,
    silent,
    figures,
    exclusive,
    pricinggroup: decides,
    inventory: { id: item.id, name: item.name, code: item.code, baseunit: item.baseunit },
    organisation: organisation ? { id: organisation.id, name: organisation.name } : null,
    units: listUnitContexts(db, [item.id]).map(({ name, ratiotobase }) => {
      const price = priceInUnit(parts.price, parseRatio(ratiotobase))
      return { name, ...bothWithVat(price, exclusive, vat.vatrate) }
    }),
  }
}

function findAgreedPrice(db: TenantDb, item: ItemContext, { client, pricinggroup }: Payer) {
  const payer = client ? pickIdAndName(getRecord(db, clients, client)) : null
  const own = { baserate: item.rate, markuppercent: item.mupercent, markupamount: item.muamount }
  const groupid = pricinggroup ?? (client && listClientLinks(db, { client })[0]?.pricinggroup)
  if (!groupid) return { client: payer, decides: null, silent: null, figures: own }
  const group = getRecord(db, pricinggroups, groupid)
  const entry = findPricingEntry(db, groupid, item.id)
  return entry && !entry.archived && !group.archived
    ? { client: payer, decides: pickIdAndName(group), silent: null, figures: pickFigures(entry) }
    : { client: payer, decides: null, silent: pickIdAndName(group), figures: own }
}

const pickIdAndName = ({ id, name }: Named): Named => ({ id, name })
