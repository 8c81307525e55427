import type { JobForPrint, OrganisationRow } from '#db/queries/documents.ts'
import { type ChargedRow, listBillableRows } from '#db/queries/work/charged-lines.ts'
import type { LineRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { clientParty, organisationParty, type Printable, siteParty } from '#server/documents/parties.ts'
import { vatContext } from '#server/domains/work/jobs/price-lines.ts'
import { type LineAmounts, lineAmounts, rateOfLine, totals } from '#server/money/amounts.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { lineVat } from '#server/money/vat.ts'
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
  return describeCharges(print, organisation, date, listChargedLines(db, print, organisation, basis))
}

/** Of the billable lines of a job, those that charge something; `keptOf`: how much of a line is charged to nobody. */
export function listChargedLines(
  db: TenantDb,
  { job }: JobForPrint,
  organisation: OrganisationRow,
  basis: Basis,
  keptOf: (materialid: string) => number = () => 0,
): Charge[] {
  const context = { organisation, date: vatContext(db, job.id).date }
  return listBillableRows(db, job.id).flatMap((line) => {
    const quantity = basis === 'quoted' ? line.estimated : asQuantity(line.consumed - keptOf(line.id))
    if (quantity === 0) return []
    const { discount } = line
    const tax = lineVat(context, line)
    return [{ line, quantity, amounts: lineAmounts({ quantity, ...rateOfLine(line), discount, ...tax }) }]
  })
}

/** `of`: as `DocumentLine` has it. */
type Charge = { line: ChargedRow; quantity: Quantity; of?: Quantity; amounts: LineAmounts }

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

export const lineName = ({ line, itemname }: Pick<LineRow, 'line' | 'itemname'>) =>
  nameOfLine(line.description, itemname)

const nameOfLine = (description: string, itemname: string | null) => description || itemname || '(unknown)'

export const chargedName = ({ description, itemname }: ChargedRow) => nameOfLine(description, itemname)

function printedLine({ line, quantity, of, amounts }: Charge): DocumentLine {
  const { net, vat, total, vatrate, exempt } = amounts
  return {
    description: chargedName(line),
    quantity,
    ...(of && { of }),
    unit: line.unit,
    rate: line.linerate,
    ...(line.inclusiverate === null ? {} : { inclusiverate: line.inclusiverate }),
    ...(line.discount ? { discount: line.discount } : {}),
    vatrate,
    ...(exempt ? { exempt } : {}),
    net,
    vat,
    total,
    ...changedEarlier(line, quantity, amounts),
  }
}

/** What the rounding of the VAT and of the total of a part may differ by from its quantity times its rate. */
const ROUNDED = 2

/** What of the amounts of a part is no quantity times its rate: its price changed since another part was invoiced. */
function changedEarlier(
  { discount, ...line }: ChargedRow,
  quantity: Quantity,
  { net, vat, total, vatrate, exempt }: LineAmounts,
): Pick<DocumentLine, 'earlier'> {
  const own = lineAmounts({ quantity, ...rateOfLine(line), discount, vatrate, exempt })
  if (Math.abs(net - own.net) <= ROUNDED) return {}
  return { earlier: { net: net - own.net, vat: vat - own.vat, total: total - own.total } }
}
