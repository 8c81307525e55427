import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import { listJobLines } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { clientParty, organisationParty, type Printable, siteParty } from '#server/documents/parties.ts'
import { isCharged } from '#server/domains/work/jobs/job-totals.ts'
import { type PricedLine, priceLine, vatContext } from '#server/domains/work/jobs/price-lines.ts'
import { totals } from '#server/money/amounts.ts'
import type { DocumentLine, PriceDocument } from '#views/documents/types.ts'

type Basis = 'quoted' | 'actual'

export const chargedBasis = ({ fixedprice }: { fixedprice: boolean }): Basis =>
  fixedprice ? 'quoted' : 'actual'

/** The organisation that prints decides the VAT, at the rate of the day of supply. */
export function buildPriceDocument(
  db: TenantDb,
  { job, client, location }: JobForPrint,
  organisation: OrganisationRow,
  { basis, date }: { basis: Basis; date: string },
): Printable<PriceDocument> {
  const context = { organisation, date: vatContext(db, job.id).date }
  const charged = listJobLines(db, job.id)
    .map((row) => priceLine(row, context))
    .filter((line) => isCharged(line) && quantityOf(line, basis) !== 0)
  return {
    organisation: organisationParty(organisation),
    client: clientParty(client),
    site: siteParty(location),
    date,
    subject: job.description,
    lines: charged.map((line) => printedLine(line, basis)),
    totals: totals(charged.map((line) => line[basis])),
  }
}

const quantityOf = ({ line }: PricedLine, basis: Basis) =>
  basis === 'quoted' ? line.estimated : line.consumed

export const lineName = ({ line, itemname }: Pick<PricedLine, 'line' | 'itemname'>) =>
  line.description || itemname || '(unknown)'

function printedLine(priced: PricedLine, basis: Basis): DocumentLine {
  const { line } = priced
  const { net, vat, total, vatrate } = priced[basis]
  return {
    description: lineName(priced),
    quantity: quantityOf(priced, basis),
    unit: line.unit,
    rate: line.linerate,
    ...(line.discount ? { discount: line.discount } : {}),
    vatrate,
    net,
    vat,
    total,
  }
}
