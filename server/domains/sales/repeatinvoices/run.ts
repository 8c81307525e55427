import { invoiceRow } from '#db/queries/sales/invoices.ts'
import {
  findRepeatInvoicing,
  listOpenRepeatInvoices,
  type RepeatInvoice,
  type RepeatInvoicing,
} from '#db/queries/sales/repeat-invoices.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM, type TenantDb } from '#db/types.ts'
import { accountRounds } from '#server/account-rounds.ts'
import { type Acting, actFor } from '#server/acting.ts'
import type { BackgroundJob } from '#server/background.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { HOUR_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Services } from '#server/services.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { personName } from '#views/format.ts'
import { advance, move, Overtaken } from './advance.ts'
import { permitRepeatInvoice } from './rights.ts'

/** With those of repeating jobs. */
const ROUND = { everyms: 6 * HOUR_MS, aheadms: 2 * HOUR_MS }

const woken = new WeakMap<Services, Set<string>>()

/** Does at once what the next round would do. */
export function wakeRepeatInvoices(services: Services, accountid: string) {
  const waiting = woken.get(services) ?? new Set()
  woken.set(services, waiting.add(accountid))
  services.background.soon('repeatinvoices')
}

/** Once for each job: what is done and its mark are one transaction, and what was left undone comes next time. */
export function invoiceRepeats(services: Services): Pick<BackgroundJob, 'run' | 'stop'> {
  let stopped = false
  const visit = async (accountid: string) => {
    if (stopped) return
    await invoiceAccount(services, accountid, () => stopped).catch((error) =>
      logFailure(`repeat invoices of ${accountid}`, error),
    )
  }
  const rounds = accountRounds(services, { ...ROUND, visit })
  return {
    stop: () => {
      stopped = true
    },
    run: async () => {
      const waiting = woken.get(services)
      for (const accountid of waiting ?? []) {
        waiting?.delete(accountid)
        await visit(accountid)
      }
      await rounds()
    },
  }
}

const listDue = (services: Services, accountid: string): RepeatInvoice[] =>
  services.tenants.exists(accountid)
    ? services.tenants.glance(accountid, (db) =>
        listOpenRepeatInvoices(db, todayIn(readZone(db), services.clock())),
      )
    : []

async function invoiceAccount(services: Services, accountid: string, isStopped: () => boolean) {
  for (const row of listDue(services, accountid)) {
    if (isStopped()) return
    await invoiceJob(services, accountid, row)
  }
}

async function invoiceJob(services: Services, accountid: string, due: RepeatInvoice) {
  const write = (run: (tx: Tx) => void) => services.tenants.write(accountid, SYSTEM, run)
  const chosen = services.tenants.read(accountid, (db) => findRepeatInvoicing(db, due))
  if (!chosen)
    return write((tx) => void move(tx, due, { state: 'done', message: 'The repeat invoices no more.' }))
  let row = due
  try {
    const acting = actForOwner(services, accountid, chosen)
    while (row.state !== 'done') row = await advance(acting, row, chosen)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (!(error instanceof Problem)) return logFailure(`repeat invoice of ${row.jobid}`, error)
    if (error.status === 429 || error.status === 503) return
    await write((tx) =>
      error.more.code === 'review' ? wait(tx, row, chosen) : refuse(tx, row, chosen, error),
    )
  }
}

const actForOwner = (services: Services, accountid: string, chosen: RepeatInvoicing): Acting => {
  const { ownerid: userid, email, invoice } = chosen
  const name = personName(chosen)
  return actFor(
    services,
    { userid, name, email, accountid },
    { what: 'by a repeat', permit: (viewer) => permitRepeatInvoice(viewer, invoice, name) },
  )
}

const WAITS = 'The draft waits for somebody else to review it, and is issued by itself after that.'

function wait(tx: Tx, row: RepeatInvoice, chosen: RepeatInvoicing) {
  if (row.message === WAITS) return
  move(tx, row, { state: row.state, message: WAITS })
  tell(tx, row, chosen, (job) => `${job} is invoiced by its repeat. ${WAITS}`)
}

/** What was done before stays: the transaction of this step alone was taken back. */
function refuse(tx: Tx, row: RepeatInvoice, chosen: RepeatInvoicing, { message, more }: Problem) {
  const reason = Object.values(more.fields ?? {})[0] ?? message
  const kept = {
    due: 'The job is kept as it was made, without an invoice.',
    draft: 'Its draft is kept, and was not issued.',
    issued: 'It is issued, and was not mailed.',
  }[row.state as 'due' | 'draft' | 'issued']
  move(tx, row, { state: 'refused', message: `${kept} ${reason}` })
  recordHistory(tx, 'jobs', row.jobid, [
    { field: 'repeat invoice', oldvalue: '', newvalue: `${kept} ${reason}` },
  ])
  tell(
    tx,
    row,
    chosen,
    (job) => `${job} was not invoiced as its repeat says. ${kept} ${reason} ${todo[row.state]}`,
  )
}

const todo: Partial<Record<RepeatInvoice['state'], string>> = {
  due: 'Mend that, then invoice it by hand.',
  draft: 'Mend that, then issue it by hand.',
  issued: 'Send it by hand.',
}

/** Where nobody is left to be told, the list of templates says it alone. */
function tell(tx: Tx, row: RepeatInvoice, chosen: RepeatInvoicing, words: (job: string) => string) {
  if (chosen.archived) return
  const job = findJobPlace(tx.db, row.jobid)
  notify(tx, {
    userid: chosen.ownerid,
    type: 'warning',
    message: words(job?.reference ?? 'A job'),
    open: row.invoiceid && isThere(tx.db, row.invoiceid) ? `/invoices/${row.invoiceid}` : jobPage(tx.db, job),
  })
}

const isThere = (db: TenantDb, invoiceid: string) => Boolean(invoiceRow(db, invoiceid))

const jobPage = (db: TenantDb, job: ReturnType<typeof findJobPlace>) =>
  (job && jobLinks(db)(job.boardid, job.reference)) ?? ''
