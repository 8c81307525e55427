import { type OrganisationRow, organisationsByIds } from '#db/queries/documents.ts'
import { peekNumbers } from '#db/queries/sequences.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import { seriesName } from '#server/documents/numbering.ts'
import { addressLines } from '#server/documents/parties.ts'
import type { InvoiceDetail, MissingFact } from '#views/sales/invoices/types.ts'

type Can = (claim: Claim) => boolean

/**
 * What a client looks for on an invoice and this draft would be without, by the organisation that issues it. Who is no
 * vendor needs no VAT number: it is asked for before the first invoice, and where a rate of VAT is set.
 */
export function findMissingFacts(
  db: TenantDb,
  { client, document }: InvoiceDetail,
  issuers: readonly string[],
  can: Can,
): Record<string, MissingFact[]> {
  const ofClient: MissingFact[] = []
  if (client && !document.client.addresslines?.length)
    ofClient.push({
      what: `the address of ${client.name}`,
      href: can('clients.write') ? `/clients/${client.id}` : undefined,
    })
  const numbered = new Map(peekNumbers(db, seriesName('invoice', '')).map(({ id, next }) => [id, next]))
  return Object.fromEntries(
    organisationsByIds(db, issuers).map((row) => {
      const isFirst = (numbered.get(row.id) ?? 1) === 1
      return [row.id, [...ofClient, ...missingOfIssuer(row, isFirst, can)]]
    }),
  )
}

function missingOfIssuer(row: OrganisationRow, isFirst: boolean, can: Can): MissingFact[] {
  const { id, name, bank, accountnumber, vatnumber, vat } = row
  const missing = [
    addressLines(row).length === 0 && `the address of ${name}`,
    !(bank && accountnumber) && `the bank details of ${name}`,
    (isFirst || vat !== null) && !vatnumber.trim() && `the VAT number of ${name}`,
  ]
  const href = can('organisations.write') ? `/admin/organisations/${id}` : undefined
  return missing.filter((what) => what !== false).map((what) => ({ what, href }))
}
