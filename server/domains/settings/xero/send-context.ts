import { changeXeroEntry, listKnownXeroIds, type XeroEntry, xeroDocument } from '#db/queries/settings/xero.ts'
import { listXeroNames, type XeroName } from '#db/queries/settings/xero-names.ts'
import { SYSTEM, type TenantDb } from '#db/types.ts'
import { asCents, type Cents, parseCents } from '#server/money/decimal.ts'
import type { Services } from '#server/services.ts'
import type { XeroJson, XeroRound } from '#server/xero/client.ts'
import type { XeroMapping } from '#server/xero/mapping.ts'
import { XeroDown } from '#server/xero/problems.ts'
import { shortText } from '#views/format.ts'

export type SendContext = XeroRound & {
  services: Services
  accountid: string
  mapping: XeroMapping
  read<T>(run: (db: TenantDb) => T): T
}

/** What became of an entry; `wait`: nothing was asked, since something else comes first. */
export type SendOutcome =
  | { state: 'sent'; xeroid: string; xeronumber?: string; sentcents: Cents }
  | { state: 'refused'; code: string; reason: string; sentcents?: Cents }
  | {
      state: 'diverged'
      code?: string
      xeroid: string
      xeronumber?: string
      sentcents: Cents
      reason: string
    }
  | { state: 'withdrawn' }
  /** Done, and there is more to do at once. */
  | { state: 'again'; xeroid: string; xeronumber?: string; sentcents: Cents }
  | { state: 'wait'; reason: string }

export const sendContext = (
  services: Services,
  { accountid, mapping, ...round }: XeroRound & Pick<SendContext, 'accountid' | 'mapping'>,
): SendContext => ({
  ...{ services, accountid, mapping, ...round },
  read: (run) => services.tenants.read(accountid, run),
})

/** The same for the same thing asked again, so that Xero does it once. */
export const idempotencyKey = ({ id, revision }: XeroEntry, what: string) =>
  `joblane-${id}-${revision}-${what}`

export const knownAccounts = (db: TenantDb): ReadonlySet<string> =>
  new Set(listXeroNames(db).flatMap(({ kind, code }: XeroName) => (kind === 'account' ? [code] : [])))

/** Xero ends some of its sentences with none. */
export const endSentence = (sentence: string) => (/[.!?:]$/.test(sentence) ? sentence : `${sentence}.`)

export const sayWhy = (sentences: readonly string[]) => shortText(sentences.map(endSentence).join(' '), 1_000)

export const refusedBy = (sentences: readonly string[], code = 'validation'): SendOutcome => ({
  state: 'refused',
  code,
  reason: sayWhy(sentences),
})

export const readRows = (json: XeroJson, list: string): XeroJson[] => {
  const rows = json[list]
  return Array.isArray(rows) ? (rows as XeroJson[]) : []
}

/** The code of a bill that is not sent beside one of its number, which another row here names. */
export const NUMBERED = 'numbered'

/** By its id. @throws XeroDown where the answer does not have it: nothing is known of it then */
export async function fetchXeroOne(
  { call }: Pick<SendContext, 'call'>,
  list: 'Invoices' | 'CreditNotes' | 'Payments' | 'Contacts',
  id: string,
): Promise<XeroJson> {
  const [one] = readRows(await call({ path: `/${list}/${id}` }), list)
  if (!one) throw new XeroDown()
  return one
}

/** As Xero gives an amount: a number of two decimals. */
export const readXeroCents = (value: unknown): Cents => parseCents(Number(value ?? 0))

/** The day of `/Date(1550793600000+0000)/`, as Xero gives one. */
export function readXeroDay(value: unknown): string {
  const [, ms] = /^\/Date\((-?\d{1,14})/.exec(String(value ?? '')) ?? []
  return ms === undefined ? String(value ?? '') : new Date(Number(ms)).toISOString().slice(0, 10)
}

/**
 * Of what Xero has, what no row here names: no answer came when it was sent, or the account was put back to a backup from
 * before that.
 */
export function withoutKnown(
  { read, tenantid }: Pick<SendContext, 'read' | 'tenantid'>,
  rows: readonly XeroJson[],
  id: 'InvoiceID' | 'CreditNoteID' | 'PaymentID' | 'AllocationID',
): XeroJson[] {
  if (rows.length === 0) return []
  const ids = rows.map((row) => String(row[id]))
  const known = new Set(read((db) => listKnownXeroIds(db, ids, tenantid)))
  return rows.filter((row) => !known.has(String(row[id])))
}

/** Kept before it is asked for: its answer may be lost, and it be taken back here before it is asked for again. */
export const keepAsked = async (
  { services, accountid }: SendContext,
  { id, sentcents }: XeroEntry,
  cents: Cents,
) => {
  if (cents !== sentcents)
    await services.tenants.write(accountid, SYSTEM, (tx) => changeXeroEntry(tx.db, id, { sentcents: cents }))
}

/** Asked for without an answer as another sum than it is by now. */
export const isAskedOtherwise = ({ xeroid, sentcents }: XeroEntry, cents: Cents) =>
  xeroid === '' && sentcents > 0 && sentcents !== cents

/** What was asked for otherwise: it is taken back next where it stands there, and else forgotten. */
export const adoptLost = (entry: XeroEntry, xeroid: unknown): SendOutcome =>
  xeroid === undefined
    ? { state: 'again', xeroid: '', sentcents: asCents(0) }
    : { state: 'again', xeroid: String(xeroid), sentcents: entry.sentcents }

/** Xero did not take what was asked for, so that nothing of it stands there. */
export const notTaken = (refused: SendOutcome): SendOutcome => ({
  ...refused,
  ...{ sentcents: asCents(0) },
})

/** Of what is put to a document, that it may stand there and is to leave it. */
export const isLeaving = ({ state, invoiceid, xeroid, sentcents }: XeroEntry) =>
  state === 'waiting' && invoiceid !== '' && (xeroid !== '' || sentcents > 0)

/** The document that comes first: its id there, or what is waited for. */
export function readThere(
  { read, tenantid }: Pick<SendContext, 'read' | 'tenantid'>,
  kind: 'invoice' | 'creditnote' | 'bill' | 'billcredit',
  id: string,
): string | SendOutcome {
  const entry = read((db) => xeroDocument(db, kind, id, tenantid))
  const what = kind === 'invoice' || kind === 'bill' ? 'invoice' : 'credit note'
  if (entry?.xeroid && entry.state !== 'refused') return entry.xeroid
  if (entry?.state === 'refused')
    return { state: 'wait', reason: `Its ${what} was refused: that comes first.` }
  return { state: 'wait', reason: `Its ${what} goes first.` }
}
