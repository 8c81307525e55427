import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import { listJobLines } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { clientParty, organisationParty, type Printable, siteParty } from '#server/documents/parties.ts'
import { isCharged } from '#server/domains/work/jobs/job-totals.ts'
import { type PricedLine, priceLine, vatContext } from '#server/domains/work/jobs/price-lines.ts'
import { type LineAmounts, totals } from '#server/money/amounts.ts'
import type { Quantity } from '#server/money/decimal.ts'
import type { DocumentLine, PriceDocument } from '#views/documents/types.ts'

type Basis = 'quoted' | 'actual'

export const chargedBasis = ({ fixedprice }: { fixedprice: boolean }): Basis =>
  fixedprice ? 'quoted' : 'actual'

/** The organisation that prints decides the VAT, at the rate of the day of supply. */
export function buildPriceDocument(
  db: TenantDb,
  print: JobForPrint,
  organisation: OrganisationRow,
  { basis, date }: { basis: Basis; date: string },
): Printable<PriceDocument> {
  const charges = listChargedLines(db, print, organisation, basis).map((line) => ({
    line,
    quantity: chargedQuantity(line, basis),
    amounts: line[basis],
  }))
  return describeCharges(print, organisation, date, charges)
}

/** Of the billable lines of a job, those that charge something. */
export function listChargedLines(
  db: TenantDb,
  { job }: JobForPrint,
  organisation: OrganisationRow,
  basis: Basis,
): PricedLine[] {
  const context = { organisation, date: vatContext(db, job.id).date }
  return listJobLines(db, job.id)
    .map((row) => priceLine(row, context))
    .filter((line) => isCharged(line) && chargedQuantity(line, basis) !== 0)
}

type Charge = { line: PricedLine; quantity: Quantity; amounts: LineAmounts }

export const describeCharges = (
  { job, client, location }: JobForPrint,
  organisation: OrganisationRow,
  date: string,
  charges: readonly Charge[],
): Printable<PriceDocument> => ({
  organisation: organisationParty(organisation),
  client: clientParty(client),
  site: siteParty(location),
  date,
  subject: job.description,
  lines: charges.map(printedLine),
  totals: totals(charges.map(({ amounts }) => amounts)),
})

export const chargedQuantity = ({ line }: PricedLine, basis: Basis): Quantity =>
  basis === 'quoted' ? line.estimated : line.consumed

export const lineName = ({ line, itemname }: Pick<PricedLine, 'line' | 'itemname'>) =>
  line.description || itemname || '(unknown)'

function printedLine({ line: priced, quantity, amounts }: Charge): DocumentLine {
  const { line } = priced
  const { net, vat, total, vatrate, exempt } = amounts
  return {
    description: lineName(priced),
    quantity,
    unit: line.unit,
    rate: line.linerate,
    ...(line.inclusiverate === null ? {} : { inclusiverate: line.inclusiverate }),
    ...(line.discount ? { discount: line.discount } : {}),
    vatrate,
    ...(exempt ? { exempt } : {}),
    net,
    vat,
    total,
  }
}
