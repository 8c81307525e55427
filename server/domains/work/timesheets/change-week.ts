import { randomUUIDv7 } from 'bun'
import { userById } from '#db/queries/people/users.ts'
import { findTimeWeek, storeTimeWeek, type TimeWeekRow, type WeekState } from '#db/queries/work/time-weeks.ts'
import { workers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { startOfWeek } from '#server/dates.ts'
import { permitWorker } from '#server/domains/work/jobsteps/find-step.ts'
import { conflict, forbidden, invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { notify } from '#server/notifications/notify.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { duration, shortDate } from '#views/format.ts'
import { readWeek } from './read-week.ts'
import { readWeekTime } from './week-time.ts'

export const weekActions = ['submit', 'withdraw', 'approve', 'return', 'reopen'] as const
type WeekAction = (typeof weekActions)[number]

type Rule = {
  from: WeekState
  to: WeekState
  done: string
  manages?: true
  needsReason?: true
  complete?: true
}

const rules: Record<WeekAction, Rule> = {
  submit: { from: 'open', to: 'submitted', done: 'submitted', complete: true },
  withdraw: { from: 'submitted', to: 'open', done: 'taken back' },
  approve: { from: 'submitted', to: 'approved', done: 'approved', manages: true, complete: true },
  return: { from: 'submitted', to: 'open', done: 'sent back', manages: true, needsReason: true },
  reopen: { from: 'approved', to: 'open', done: 'reopened', manages: true, needsReason: true },
}

const states: Record<WeekState, string> = {
  open: 'open',
  submitted: 'waiting for approval',
  approved: 'approved',
}

type Change = { workerid: string; date: string; action: WeekAction; reason?: string; version?: number }

/** Submitted, also without any time, then approved, or sent back with a reason. Returns a sentence. @throws 403, 400, 409 */
export function changeWeek(
  tx: Tx,
  viewer: Viewer,
  { workerid, date, action, reason, version }: Change,
): string {
  const rule = rules[action]
  const monday = startOfWeek(date)
  const worker = getRecord(tx.db, workers, workerid, 'workerid')
  if (rule.manages && !viewer.claims.has('timesheet.manage')) throw forbidden()
  permitWorker(tx, viewer, workerid, 'timesheet.manage')
  const before = findTimeWeek(tx.db, workerid, monday)
  const state = before?.state ?? 'open'
  if (version !== undefined && version !== (before?.version ?? 0))
    throw conflict(
      readWeek(tx.db, viewer, { workerid, date }),
      `Somebody was quicker: this week is ${states[state]} now.`,
    )
  if (state !== rule.from) throw new Problem(409, `This week is ${states[state]}.`, { code: 'weekstate' })
  if (rule.needsReason && !reason) throw invalid({ reason: 'Say why, so that the worker knows what to do.' })
  if (monday > readToday(tx.db)) throw invalid({ date: 'This week has not begun yet.' })
  const time = readWeekTime(tx.db, workerid, monday)
  if (rule.complete) refuseIncomplete(time)
  const week = store(tx, before, { workerid, monday, rule, reason: reason ?? '' })
  const change = { field: 'week', oldvalue: states[state], newvalue: describe(rule, reason, time.minutes) }
  recordHistory(tx, 'time_weeks', week, [change], `${worker.name}, ${shortDate(monday)}`)
  tx.publish('RecordChanged', [{ table: 'time_weeks', id: week }])
  const said = `The week of ${worker.name} from ${shortDate(monday)} is ${rule.done}`
  tellWorker(tx, worker.userid, rule, { monday, message: reason ? `${said}: ${reason}` : `${said}.` })
  return said
}

const describe = ({ done }: Rule, reason: string | undefined, minutes: number) =>
  [`${done}, ${duration(minutes)}`, reason].filter(Boolean).join(': ')

function refuseIncomplete({ running, unconfirmed }: { running: number; unconfirmed: number }) {
  if (running > 0) throw new Problem(400, 'A timer of this week still runs: pause it first.')
  if (unconfirmed > 0)
    throw new Problem(
      400,
      `${unconfirmed === 1 ? '1 entry of this week is' : `${unconfirmed} entries of this week are`} to be confirmed first.`,
    )
}

type Decided = { workerid: string; monday: string; rule: Rule; reason: string }

function store(tx: Tx, before: TimeWeekRow | null, { workerid, monday, rule, reason }: Decided): string {
  const id = before?.id ?? randomUUIDv7()
  const submitted =
    rule.to === 'submitted' || !before
      ? { submittedutc: tx.now, submittedby: tx.by.name }
      : { submittedutc: before.submittedutc, submittedby: before.submittedby }
  const decided = rule.manages
    ? { decidedutc: tx.now, decidedby: tx.by.name, reason }
    : { decidedutc: null, decidedby: '', reason: '' }
  storeTimeWeek(tx.db, tx.now, { id, workerid, monday, state: rule.to, ...submitted, ...decided })
  return id
}

/** What others decided on somebody's week. */
function tellWorker(
  tx: Tx,
  userid: string | null,
  rule: Rule,
  { monday, message }: { monday: string; message: string },
) {
  if (!rule.manages || !userid || userid === tx.by.userid || userById(tx.db, userid)?.archived !== false)
    return
  notify(tx, {
    userid,
    type: rule.to === 'approved' ? 'success' : 'warning',
    message,
    open: `/timesheets?date=${monday}`,
  })
}
