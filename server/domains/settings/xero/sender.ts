import { NEVER } from '#db/queries/outbox.ts'
import { xeroAccountIds, xeroConnection } from '#db/queries/platform/xero.ts'
import {
  changeXeroEntry,
  dueXeroEntries,
  nextXeroEntry,
  postponeXeroEntries,
  wakeDependents,
  wakeXeroEntries,
  type XeroEntry,
  xeroEntryById,
} from '#db/queries/settings/xero.ts'
import { xeroKinds } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/instants.ts'
import { describeError, logFailure } from '#server/log.ts'
import { Outboxes } from '#server/mail/outboxes.ts'
import { asCents } from '#server/money/decimal.ts'
import { semaphore } from '#server/semaphore.ts'
import type { Services } from '#server/services.ts'
import { openXero } from '#server/xero/client.ts'
import { readXeroMapping } from '#server/xero/mapping.ts'
import { XeroBusy, XeroDown, XeroLeft, XeroRefused } from '#server/xero/problems.ts'
import { readXero } from '#server/xero/settings.ts'
import { sendAllocation } from './send-allocation.ts'
import {
  isLeaving,
  NUMBERED,
  refusedBy,
  type SendContext,
  type SendOutcome,
  sendContext,
} from './send-context.ts'
import { sendDocument } from './send-document.ts'
import { sendPayment } from './send-payment.ts'

const AT_ONCE = 20
const ACCOUNTS_AT_ONCE = 10
const EVERY_MS = 5_000
const WAIT_MS = 10 * MINUTE_MS

export type XeroSender = ReturnType<typeof createXeroSender>

/** What waits for Xero, account by account and one after another: its limits are for each organisation. */
export function createXeroSender(getServices: () => Services) {
  let outboxes: Outboxes | undefined
  const boxes = (services: Services) => {
    outboxes ??= new Outboxes(services, { accounts: xeroAccountIds, next: nextXeroEntry })
    return outboxes
  }
  let stopped = false
  return {
    /** Accounts in which a document waits. */
    waiting: () => outboxes?.waiting ?? 0,
    queued(accountid: string) {
      const services = getServices()
      boxes(services).noteQueued(accountid)
      services.background.soon('xero')
    },
    job: {
      name: 'xero',
      everyms: EVERY_MS,
      async run() {
        const services = getServices()
        if (!readXero(services.config)) return
        const all = boxes(services)
        while (!(await all.scan())) if (stopped) return
        const place = semaphore(ACCOUNTS_AT_ONCE)
        await Promise.all(
          all.due(services.clock().toISOString()).map((outbox) =>
            place(async () => {
              if (stopped || !outbox.accountid) return
              await sendWaiting(services, outbox.accountid, () => stopped).catch((error) =>
                logFailure('xero', error),
              )
              all.reschedule(outbox)
            }),
          ),
        )
      },
      stop() {
        stopped = true
      },
    },
  }
}

// What leaves a document makes room for what follows.
const rank = (entry: XeroEntry) => (isLeaving(entry) ? -1 : xeroKinds.indexOf(entry.kind))

async function sendWaiting(services: Services, accountid: string, isStopped: () => boolean) {
  const known = services.platform.read((db) => xeroConnection(db, accountid))
  const mapping = services.tenants.read(accountid, readXeroMapping)
  const round = openXero(services, accountid)
  if (!known || known.failure || !mapping?.sending || mapping.tenantid !== round.tenantid)
    return postponeAll(services, accountid)
  const context = sendContext(services, { accountid, mapping, ...round })
  const now = services.clock().toISOString()
  const due = context.read((db) => dueXeroEntries(db, round.tenantid, now, AT_ONCE))
  for (const entry of due.toSorted((a, b) => rank(a) - rank(b))) {
    if (isStopped()) return
    if (!(await sendEntry(context, entry))) return
  }
}

/** Nothing goes for now: asked again later, or at once when it is connected or mapped. */
const postponeAll = ({ tenants, clock }: Services, accountid: string) =>
  tenants.write(accountid, SYSTEM, (tx) => postponeXeroEntries(tx.db, tx.now, addMs(clock(), WAIT_MS)))

/** False where there is no use in trying the next one. */
async function sendEntry(context: SendContext, entry: XeroEntry): Promise<boolean> {
  const { services, accountid } = context
  const { outcome, goon, nextms } = await attempt(context, entry)
  if (!outcome) return goon
  await services.tenants.write(accountid, SYSTEM, (tx) => {
    // Of a mapping that is another by now.
    const isPast = isForMapping(outcome) && !Bun.deepEquals(readXeroMapping(tx.db), context.mapping)
    applyOutcome(tx, entry, isPast ? askedAgain : outcome, nextms)
  })
  return goon
}

const isForMapping = (outcome: SendOutcome) => outcome.state === 'refused' && outcome.code === 'mapping'

const askedAgain: SendOutcome = { state: 'again', xeroid: '', sentcents: asCents(0) }

/** Without an outcome it waits as before. */
type Attempt = { outcome?: SendOutcome; goon: boolean; nextms?: number }

async function attempt(context: SendContext, entry: XeroEntry): Promise<Attempt> {
  try {
    return { outcome: await send(context, entry), goon: true }
  } catch (error) {
    if (error instanceof XeroRefused) return { outcome: refusedBy(error.sentences, error.why), goon: true }
    if (error instanceof XeroLeft) return { goon: false }
    const reason = describeError(error)
    if (error instanceof XeroBusy)
      return {
        outcome: { state: 'wait', reason: 'Xero takes no more calls for now.' },
        goon: false,
        nextms: error.waitms,
      }
    if (error instanceof XeroDown) {
      const nextms = Math.min(HOUR_MS, MINUTE_MS * 2 ** entry.attempts)
      return { outcome: { state: 'wait', reason: 'Xero could not be reached.' }, goon: false, nextms }
    }
    logFailure('xero', error)
    return { outcome: { state: 'wait', reason }, goon: false, nextms: WAIT_MS }
  }
}

function send(context: SendContext, entry: XeroEntry): Promise<SendOutcome> {
  if (entry.kind === 'payment' || entry.kind === 'billpayment') return sendPayment(context, entry)
  if (entry.kind === 'allocation' || entry.kind === 'billallocation') return sendAllocation(context, entry)
  return sendDocument(context, entry)
}

/** What was asked of it meanwhile is done next; what is there by now is kept in any case. */
function applyOutcome(tx: Tx, entry: XeroEntry, outcome: SendOutcome, nextms?: number) {
  const { db, now } = tx
  const present = xeroEntryById(db, entry.id)
  if (!present) return
  const changed = present.revision !== entry.revision
  const { state, ...there } = outcome
  if (state === 'wait') {
    // Without an answer it may have been done: whoever asks again looks first. A wait for another document asked nothing.
    const attempts = nextms === undefined ? entry.attempts : entry.attempts + 1
    const nextutc = nextms === undefined ? NEVER : addMs(now, nextms)
    if (!changed) changeXeroEntry(db, entry.id, { ...there, attempts, nextutc, changedutc: now })
    else changeXeroEntry(db, entry.id, { attempts })
    return
  }
  const gone = state === 'withdrawn' ? { xeroid: '', sentcents: asCents(0) } : {}
  const isOver = !changed && state !== 'again'
  changeXeroEntry(db, entry.id, {
    ...{ code: '', reason: '', ...there, ...gone, attempts: 0, changedutc: now },
    state: isOver ? state : 'waiting',
    // Asked again it is another thing than what was just answered.
    ...(state === 'refused' || state === 'again' ? { revision: present.revision + 1 } : {}),
    nextutc: now,
  })
  if (state !== 'refused') wakeDependents(db, entry.recordid, now)
  if (entry.invoiceid) wakeDependents(db, entry.invoiceid, now)
  // Of a bill, that is its voiding: one of the same number waits for it.
  else if (entry.xeroid && (state === 'withdrawn' || state === 'refused')) {
    wakeXeroEntries(db, entry.tenantid, now)
    if (state === 'withdrawn') wakeXeroEntries(db, entry.tenantid, now, NUMBERED)
  }
  tx.publish('RecordChanged', [{ table: 'xero', id: entry.recordid }])
}
