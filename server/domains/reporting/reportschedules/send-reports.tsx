import { readFile, rm } from 'node:fs/promises'
import { accountIds } from '#db/queries/outbox.ts'
import { userById } from '#db/queries/people/users.ts'
import { listActiveAmong } from '#db/queries/platform/accounts.ts'
import {
  listReportRecipients,
  listReportSchedules,
  type ReportSchedule,
  setReportOutcome,
} from '#db/queries/reporting.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM, type TenantDb, type TenantEvent } from '#db/types.ts'
import type { BackgroundJob } from '#server/background.ts'
import { limitAccountMails, MAILS_A_DAY } from '#server/documents/mail-document.tsx'
import { Problem } from '#server/errors.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { composeMail } from '#server/mail/compose.tsx'
import { type Outbox, Outboxes } from '#server/mail/outboxes.ts'
import { queueMail } from '#server/mail/queue.ts'
import { notify } from '#server/notifications/notify.ts'
import { semaphore } from '#server/semaphore.ts'
import type { Services } from '#server/services.ts'
import { readToday, readZone } from '#server/zone.ts'
import { instant } from '#views/format.ts'
import { ReportMail } from '#views/mails/report.tsx'
import { withQuery } from '#views/ui/links.ts'
import { fillParameters } from '../reports/permit-report.ts'
import { describeDays } from '../reports/print-report.ts'
import type { Report, ReportParameters } from '../reports/report.ts'
import { reportByName } from '../reports/reports.ts'
import { checkTogether, makeReportAttachment } from './attachment.ts'
import { scheduleDue } from './next-sending.ts'
import { reportDays } from './periods.ts'
import { mayUserRead, mayUserSend } from './readers.ts'

/** Reports of so many accounts are made at a time. */
const AT_ONCE = 2
/** One that takes longer is for a person who waits for it. */
const PATIENCE_MS = 10 * MINUTE_MS

/** Once each, also after downtime: a mail and its mark are one transaction, and what was missed is sent once. */
export function sendReports(services: Services): Pick<BackgroundJob, 'run' | 'stop'> {
  const stopped = new AbortController()
  const slots = semaphore(AT_ONCE)
  const busy = new Set<string>()
  const plans = reportPlans(services)
  function visit(plan: Outbox, accountid: string) {
    if (busy.has(accountid)) return
    busy.add(accountid)
    // Not awaited: an account whose report takes minutes holds up no other.
    slots(() => sendAccountReports(services, accountid, stopped.signal))
      .catch((error) => logFailure(`reports by mail of ${accountid}`, error))
      .finally(() => {
        busy.delete(accountid)
        if (!stopped.signal.aborted) plans.reschedule(plan)
      })
  }
  return {
    stop: () => stopped.abort(new Error('The program ended.')),
    async run() {
      await plans.scan()
      const now = services.clock().toISOString()
      const due = plans.due(now).flatMap((plan) => (plan.accountid ? [{ plan, id: plan.accountid }] : []))
      if (due.length === 0) return
      const ids = due.map(({ id }) => id)
      const active = new Set(services.platform.read((db) => listActiveAmong(db, now, ids)))
      for (const { plan, id } of due) if (active.has(id)) visit(plan, id)
    },
  }
}

const plansByServices = new WeakMap<Services, Outboxes>()

/** When the next report of each account is due: only a file in which one is due is opened. */
function reportPlans(services: Services): Outboxes {
  const known = plansByServices.get(services)
  if (known) return known
  const made = new Outboxes(services, { accounts: accountIds, next: nextReport })
  plansByServices.set(services, made)
  return made
}

/** Looks anew when the next report of an account is due. */
export const planReports = (services: Services, accountid: string) =>
  reportPlans(services).noteQueued(accountid)

/** A change of schedules, or of the zone that their hours are of, is said of their table. */
export function heedPlannedReports(services: Services, accountid: string, { event, args }: TenantEvent) {
  const [changed] = args as { table?: string }[]
  if (event === 'RecordChanged' && changed?.table === 'reportschedules') planReports(services, accountid)
}

function nextReport(db: TenantDb): string | null {
  const zone = readZone(db)
  return (
    listReportSchedules(db)
      .map((one) => scheduleDue(zone, one))
      .sort()[0] ?? null
  )
}

function listDue(db: TenantDb, now: Date): ReportSchedule[] {
  const zone = readZone(db)
  return listReportSchedules(db).filter((one) => scheduleDue(zone, one) <= now.toISOString())
}

async function sendAccountReports(services: Services, accountid: string, signal: AbortSignal) {
  const { tenants, clock } = services
  for (const schedule of tenants.read(accountid, (db) => listDue(db, clock()))) {
    if (signal.aborted) return
    await sendReport(services, accountid, schedule, signal).catch(async (error) => {
      if (signal.aborted) return
      if (error instanceof Problem && error.status === 429)
        return putOff(services, accountid, schedule, error)
      logFailure(`report ${schedule.report} by mail of ${accountid}`, error)
      const reason = error instanceof Problem ? error.message : 'The report could not be read.'
      await tenants.write(accountid, SYSTEM, (tx) => tellOwner(tx, schedule, reason))
    })
  }
}

function endSending({ db, now }: Tx, { id }: ReportSchedule, outcome: string) {
  setReportOutcome(db, id, now, `${instant(now, readZone(db))}: ${outcome}`)
}

const WAITS = 'Waits. '

/** It stays due, and goes as soon as the account may mail again; said once. */
async function putOff(
  { tenants, clock }: Services,
  accountid: string,
  schedule: ReportSchedule,
  { more }: Problem,
) {
  if (schedule.outcome.startsWith(WAITS)) return
  const until = addMs(clock().toISOString(), (more.retryafter ?? 0) * 1000)
  await tenants.write(accountid, SYSTEM, (tx) => {
    const reason = `An account mails ${MAILS_A_DAY} documents and reports a day: it goes from ${instant(until, readZone(tx.db))} on.`
    setReportOutcome(tx.db, schedule.id, schedule.lastutc, WAITS + reason)
    notifyOwner(tx, schedule, `“${schedule.name}” waits to be sent by mail. ${reason}`)
  })
}

/** Where nobody is left to be told, the list says it alone. */
function tellOwner(tx: Tx, schedule: ReportSchedule, reason: string) {
  endSending(tx, schedule, `Not sent. ${reason}`)
  notifyOwner(tx, schedule, `“${schedule.name}” was not sent by mail. ${reason}`)
}

function notifyOwner(tx: Tx, { ownerid: userid }: ReportSchedule, message: string) {
  if (userById(tx.db, userid)?.archived === false)
    notify(tx, { userid, type: 'warning', message, open: '/reporting/schedules' })
}

async function sendReport(
  services: Services,
  accountid: string,
  schedule: ReportSchedule,
  signal: AbortSignal,
) {
  const { tenants, platform } = services
  const report = reportByName(schedule.report)
  if (!report) throw new Problem(400, 'This report is gone.')
  const { parameters, readers, allowed } = tenants.read(accountid, (db) => ({
    parameters: parametersOf(db, report, schedule),
    readers: listReportRecipients(db, schedule.id).filter(mayReadNow(db, report)),
    allowed: mayUserSend(db, schedule.ownerid, report.name),
  }))
  if (!allowed)
    throw new Problem(403, 'Whoever set this up may not export this report any more: set it up anew.')
  if (readers.length > 0) await limitAccountMails(platform, accountid, readers.length)
  const file = await makeReportAttachment(
    services,
    {
      accountid,
      userid: schedule.ownerid,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    },
    { report, parameters, format: schedule.format },
  )
  try {
    const base64 = (await readFile(file.path)).toString('base64')
    await tenants.write(accountid, SYSTEM, (tx) =>
      queueReport(tx, services, { schedule, report, parameters, attachment: { ...file, base64 } }),
    )
  } finally {
    await rm(file.path, { force: true })
  }
}

function parametersOf(db: TenantDb, report: Report, { period }: ReportSchedule): ReportParameters {
  const { start, end } = reportDays(period, readToday(db))
  return fillParameters(db, report, { start, end, date: end })
}

type Sent = {
  schedule: ReportSchedule
  report: Report
  parameters: ReportParameters
  attachment: { filename: string; contenttype: string; base64: string; size: number }
}

const mayReadNow =
  (db: TenantDb, { name }: Report) =>
  ({ id }: { id: string }) =>
    mayUserRead(db, id, name)

/** To each recipient who may read it now. */
function queueReport(
  tx: Tx,
  { encryption, url }: Services,
  { schedule, report, parameters, attachment }: Sent,
) {
  const chosen = listReportRecipients(tx.db, schedule.id)
  const readers = chosen.filter(mayReadNow(tx.db, report))
  const { filename, contenttype, base64, size } = attachment
  checkTogether(size, readers.length)
  const asked = Object.fromEntries(report.parameters.map((name) => [name, parameters[name]]))
  const body = (
    <ReportMail
      title={report.title}
      about={report.about}
      days={describeDays(report, parameters)}
      filename={filename}
      href={url + withQuery(`/reporting/${report.name}`, asked)}
    />
  )
  const mail = { ...composeMail(schedule.name, body), attachments: [{ filename, contenttype, base64 }] }
  for (const { email } of readers)
    queueMail(tx, encryption, { ...mail, to: email, by: schedule.ownerid, open: '/reporting/schedules' })
  const left = chosen.filter((one) => !readers.includes(one)).map(({ name }) => name)
  const went = readers.length === 0 ? 'Not sent to anybody' : `Sent to ${readers.length} of ${chosen.length}`
  const why = left.length > 0 ? `, since they may not read it: ${left.join(', ')}` : ''
  endSending(tx, schedule, chosen.length === 0 ? 'Not sent: nobody is chosen.' : `${went}${why}.`)
}
