import { APPROVE } from '#db/job-status.ts'
import { listStepsOfJobs } from '#db/queries/work/job-steps.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { daysAfter, startOfWeek } from '#server/dates.ts'
import { saveAsTemplate } from '#server/domains/work/frequency/use-template.ts'
import { changeJobStep } from '#server/domains/work/jobsteps/change-job-step.ts'
import { makeFirstIteration, makeNextIteration } from '#server/domains/work/jobsteps/make-iteration.ts'
import { rescheduleJob } from '#server/domains/work/schedule/reschedule-job.ts'
import { addTimeEntry } from '#server/domains/work/timesheet/save-entry.ts'
import { changeWeek } from '#server/domains/work/timesheets/change-week.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { parseRate } from '#server/money/decimal.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { findId, fullViewer, jobId } from './find.ts'
import {
  demoLastWeek,
  demoOrderWork,
  demoPlans,
  demoRates,
  demoTemplates,
  demoTime,
  demoWeek,
  type Week,
} from './workshop-data.ts'

/** The jobs of the week are in work: what was done since yesterday, what runs now, and what is done once more. */
export function fillWeek(tx: Tx) {
  for (const [name, rate] of Object.entries(demoRates))
    prepared(tx.db, 'UPDATE workers SET rate = ? WHERE name = ?').run([parseRate(rate), name])
  for (const { job, ...work } of demoWeek) fillWork(tx, jobId(tx.db, job), work)
  for (const [n, { id }] of approvedOrders(tx).entries())
    fillWork(tx, id, demoOrderWork[n] ?? { done: [], running: [] })
  for (const { job, worker, item, ...time } of demoTime)
    addTimeEntry(tx, fullViewer(tx.db), {
      ...time,
      jobid: jobId(tx.db, job),
      workerid: workerId(tx, worker),
      inventoryid: findId(tx.db, 'SELECT id FROM inventory WHERE code = ?', item),
    })
  fillLastWeek(tx)
  planWeek(tx)
  addTemplates(tx)
}

function fillWork(tx: Tx, jobid: string, { rework, done, running, given = [] }: Omit<Week, 'job'>) {
  const { approvedutc } = findJobPlace(tx.db, jobid) ?? {}
  makeFirstIteration({ ...tx, now: approvedutc ?? tx.now }, jobid)
  const first = done.flatMap(startAndFinish)
  const then: Act[] = [
    ...running.map(({ since, ...one }) => ({ ...one, action: 'start' as const, minutesago: since })),
    ...given.map((one) => ({ ...one, minutesago: 0 })),
  ]
  if (!rework) return actInOrder(tx, jobid, [...first, ...then])
  actInOrder(tx, jobid, first)
  const before = Math.max(...then.map(({ minutesago }) => minutesago)) + 5
  makeNextIteration(at(tx, before), jobid, { lane: APPROVE, reason: rework })
  actInOrder(tx, jobid, then)
}

const at = (tx: Tx, minutesago: number): Tx => ({ ...tx, now: addMs(tx.now, -minutesago * MINUTE_MS) })

const approvedOrders = ({ db }: Tx) =>
  prepared<{ id: string }>(
    db,
    `SELECT j.id FROM jobs j JOIN boards b ON b.id = j.boardid AND b.slug = 'orders'
     WHERE j.status = ${APPROVE} ORDER BY j.finish, j.reference`,
  ).all()

/** Over this week and into the next, whatever day it is. */
function planWeek(tx: Tx) {
  const monday = startOfWeek(today(tx))
  for (const { job, from, to } of demoPlans) {
    const days = { start: daysAfter(monday, from), scheduledend: daysAfter(monday, to) }
    rescheduleJob(tx, fullViewer(tx.db), jobId(tx.db, job), days)
  }
}

function addTemplates(tx: Tx) {
  for (const { job, description, repeats } of demoTemplates) {
    const id = saveAsTemplate(tx, fullViewer(tx.db), jobId(tx.db, job))
    const start = repeats ? daysAfter(today(tx), repeats.next) : null
    prepared(tx.db, 'UPDATE jobs SET description = ?, start = ? WHERE id = ?').run([description, start, id])
    if (repeats)
      prepared(tx.db, 'UPDATE categories SET frequency = ?, updatedutc = ? WHERE name = ?').run([
        ...[repeats.frequency, tx.now, repeats.category],
      ])
  }
}

const today = (tx: Tx) => todayIn(readZone(tx.db), new Date(tx.now))

/** One week waits to be approved, another is. */
function fillLastWeek(tx: Tx) {
  const viewer = fullViewer(tx.db)
  const monday = daysAfter(startOfWeek(today(tx)), -7)
  const inventoryid = findId(tx.db, 'SELECT id FROM inventory WHERE code = ?', 'L-ART')
  for (const { worker, approved, time } of demoLastWeek) {
    const workerid = workerId(tx, worker)
    const own = { ...tx, by: { userid: null, name: worker } }
    for (const { job, day, ...one } of time)
      addTimeEntry(own, viewer, {
        ...{ ...one, workerid, inventoryid },
        ...{ jobid: jobId(tx.db, job), date: daysAfter(monday, day) },
      })
    changeWeek(own, viewer, { workerid, date: monday, action: 'submit' })
    if (approved) changeWeek(tx, viewer, { workerid, date: monday, action: 'approve' })
  }
}

type Done = { step: string; worker: string; since: number; minutes: number }

const startAndFinish = ({ step, worker, since, minutes }: Done): Act[] => [
  { step, worker, action: 'start', minutesago: since },
  { step, worker, action: 'finish', minutesago: since - minutes },
]

type Act = { step: string; worker: string; action?: 'start' | 'finish'; minutesago: number }

/** What was done first is written first, as it would have been. */
function actInOrder(tx: Tx, jobid: string, acts: readonly Act[]) {
  for (const one of acts.toSorted((a, b) => b.minutesago - a.minutesago)) act(tx, jobid, one)
}

/** On the newest iteration, by the same rules as by hand, at that time. */
function act(tx: Tx, jobid: string, { step, worker, action, minutesago }: Act) {
  const then = { ...at(tx, minutesago), by: { userid: null, name: worker } }
  const found = listStepsOfJobs(tx.db, [jobid]).find(({ name }) => name === step)
  if (!found) throw new Error(`The demo has no step ${step}.`)
  changeJobStep(then, fullViewer(tx.db), { id: found.id, action, workerid: workerId(tx, worker) })
}

const workerId = ({ db }: Tx, name: string) => findId(db, 'SELECT id FROM workers WHERE name = ?', name)
