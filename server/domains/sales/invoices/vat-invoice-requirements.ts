import { invalid } from '#server/errors.ts'
import { isVatNumber } from '#server/money/vat.ts'
import { capitalise } from '#views/format.ts'
import type { InvoiceDocument } from '#views/sales/invoices/types.ts'
import type { Snapshot } from './snapshot.ts'

/** R 5 000 with VAT: above it a tax invoice needs every requirement met (VAT Act s20(4)), up to it fewer (s20(5)). */
const FULL_FROM = 500_000
const inWords = new Intl.ListFormat('en-ZA')
const NOT_A_NUMBER = 'must have 10 digits and begin with a 4'

/** What is printed and the Act asks for. */
export type Particulars = Pick<InvoiceDocument, 'organisation' | 'client' | 'lines' | 'totals'>

/** Without which a tax invoice is not issued; none where the short form is enough. */
export function missingRequirements(snapshot: Particulars, hasclient: boolean): Requirement[] {
  const { organisation, totals } = snapshot
  if (!organisation.vatnumber || totals.total <= FULL_FROM) return []
  return vatInvoiceRequirements(snapshot, hasclient).filter(({ there }) => !there)
}

/** @throws 400 by field: `organisation.…`, `client`, `client.…`, `lines.<index>.…` */
export function checkVatInvoiceRequirements(snapshot: Snapshot, hasclient: boolean) {
  const missing = missingRequirements(snapshot, hasclient)
  if (missing.length === 0) return
  throw invalid(
    Object.fromEntries(
      missing.map(({ field, what, wrong }) => [field, `${capitalise(what)} ${wrong ?? 'is missing'}.`]),
    ),
    `The invoice cannot be issued yet. A tax invoice above R\u00a05\u00a0000 must show ${inWords.format(missing.map(({ what }) => what))}.`,
  )
}

/** Among what an invoice still needs. */
export const missingWords = ({ what, wrong }: Pick<Requirement, 'what' | 'wrong'>) =>
  wrong ? `${what}, which ${wrong}` : what

type Requirement = { field: string; there: boolean; what: string; wrong?: string }

function vatInvoiceRequirements(
  { organisation, client, lines }: Particulars,
  hasclient: boolean,
): Requirement[] {
  const supplier = organisation.name
  return [
    ...ofParty('organisation', supplier, organisation.addresslines),
    {
      field: 'organisation.vatnumber',
      there: isVatNumber(organisation.vatnumber ?? ''),
      what: `the VAT number of ${supplier}`,
      wrong: NOT_A_NUMBER,
    },
    ...(hasclient ? ofClient(client) : [{ field: 'client', there: false, what: 'a client on the job' }]),
    ...lines.map(({ description }, at) => ({
      field: `lines.${at}.description`,
      there: description !== '' && description !== '(unknown)',
      what: `a description of line ${at + 1}`,
    })),
  ]
}

const ofParty = (party: string, name: string, address: string[] | undefined): Requirement[] => [
  { field: `${party}.name`, there: name !== '', what: `the name of the ${party}` },
  { field: `${party}.addressline1`, there: Boolean(address?.length), what: `the address of ${name}` },
]

const ofClient = ({ name, addresslines, vatnumber }: Particulars['client']): Requirement[] => [
  ...ofParty('client', name, addresslines),
  ofVendor(name, vatnumber),
]

/** What a client looks for on an invoice, or the Act asks for on one above R 5 000. */
export const missingOfClient = (client: Particulars['client']) =>
  ofClient(client).filter(({ there }) => !there)

const ofVendor = (name: string, vatnumber = ''): Requirement => ({
  field: 'client.vatnumber',
  there: vatnumber === '' || isVatNumber(vatnumber),
  what: `the VAT number of ${name}`,
  wrong: NOT_A_NUMBER,
})
