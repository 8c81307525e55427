import { changeXeroConnection, listUncheckedXero, xeroConnection } from '#db/queries/platform/xero.ts'
import { countXeroEntries, wakeXeroEntries } from '#db/queries/settings/xero.ts'
import {
  compareStanding,
  countStandingXero,
  firstXeroEntryUtc,
  giveReasons,
  listNotVoided,
  listSettledAnew,
  markDiverged,
  markSettled,
  wakeRefusedParts,
  withdrawVoided,
} from '#db/queries/settings/xero-changes.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import { findServing } from '#server/cells/cell.ts'
import { latestNextTime } from '#server/clock-jump.ts'
import { addMs, HOUR_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { asCents } from '#server/money/decimal.ts'
import { compareNaturally } from '#server/natural-sort.ts'
import type { Services } from '#server/services.ts'
import { openXero, type XeroJson, type XeroRound } from '#server/xero/client.ts'
import { fetchXeroPages } from '#server/xero/fetch-list.ts'
import { queueTakenBack, XERO_QUEUED } from '#server/xero/queue.ts'
import { readXero } from '#server/xero/settings.ts'
import { formatRand } from '#views/format.ts'
import { countTakenBack } from './documents.ts'
import { DRAFT_THERE, isDraftThere, isGoneThere } from './find-existing-document.ts'
import { listUnknownNumbers } from './list-unknown-numbers.ts'
import { NUMBERED, readRows, readXeroCents, sayWhy } from './send-context.ts'
import { describeNotVoided } from './send-document.ts'

const PAGE = 1_000
/** Clocks differ, by hours where one is set to another zone, and what changed while it was asked is asked for again. */
const OVERLAP_MS = 4 * HOUR_MS
const STEP = 5
/** Their ids go in one address. */
const ANEW = 40
/** The last one that was asked about: an account of which it fails each time holds up no other. */
const reached = new WeakMap<Services['platform'], string>()

/** Payments first: one that was deleted there is no longer among what was put to its invoice. */
const lists = { Payments: 'PaymentID', CreditNotes: 'CreditNoteID', Invoices: 'InvoiceID' } as const
type List = keyof typeof lists
const words = { VOIDED: 'It was voided in Xero.', DELETED: 'It was deleted in Xero.' } as const

/** Once an hour, of a few accounts at a time: what was changed there is no longer sent. */
export async function checkXeroChanges(services: Services) {
  if (!readXero(services.config)) return
  const { platform, clock, cell } = services
  const now = clock()
  const asked = {
    before: addMs(now, -HOUR_MS),
    latest: latestNextTime(now),
    after: reached.get(platform) ?? '',
    most: STEP,
  }
  const due = platform.read((db) => listUncheckedXero(db, { ...asked, ...findServing(cell) }))
  reached.set(platform, due.length < STEP ? '' : (due.at(-1) ?? ''))
  for (const accountid of due)
    await findDiverged(services, accountid, { whole: false }).catch((error) =>
      logFailure('what changed in Xero', error),
    )
}

type Asked = Pick<NonNullable<ReturnType<typeof xeroConnection>>, 'checkedutc' | 'connectedutc'>

/** After a clock that was ahead nobody knows since when: all that was changed since it was connected. */
const askedSince = (known: Asked | null, now: string) =>
  [known?.checkedutc, known?.connectedutc].find((utc) => utc && utc <= now) ?? now

type Told = { accountid: string; tenantid: string }

/** An account that was put back to a backup knows less than was sent, and of one from before the first document nothing. */
function sinceFirst(
  { tenants }: Services,
  { accountid, tenantid }: Told,
  known: Asked | null,
  since: string,
) {
  const first = tenants.read(accountid, (db) => firstXeroEntryUtc(db, tenantid))
  return [first, known?.connectedutc].reduce<string>(
    (least, utc) => (utc && utc < least ? utc : least),
    since,
  )
}

/**
 * `found`: documents of which it is new. `standing`: those that were cancelled here and not voided there. `takenback`: what
 * was cancelled or reversed here, and waits to be taken back there. `unknown`: numbers as `listUnknownNumbers` has them, where
 * the `whole` is asked.
 */
export type Differing = {
  found: number
  diverged: number
  standing: number
  takenback: number
  unknown: readonly string[]
}

/**
 * What differs there from what was sent: of what was changed there since Xero was last asked, or, `whole`, since the
 * first document. @throws as `openXero` says
 */
export async function findDiverged(
  services: Services,
  accountid: string,
  { whole }: { whole: boolean },
): Promise<Differing> {
  const began = services.clock().toISOString()
  const { tenantid, call } = openXero(services, accountid)
  const known = services.platform.read((db) => xeroConnection(db, accountid))
  const last = askedSince(known, began)
  const since = addMs(whole ? sinceFirst(services, { accountid, tenantid }, known, last) : last, -OVERLAP_MS)
  const takenback = whole
    ? await services.tenants.write(accountid, SYSTEM, (tx) => queueForgotten(tx, tenantid))
    : 0
  const mark = (list: List, rows: readonly XeroJson[]) =>
    rows.length === 0
      ? 0
      : services.tenants.write(accountid, SYSTEM, (tx) => markChanged(tx, list, rows, { tenantid, began }))
  const unknown = new Set<string>()
  let found = 0
  for (const list of Object.keys(lists) as List[])
    for await (const rows of fetchXeroPages(call, list, { size: PAGE, since })) {
      found += await mark(list, rows)
      if (!whole || list === 'Payments') continue
      const numbers = services.tenants.read(accountid, (db) => listUnknownNumbers(db, list, rows))
      for (const number of numbers) unknown.add(number)
    }
  found += await mark('Invoices', await fetchSettledAnew(services, { accountid, tenantid, call }))
  await services.platform.write((tx) => {
    if (xeroConnection(tx.db, accountid)?.tenantid === tenantid)
      changeXeroConnection(tx.db, accountid, { checkedutc: began })
  })
  return services.tenants.read(accountid, (db) => {
    const { diverged = 0 } = countXeroEntries(db, tenantid)
    const standing = countStandingXero(db, tenantid)
    return { found, diverged, standing, takenback, unknown: [...unknown].sort(compareNaturally) }
  })
}

function queueForgotten(tx: Tx, tenantid: string): number {
  const before = countTakenBack(tx.db, tenantid)
  const found = queueTakenBack(tx, tenantid)
  if (found > 0) tx.publish(XERO_QUEUED, [])
  return before + found
}

/** `began`: when it was asked. */
type Round = { tenantid: string; began: string }

function markChanged(tx: Tx, list: List, rows: readonly XeroJson[], round: Round): number {
  const gone = (status: keyof typeof words) => {
    const ids = rows.filter(({ Status }) => Status === status).map((row) => String(row[lists[list]]))
    if (ids.length === 0) return 0
    noteVoided(tx, round.tenantid, ids)
    return markDiverged(tx.db, ids, words[status], tx.now)
  }
  const found = gone('VOIDED') + gone('DELETED')
  if (found > 0) tx.publish('RecordChanged', [{ table: 'xero' }])
  if (list !== 'Payments') sayNotVoided(tx, list, rows)
  return found + (list === 'Payments' ? 0 : compareDocuments(tx, list, rows, round))
}

/** What was cancelled here, and somebody voided there: another of its number goes now. */
function noteVoided(tx: Tx, tenantid: string, ids: readonly string[]) {
  if (withdrawVoided(tx.db, ids, tx.now) === 0) return
  wakeXeroEntries(tx.db, tenantid, tx.now, NUMBERED)
  tx.publish(XERO_QUEUED, [])
  tx.publish('RecordChanged', [{ table: 'xero' }])
}

/** What was cancelled here and stands there still: why, as it stands by now. */
function sayNotVoided(tx: Tx, list: 'Invoices' | 'CreditNotes', rows: readonly XeroJson[]) {
  const there = new Map(rows.map((row) => [String(row[lists[list]]), row]))
  const anew = listNotVoided(tx.db, [...there.keys()]).flatMap(({ id, xeroid, reason: before }) => {
    const reason = sayWhy(describeNotVoided(list, there.get(xeroid) as XeroJson))
    // What follows may be Xero's own words, which it says only where it is asked to void it.
    const stands = reason.slice(0, reason.indexOf('.') + 1)
    return before.startsWith(stands) ? [] : [{ id, reason }]
  })
  if (anew.length === 0) return
  giveReasons(tx.db, anew, tx.now)
  tx.publish('RecordChanged', [{ table: 'xero' }])
}

/** Total and what is put to each there, and what was sent from here. Returns how many differ that did not. */
function compareDocuments(
  tx: Tx,
  list: 'Invoices' | 'CreditNotes',
  rows: readonly XeroJson[],
  round: Round,
): number {
  const standing = rows
    .filter((row) => !isGoneThere(row))
    .map((row) => {
      const total = readXeroCents(row.Total)
      // What a credit note is put to is told by the invoice.
      const settled = list === 'Invoices' ? asCents(total - readXeroCents(row.AmountDue)) : null
      return { xeroid: String(row[lists[list]]), total, settled, draft: isDraftThere(row) }
    })
  const compared = compareStanding(tx.db, standing, round)
  const differing = compared.map((one) => ({ ...one, reason: describeStanding(one) }))
  const changed = differing.filter(({ flagged, reason }) => flagged || reason)
  if (changed.length === 0) return 0
  markSettled(
    tx.db,
    changed.map(({ id, reason }) => ({ id, reason })),
    tx.now,
  )
  const approved = changed.filter(({ before, draft }) => before === DRAFT_THERE && !draft)
  const ids = approved.map(({ recordid }) => recordid)
  if (wakeRefusedParts(tx.db, round.tenantid, ids, tx.now) > 0) tx.publish(XERO_QUEUED, [])
  tx.publish('RecordChanged', [{ table: 'xero' }])
  return changed.filter(({ flagged }) => !flagged).length
}

type Standing = ReturnType<typeof compareStanding>[number]

function describeStanding({ totalthere, totalhere, settledthere, settledhere, draft }: Standing) {
  if (draft) return DRAFT_THERE
  const total =
    totalthere === totalhere
      ? ''
      : `Its total was changed in Xero: ${formatRand(totalthere)} there, and ${formatRand(totalhere)} was sent from here. Change it back there; what is to be another is changed here, which is sent then.`
  if (settledthere === null || settledthere === settledhere) return total
  const differs = `Xero has ${formatRand(settledthere)} put to it, and ${formatRand(settledhere)} was sent from here.`
  const helps =
    settledthere > settledhere
      ? 'Delete there what stands there twice, or was taken back here; what was entered only there, enter here with the same day and amount.'
      : 'A payment or a credit was taken off it there.'
  return [total, differs, helps].filter(Boolean).join(' ')
}

/** Marked ones of which something was sent since: Xero itself may have changed nothing of them. */
async function fetchSettledAnew(
  { tenants }: Services,
  { accountid, tenantid, call }: Told & XeroRound,
): Promise<XeroJson[]> {
  const ids = tenants.read(accountid, (db) => listSettledAnew(db, tenantid, ANEW))
  if (ids.length === 0) return []
  const query = { IDs: ids.join(','), page: 1, pageSize: ANEW }
  return readRows(await call({ path: '/Invoices', query }), 'Invoices')
}
