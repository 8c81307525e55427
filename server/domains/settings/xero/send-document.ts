import { listXeroEntriesAbout, type XeroEntry } from '#db/queries/settings/xero.ts'
import { VOID } from '#db/queries/settings/xero-changes.ts'
import { linkedContact, type XeroName } from '#db/queries/settings/xero-names.ts'
import { asCents } from '#server/money/decimal.ts'
import { validationErrors, type XeroJson } from '#server/xero/client.ts'
import { XeroRefused } from '#server/xero/problems.ts'
import { findXeroFaults, XeroCreditNote, XeroInvoice } from '#server/xero/schemas.ts'
import { formatRand } from '#views/format.ts'
import { buildBill, isCancelledBill } from './build-bill.ts'
import { buildSale, type XeroDocument } from './build-sale.ts'
import { findContactId, followMerge } from './find-contact.ts'
import {
  findExistingDocument,
  isDraftThere,
  isGoneThere,
  readSent,
  xeroNames,
} from './find-existing-document.ts'
import { readCurrentNames, refusedThere, sayLostCodes } from './lost-names.ts'
import {
  fetchXeroOne,
  idempotencyKey,
  isLeaving,
  knownAccounts,
  readRows,
  readXeroCents,
  refusedBy,
  type SendContext,
  type SendOutcome,
} from './send-context.ts'

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
  const names = await readCurrentNames(context, (kept) => findLostCodes(document, kept).length > 0)
  const unmapped = [...findUnmapped(document), ...findLostCodes(document, names)]
  if (unmapped.length > 0) return refusedBy(unmapped, 'mapping')
  const contact = await findContactId(context, entry, document.who)
  if (typeof contact !== 'string') return contact
  const body = { ...document.body, Contact: { ContactID: contact } }
  const faults = findXeroFaults(document.list === 'Invoices' ? XeroInvoice : XeroCreditNote, body)
  if (faults.length > 0) return refusedBy(faults)
  // Of bills Xero takes a number twice.
  if (entry.attempts > 0 || isBill(entry)) {
    const there = await findExistingDocument(context, document, contact)
    if (there) return there
  }
  return create(context, entry, document, body, contact)
}

type BookedLine = { AccountCode: string; TaxType: string }
const bookedLines = ({ body }: XeroDocument) => body.LineItems as BookedLine[]

function findUnmapped(document: XeroDocument): string[] {
  const lines = bookedLines(document)
  return [
    ...(lines.some(({ AccountCode }) => !AccountCode)
      ? ['Choose the account in Xero that its lines are booked to.']
      : []),
    ...(lines.some(({ TaxType }) => !TaxType)
      ? ['Choose the tax rate of Xero for the VAT of its lines.']
      : []),
  ]
}

function findLostCodes(document: XeroDocument, names: readonly XeroName[]): string[] {
  const lines = bookedLines(document)
  return sayLostCodes(names, {
    accounts: lines.map(({ AccountCode }) => AccountCode),
    rates: lines.map(({ TaxType }) => TaxType),
  })
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
  if (errors.length === 0 && made) return readSent(document, made)
  if (errors.some((one) => /archived/i.test(one)) && (await followMerge(context, document.who, contact)))
    return { state: 'again', xeroid: '', sentcents: asCents(0) }
  if (!errors.some((one) => /unique|already/i.test(one))) return refusedThere(context, errors)
  // An earlier try may have come through, or the file is one that was brought back.
  const there = await findExistingDocument(context, document, contact)
  if (there) return there
  const isTaken = errors.some((one) => /#|number/i.test(one))
  return refusedBy(isTaken ? [...errors, describeTaken(document)] : errors)
}

/** Xero keeps a number for what was voided too: only the one there can give it up. */
const describeTaken = ({ list, number }: XeroDocument) =>
  `Xero has another ${list === 'Invoices' ? 'invoice' : 'credit note'} numbered ${number}, perhaps sent before this account was put back to an earlier backup. Give that one another number in Xero, then send this one again.`

/** One that was cancelled here: voided there, if it went. */
async function voidBill(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  if (!entry.xeroid) return findCancelled(context, entry)
  const about = context.read((db) => listXeroEntriesAbout(db, entry.recordid, context.tenantid))
  if (about.some(isLeaving)) return { state: 'wait', reason: 'What was put to it leaves it first.' }
  const list = entry.kind === 'bill' ? 'Invoices' : 'CreditNotes'
  const end = (Status: 'VOIDED' | 'DELETED') =>
    context.call({
      ...{
        method: 'POST',
        path: `/${list}/${entry.xeroid}`,
        key: idempotencyKey(entry, Status.toLowerCase()),
      },
      body: { [list]: [{ [xeroNames[list].id]: entry.xeroid, Status }] },
    })
  try {
    await end('VOIDED')
    return { state: 'withdrawn' }
  } catch (error) {
    if (!(error instanceof XeroRefused) || error.why === 'forbidden') throw error
    const there = await fetchXeroOne(context, list, entry.xeroid)
    if (isDraftThere(there)) await end('DELETED')
    else if (!isGoneThere(there)) return refusedBy(describeNotVoided(list, there, error.sentences), VOID)
    return { state: 'withdrawn' }
  }
}

/** Without an answer it may have gone: looked for, and voided next. */
async function findCancelled(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  const { read, mapping, tenantid } = context
  const document = read((db) => buildBill(db, entry.recordid, mapping, knownAccounts(db)))
  const contact = read((db) => linkedContact(db, document.who.noun, document.who.id, tenantid))
  const there = entry.attempts > 0 && contact ? await findExistingDocument(context, document, contact) : null
  if (there?.state !== 'sent' && there?.state !== 'diverged') return { state: 'withdrawn' }
  const { xeroid, xeronumber, sentcents } = there
  return { state: 'again', xeroid, xeronumber, sentcents }
}

/** Why it stands there still, and what helps. `sentences`: Xero's own, where it was just asked. */
export function describeNotVoided(
  list: XeroDocument['list'],
  there: XeroJson,
  sentences: readonly string[] = [],
): string[] {
  const left = readXeroCents(list === 'Invoices' ? there.AmountDue : there.RemainingCredit)
  const put = asCents(readXeroCents(there.Total) - left)
  const stands = `It was cancelled here, but still stands in Xero: ${formatRand(readXeroCents(there.Total))}`
  if (put <= 0 && sentences.length === 0)
    return [`${stands}. Nothing is put to it there: press "Void again".`]
  if (put <= 0)
    return [`${stands}. Xero does not void it:`, ...sentences, 'Mend that there, then press "Void again".']
  const what = list === 'Invoices' ? 'is paid or credited' : 'is put to bills or paid back'
  return [
    `${stands}, of which ${formatRand(put)} ${what}, so Xero does not void it. Take that off it there, then press "Void again".`,
  ]
}
