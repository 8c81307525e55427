import { listXeroEntriesAbout, type XeroEntry } from '#db/queries/settings/xero.ts'
import { asCents } from '#server/money/decimal.ts'
import { quoteForXero, validationErrors, type XeroJson } from '#server/xero/client.ts'
import { XeroRefused } from '#server/xero/problems.ts'
import { findXeroFaults, XeroCreditNote, XeroInvoice } from '#server/xero/schemas.ts'
import { formatRand, shortDate } from '#views/format.ts'
import { buildBill, isCancelledBill } from './build-bill.ts'
import { buildSale, type XeroDocument } from './build-sale.ts'
import { findContactId } from './find-contact.ts'
import {
  idempotencyKey,
  knownAccounts,
  readRows,
  readXeroCents,
  readXeroDay,
  refusedBy,
  type SendContext,
  type SendOutcome,
  withoutKnown,
} from './send-context.ts'

const names = {
  Invoices: { id: 'InvoiceID', number: 'InvoiceNumber' },
  CreditNotes: { id: 'CreditNoteID', number: 'CreditNoteNumber' },
} as const

const isBill = ({ kind }: XeroEntry) => kind === 'bill' || kind === 'billcredit'

/** Once: with a key of its own, and looked for by its number before it is sent again without an answer. */
export async function sendDocument(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  if (isBill(entry) && context.read((db) => isCancelledBill(db, entry.recordid)))
    return voidBill(context, entry)
  if (entry.xeroid)
    return { state: 'sent', xeroid: entry.xeroid, xeronumber: entry.xeronumber, sentcents: entry.sentcents }
  const build = isBill(entry) ? buildBill : buildSale
  const document = context.read((db) => build(db, entry.recordid, context.mapping, knownAccounts(db)))
  const { organisation } = context.mapping
  if (organisation && document.organisation !== organisation) return { state: 'withdrawn' }
  const unmapped = findUnmapped(document)
  if (unmapped.length > 0) return refusedBy(unmapped, 'mapping')
  const contact = await findContactId(context, entry, document.who)
  if (typeof contact !== 'string') return contact
  const body = { ...document.body, Contact: { ContactID: contact } }
  const faults = findXeroFaults(document.list === 'Invoices' ? XeroInvoice : XeroCreditNote, body)
  if (faults.length > 0) return refusedBy(faults)
  // Of bills Xero takes a number twice.
  if (entry.attempts > 0 || isBill(entry)) {
    const there = await findThere(context, document, contact)
    if (there) return there
  }
  return create(context, entry, document, body, contact)
}

function findUnmapped({ body }: XeroDocument): string[] {
  const lines = body.LineItems as { AccountCode: string; TaxType: string }[]
  return [
    ...(lines.some(({ AccountCode }) => !AccountCode)
      ? ['Choose the account in Xero that its lines are booked to.']
      : []),
    ...(lines.some(({ TaxType }) => !TaxType)
      ? ['Choose the tax rate of Xero for the VAT of its lines.']
      : []),
  ]
}

async function create(
  context: SendContext,
  entry: XeroEntry,
  document: XeroDocument,
  body: object,
  contact: string,
): Promise<SendOutcome> {
  const { list } = document
  const json = await context.call({
    ...{ method: 'PUT', path: `/${list}`, query: { summarizeErrors: 'false', unitdp: 4 } },
    ...{ body: { [list]: [body] }, key: idempotencyKey(entry, 'create') },
  })
  const [made] = readRows(json, list)
  const errors = made ? validationErrors(made) : ['It answered with no document.']
  if (errors.length === 0 && made) return read(document, made)
  if (!errors.some((one) => /unique|already/i.test(one))) return refusedBy(errors)
  // An earlier try may have come through, or the file is one that was brought back.
  const there = await findThere(context, document, contact)
  if (there) return there
  const isTaken = errors.some((one) => /#|number/i.test(one))
  return refusedBy(isTaken ? [...errors, describeTaken(document)] : errors)
}

/** Xero keeps a number for what was voided too: only the one there can give it up. */
const describeTaken = ({ list, number }: XeroDocument) =>
  `Xero has another ${list === 'Invoices' ? 'invoice' : 'credit note'} numbered ${number}, perhaps sent before this account was put back to an earlier backup. Give that one another number in Xero, then send this one again.`

const isPurchase = (type: unknown) => type === 'ACCPAY' || type === 'ACCPAYCREDIT'

const PAGE = 500

/** Those of its kind that Xero has by its number. */
async function fetchNumbered(
  { call }: SendContext,
  { list, number, body }: XeroDocument,
  contact: string,
): Promise<XeroJson[]> {
  const numbered = names[list].number
  if (!isPurchase(body.Type)) {
    const where = `Type=="${body.Type}" AND ${numbered}=="${quoteForXero(number)}"`
    const json = await call({ path: `/${list}`, query: { where, page: 1, pageSize: PAGE } })
    return readRows(json, list).filter((one) => one[numbered] === number)
  }
  // A number that a supplier gave is typed in more than one way.
  const where = `Type=="${body.Type}" AND Contact.ContactID==guid("${contact}")`
  const alike = (one: unknown) =>
    String(one ?? '')
      .trim()
      .toLowerCase()
  const found: XeroJson[] = []
  for (let page = 1; ; page++) {
    const rows = readRows(await call({ path: `/${list}`, query: { where, page, pageSize: PAGE } }), list)
    found.push(...rows.filter((one) => alike(one[numbered]) === alike(number)))
    if (rows.length < PAGE) return found
  }
}

/** One that Xero has by this number: ours, where contact and total are the same. */
async function findThere(
  context: SendContext,
  document: XeroDocument,
  contact: string,
): Promise<SendOutcome | null> {
  const { list, number, body, cents } = document
  const { id } = names[list]
  const found = withoutKnown(context, await fetchNumbered(context, document, contact), id)
  const live = found.filter((one) => !isGone(one))
  const isOurs = (one: XeroJson) =>
    (one.Contact as XeroJson | undefined)?.ContactID === contact && readXeroCents(one.Total) === cents
  const ours = live.find(isOurs)
  if (ours) return read(document, ours)
  if (isPurchase(body.Type)) return live[0] ? refusedBy([describeOther(document, live[0])]) : null
  const gone = found.find(isGone)
  if (gone)
    return {
      ...{ state: 'diverged', xeroid: String(gone[id]), xeronumber: number, sentcents: asCents(0) },
      reason: `Xero has ${number}, which was ${gone.Status === 'VOIDED' ? 'voided' : 'deleted'} there, and takes the number once.`,
    }
  return null
}

/** Xero would take it beside the one that it has. */
function describeOther({ list, cents }: XeroDocument, there: XeroJson) {
  const what = list === 'Invoices' ? 'bill' : 'credit note'
  const total = formatRand(readXeroCents(there.Total))
  return `Xero has a ${what} numbered ${there[names[list].number]} of this supplier already: ${total}, dated ${shortDate(readXeroDay(there.Date))}. This one comes to ${formatRand(cents)}, so it was not sent as a second. If this one is right, void that one in Xero, and if they are two, give that one another number there; then send this one again. If that one is right, cancel this one and enter it again as it is there.`
}

const isGone = ({ Status }: XeroJson) => Status === 'VOIDED' || Status === 'DELETED'

function read({ list, cents, number }: XeroDocument, made: XeroJson): SendOutcome {
  const total = readXeroCents(made.Total)
  const there = {
    xeroid: String(made[names[list].id]),
    xeronumber: String(made[names[list].number] ?? number),
    sentcents: total,
  }
  if (total === cents) return { state: 'sent', ...there }
  return {
    state: 'diverged',
    ...there,
    reason: `Its total in Xero is ${formatRand(total)}, and here ${formatRand(cents)}.`,
  }
}

/** One that was cancelled here: voided there, if it went. */
async function voidBill(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  if (!entry.xeroid) return { state: 'withdrawn' }
  const about = context.read((db) => listXeroEntriesAbout(db, entry.recordid, context.tenantid))
  if (about.some(({ invoiceid, state, xeroid }) => invoiceid && state === 'waiting' && xeroid))
    return { state: 'wait', reason: 'What was put to it leaves it first.' }
  const list = entry.kind === 'bill' ? 'Invoices' : 'CreditNotes'
  const body = { [list]: [{ [names[list].id]: entry.xeroid, Status: 'VOIDED' }] }
  try {
    await context.call({
      method: 'POST',
      path: `/${list}/${entry.xeroid}`,
      body,
      key: idempotencyKey(entry, 'void'),
    })
    return { state: 'withdrawn' }
  } catch (error) {
    if (error instanceof XeroRefused) return refusedBy(error.sentences, error.why)
    throw error
  }
}
