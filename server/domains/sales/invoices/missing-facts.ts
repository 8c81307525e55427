import { type OrganisationRow, organisationById } from '#db/queries/documents.ts'
import { peekNumber } from '#db/queries/sequences.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { seriesName } from '#server/documents/numbering.ts'
import { addressLines } from '#server/documents/parties.ts'
import { notFound, Problem } from '#server/errors.ts'
import type { MissingFact } from '#views/sales/invoices/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { findInvoiceJob, visibleDraft } from './find-invoice.ts'
import { checkJobCharges, draftWith } from './save-draft.ts'
import { draftSnapshot } from './snapshot.ts'
import { missingRequirements, missingWords, type Particulars } from './vat-invoice-requirements.ts'

type Can = (claim: Claim) => boolean

/** Of a draft, as `organisation` would issue it. */
type Issued = { id: string; organisation: string; document?: Particulars }

/**
 * What a client looks for on an invoice and this draft would be without; `document`: as it is printed, if known. Who is
 * no vendor needs no VAT number: it is asked for before the first invoice, and where a rate of VAT is set.
 */
export function findMissingFacts(
  db: TenantDb,
  viewer: Viewer,
  { id, organisation, document }: Issued,
  { can, now }: { can: Can; now: Date },
): MissingFact[] {
  const row = organisationById(db, organisation)
  if (!row) throw notFound('organisation')
  const draft = visibleDraft(db, viewer, id)
  const print = findInvoiceJob(db, draft)
  const snapshot = document ?? draftSnapshot(db, draftWith(db, draft, { organisation }), now)
  const { client } = print
  const clienthref =
    client && can('clients.write') ? withQuery(`/clients/${client.id}`, { tab: 'address' }) : undefined
  const issuerhref = (tab: IssuerTab) => hrefOfIssuer(row.id, tab, can)
  const blocking: MissingFact[] = missingRequirements(snapshot, client !== null).map(
    ({ field, ...missing }) => ({
      what: missingWords(missing),
      href: field.startsWith('client.')
        ? clienthref
        : field.startsWith('organisation.')
          ? issuerhref(field === 'organisation.vatnumber' ? 'financial' : 'contact')
          : undefined,
      blocks: true,
    }),
  )
  const hasaddress = Boolean(snapshot.client.addresslines?.length)
  const isFirst = peekNumber(db, seriesName('invoice', row.id)) === 1
  const others: MissingFact[] = [
    ...(client && !hasaddress ? [{ what: `the address of ${client.name}`, href: clienthref }] : []),
    ...missingOfIssuer(row, isFirst).map(({ tab, ...fact }) => ({ ...fact, href: issuerhref(tab) })),
  ]
  return [...blocking, ...others.filter(({ what }) => blocking.every((one) => one.what !== what))]
}

/** Why a draft cannot be issued, apart from what it is without: its job was moved back, or nothing is left to charge. */
export function findRefusal(db: TenantDb, viewer: Viewer, id: string): string | undefined {
  try {
    checkJobCharges(db, visibleDraft(db, viewer, id))
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

const sayBank = (name: string) => `the bank details of ${name}`

/** Of a deposit that `issuer` would ask for: how it is paid. */
export const missingBank = (issuer: OrganisationRow, can: Can): MissingFact[] =>
  issuer.bank && issuer.accountnumber
    ? []
    : [{ what: sayBank(issuer.name), href: hrefOfIssuer(issuer.id, 'financial', can) }]

const hrefOfIssuer = (id: string, tab: IssuerTab, can: Can) =>
  can('organisations.write') ? withQuery(`/admin/organisations/${id}`, { tab }) : undefined

/** Where it is written down in the dialog of an organisation. */
type IssuerTab = 'contact' | 'financial'

type OfIssuer = Pick<MissingFact, 'what' | 'why'> & { tab: IssuerTab }

function missingOfIssuer(row: OrganisationRow, isFirst: boolean): OfIssuer[] {
  const { name, bank, accountnumber, vatnumber, vat } = row
  return [
    addressLines(row).length === 0 && { what: `the address of ${name}`, tab: 'contact' as const },
    !(bank && accountnumber) && { what: sayBank(name), tab: 'financial' as const },
    (isFirst || vat !== null) &&
      !vatnumber.trim() && {
        what: `the VAT number of ${name}`,
        why: 'so it charges no VAT',
        tab: 'financial' as const,
      },
  ].filter((one) => one !== false)
}
