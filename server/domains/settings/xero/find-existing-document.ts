import { xeroEntryThere } from '#db/queries/settings/xero.ts'
import { listSentBills } from '#db/queries/settings/xero-bills.ts'
import { SETTLED } from '#db/queries/settings/xero-changes.ts'
import { SYSTEM } from '#db/types.ts'
import { asCents } from '#server/money/decimal.ts'
import { quoteForXero, type XeroJson } from '#server/xero/client.ts'
import { fetchXeroPages } from '#server/xero/fetch-list.ts'
import { takeBackFromXero } from '#server/xero/queue.ts'
import { formatRand, shortDate } from '#views/format.ts'
import { isCancelledBill } from './build-bill.ts'
import type { XeroDocument } from './build-sale.ts'
import {
  NUMBERED,
  readRows,
  readXeroCents,
  readXeroDay,
  refusedBy,
  type SendContext,
  type SendOutcome,
  withoutKnown,
} from './send-context.ts'

export const xeroNames = {
  Invoices: { id: 'InvoiceID', number: 'InvoiceNumber' },
  CreditNotes: { id: 'CreditNoteID', number: 'CreditNoteNumber' },
} as const

const PAGE = 500

const isPurchase = ({ body }: XeroDocument) => body.Type === 'ACCPAY' || body.Type === 'ACCPAYCREDIT'

/** A number that a supplier gave is typed in more than one way: without spaces, with plain quotes and hyphens, in small letters. */
const plainNumber = (number: unknown) =>
  String(number ?? '')
    .replace(/[´`ʼ]/g, "'")
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[\u2010-\u2015\u2212\u30fc\u058a]/g, '-')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/["“”„‟«»]/g, "''")
    .toLowerCase()

/** Those of its kind that Xero has by its number. @throws XeroDown where a part of the answer is missing */
async function fetchNumbered({ call }: SendContext, document: XeroDocument, contact: string) {
  const { list, number, body } = document
  const numbered = xeroNames[list].number
  const [narrowed, isSame] = isPurchase(document)
    ? [
        `Contact.ContactID==guid("${contact}")`,
        (one: XeroJson) => plainNumber(one[numbered]) === plainNumber(number),
      ]
    : [`${numbered}=="${quoteForXero(number)}"`, (one: XeroJson) => one[numbered] === number]
  const query = { where: `Type=="${body.Type}" AND ${narrowed}` }
  const found: XeroJson[] = []
  for await (const rows of fetchXeroPages(call, list, { query, size: PAGE }))
    found.push(...rows.filter(isSame))
  return found
}

/** One that Xero has by this number: ours, where no other row here names it, and contact and total are the same. */
export async function findExistingDocument(
  context: SendContext,
  document: XeroDocument,
  contact: string,
): Promise<SendOutcome | null> {
  const { list, number, cents } = document
  const { id } = xeroNames[list]
  const there = await fetchNumbered(context, document, contact)
  const found = withoutKnown(context, there, id)
  const live = found.filter((one) => !isGoneThere(one))
  const isOurs = (one: XeroJson) =>
    (one.Contact as XeroJson | undefined)?.ContactID === contact && readXeroCents(one.Total) === cents
  const ours = live.find(isOurs)
  if (ours) return readSent(document, ours)
  if (isPurchase(document)) {
    const held =
      there.find((one) => !isGoneThere(one) && !found.includes(one)) ?? (await fetchOwn(context, document))
    if (held) return giveWay(context, document, held)
    return live[0] ? refusedBy([describeOther(document, live[0])]) : null
  }
  const gone = found.find(isGoneThere)
  if (gone)
    return {
      ...{ state: 'diverged', xeroid: String(gone[id]), xeronumber: number, sentcents: asCents(0) },
      reason: `Xero has ${number}, which was ${gone.Status === 'VOIDED' ? 'voided' : 'deleted'} there, and takes the number once.`,
    }
  return null
}

/** One of its number that went from here, also where its contact is another in Xero by now, as after a merge. */
async function fetchOwn(context: SendContext, { list, number, who }: XeroDocument) {
  const { read, tenantid } = context
  const [id, numbered] = [xeroNames[list].id, xeroNames[list].number]
  const kind = list === 'Invoices' ? 'bill' : 'billcredit'
  const same = read((db) => listSentBills(db, { supplier: who?.id ?? '', kind, tenantid })).filter(
    (one) => plainNumber(one.xeronumber) === plainNumber(number),
  )
  if (same.length === 0) return
  const query = { IDs: same.map(({ xeroid }) => xeroid).join(','), page: 1, pageSize: same.length }
  return readRows(await context.call({ path: `/${list}`, query }), list).find(
    (one) =>
      same.some(({ xeroid }) => xeroid === one[id]) &&
      !isGoneThere(one) &&
      plainNumber(one[numbered]) === plainNumber(number),
  )
}

const sayThere = ({ list }: XeroDocument, there: XeroJson) =>
  `Xero has a ${list === 'Invoices' ? 'bill' : 'credit note'} numbered ${there[xeroNames[list].number]} of this supplier already: ${formatRand(readXeroCents(there.Total))}, dated ${shortDate(readXeroDay(there.Date))}`

const IF_TWO = 'If they are two, give that one another number in Xero, then send this one again.'

/** Xero would take it beside the one that it has. */
const describeOther = (document: XeroDocument, there: XeroJson) =>
  `${sayThere(document, there)}. This one comes to ${formatRand(document.cents)}, so it was not sent as a second. If this one is right, void that one in Xero, and if they are two, give that one another number there; then send this one again. If that one is right, cancel this one and enter it again as it is there.`

/** One of its number that another row here names: it goes once that one, cancelled here, is voided there. */
async function giveWay(context: SendContext, document: XeroDocument, there: XeroJson): Promise<SendOutcome> {
  const { services, accountid, tenantid, read } = context
  const xeroid = String(there[xeroNames[document.list].id])
  const { holder, cancelled } = read((db) => {
    const holder = xeroEntryThere(db, xeroid, tenantid)
    return { holder, cancelled: holder !== null && isCancelledBill(db, holder.recordid) }
  })
  if (!holder || !cancelled)
    return refusedBy(
      [
        `${sayThere(document, there)}, which was sent from here before. So this one was not sent as a second. If the two are one, cancel this one. ${IF_TWO}`,
      ],
      NUMBERED,
    )
  if (holder.state === 'refused')
    return refusedBy(
      [
        `${sayThere(document, there)}. That one was cancelled here, and Xero did not void it, so this one was not sent as a second. See beside that one what helps: once it is voided, this one goes by itself. ${IF_TWO}`,
      ],
      NUMBERED,
    )
  // It was cancelled in an earlier version, while the account was connected to no organisation, or to another.
  if (holder.state !== 'waiting')
    await services.tenants.write(accountid, SYSTEM, (tx) =>
      takeBackFromXero(tx, [{ kind: holder.kind, recordid: holder.recordid }]),
    )
  return { state: 'wait', reason: 'The cancelled one of its number is voided in Xero first.' }
}

export const isGoneThere = ({ Status }: XeroJson) => Status === 'VOIDED' || Status === 'DELETED'

/** Whether nobody approved it there: it is in no books yet, and is deleted, not voided. */
export const isDraftThere = ({ Status }: XeroJson) => Status === 'DRAFT' || Status === 'SUBMITTED'

export const DRAFT_THERE = 'It stands in Xero as a draft that nobody approved: approve it there.'

export function readSent({ list, cents, number }: XeroDocument, made: XeroJson): SendOutcome {
  const total = readXeroCents(made.Total)
  const there = {
    xeroid: String(made[xeroNames[list].id]),
    xeronumber: String(made[xeroNames[list].number] ?? number),
    sentcents: total,
  }
  if (total === cents && !isDraftThere(made)) return { state: 'sent', ...there }
  if (total === cents) return { state: 'diverged', code: SETTLED, ...there, reason: DRAFT_THERE }
  return {
    state: 'diverged',
    ...there,
    reason: `Its total in Xero is ${formatRand(total)}, and here ${formatRand(cents)}.`,
  }
}
