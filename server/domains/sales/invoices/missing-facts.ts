import { type OrganisationRow, organisationsByIds } from '#db/queries/documents.ts'
import { peekNumbers } from '#db/queries/sequences.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { seriesName } from '#server/documents/numbering.ts'
import { addressLines } from '#server/documents/parties.ts'
import type { InvoiceDetail, MissingFact } from '#views/sales/invoices/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { findInvoiceJob, visibleDraft } from './find-invoice.ts'
import { draftWith } from './save-draft.ts'
import { draftSnapshot } from './snapshot.ts'
import { missingRequirements } from './vat-invoice-requirements.ts'

type Can = (claim: Claim) => boolean

/** Of more organisations only the draft's own is tried as its issuer, which takes a snapshot of the whole invoice. */
const MOST_TRIED = 10

/**
 * What a client looks for on an invoice and this draft would be without, by the organisation that issues it. Who is no
 * vendor needs no VAT number: it is asked for before the first invoice, and where a rate of VAT is set.
 */
export function findMissingFacts(
  db: TenantDb,
  viewer: Viewer,
  { id, client, document }: InvoiceDetail,
  issuers: readonly string[],
  { can, now }: { can: Can; now: Date },
): Record<string, MissingFact[]> {
  const ofClient: MissingFact[] = []
  const clienthref =
    client && can('clients.write') ? withQuery(`/clients/${client.id}`, { tab: 'address' }) : undefined
  if (client && !document.client.addresslines?.length)
    ofClient.push({ what: `the address of ${client.name}`, href: clienthref })
  const draft = visibleDraft(db, viewer, id)
  const blocking = (organisation: string): MissingFact[] =>
    missingRequirements(
      draftSnapshot(db, draftWith(db, draft, { organisation }), now),
      findInvoiceJob(db, draft).client !== null,
    ).map(({ field, what, wrong }) => ({
      what: wrong ? `${what}: it ${wrong}` : what,
      href: field.startsWith('client.')
        ? clienthref
        : field.startsWith('organisation.')
          ? organisationHref(organisation, can)
          : undefined,
      blocks: true,
    }))
  const numbered = new Map(peekNumbers(db, seriesName('invoice', '')).map(({ id, next }) => [id, next]))
  return Object.fromEntries(
    organisationsByIds(db, issuers).map((row) => {
      const isFirst = (numbered.get(row.id) ?? 1) === 1
      const isTried = issuers.length <= MOST_TRIED || row.id === draft.invoice.organisation
      const blocks = isTried ? blocking(row.id) : []
      const others = [...ofClient, ...missingOfIssuer(row, isFirst, can)]
      return [row.id, [...blocks, ...others.filter(({ what }) => blocks.every((one) => one.what !== what))]]
    }),
  )
}

const organisationHref = (id: string, can: Can) =>
  can('organisations.write') ? `/admin/organisations/${id}` : undefined

function missingOfIssuer(row: OrganisationRow, isFirst: boolean, can: Can): MissingFact[] {
  const { id, name, bank, accountnumber, vatnumber, vat } = row
  const missing = [
    addressLines(row).length === 0 && `the address of ${name}`,
    !(bank && accountnumber) && `the bank details of ${name}`,
    (isFirst || vat !== null) && !vatnumber.trim() && `the VAT number of ${name}`,
  ]
  const href = organisationHref(id, can)
  return missing.filter((what) => what !== false).map((what) => ({ what, href }))
}
