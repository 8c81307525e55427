import { chargeEntries, leaveOutEntries } from '#db/queries/work/billed-time.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { publishWork } from '#server/domains/work/jobsteps/publish-work.ts'
import { addLines } from '#server/domains/work/materials/add-lines.ts'
import { changeLines } from '#server/domains/work/materials/change-line.ts'
import { withPlainFields } from '#server/domains/work/materials/line-problem.ts'
import { OTHER } from '#server/domains/work/materials/line-roles.ts'
import { forbidden, invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asRate } from '#server/money/decimal.ts'
import { bookedTime, formatQuantity } from '#views/format.ts'
import type { BillableEntry } from './distribute-time.ts'
import { type BillChoice, type BillGroup, type BillPlan, describeBilled, planBill } from './plan-bill.ts'
import { splitTimeEntry } from './split-time-entry.ts'
import { type ChosenEntry, rememberTimeChoice } from './undo-choice.ts'

/** `undo`: the id that takes it back. */
type Billed = { lines: string[]; entries: number; undo: string; warnings: string[] }

/**
 * In place of what a line of each labour item charges, or beside it on a new one, which its entries remember: nothing is
 * charged twice, and where that was used already somebody says which. What the work costs, the rates of the workers say, so such a line costs nothing. @throws 404, 403, 400 by field
 */
export function billTime(tx: Tx, viewer: Viewer, jobid: string, choice: BillChoice): Billed {
  const job = getEditableJob(tx.db, viewer, jobid)
  if (!viewer.claims.has('materials.consume')) throw forbidden()
  const plan = planBill(tx.db, jobid, choice)
  const groups = plan.groups.filter(({ chosen }) => chosen.length > 0)
  checkBill(plan, choice)
  if (choice.beside || groups.some(({ met }) => !met?.line.nonbillable)) checkMayCharge(viewer)
  const { lines, warnings } = bookGroups(tx, jobid, groups)
  const parts = groups.map(({ chosen, inventoryid }, at) => {
    const cut = chosen.map((entry) => cutEntry(tx, entry))
    chargeEntries(tx.db, tx.now, {
      ids: cut.map(({ id }) => id),
      materialid: lines[at] as string,
      inventoryid: inventoryid as string,
    })
    return cut
  })
  const undo = rememberTimeChoice(tx, jobid, {
    left: false,
    lines: groups.map(({ line }, at) => ({ id: lines[at] as string, consumed: line?.consumed ?? null })),
    entries: parts.flat(),
  })
  const entries = groups.flatMap(({ chosen }) => chosen)
  publishWork(
    tx,
    job,
    entries.map(({ workerid }) => workerid),
  )
  return { lines, entries: entries.length, undo, warnings }
}

const cutEntry = (tx: Tx, entry: BillableEntry): ChosenEntry => ({
  id: splitTimeEntry(tx, entry),
  whole: entry.id,
  inventoryid: entry.inventoryid,
})

/**
 * Decided by a person: it stays in the timesheet and in the cost of the job, and is on no invoice. Its line charges what it
 * charges already, and costs this time. @throws 404, 403, 400
 */
export function leaveOutTime(tx: Tx, viewer: Viewer, jobid: string, choice: BillChoice): Billed {
  const job = getEditableJob(tx.db, viewer, jobid)
  if (!viewer.claims.has('materials.consume')) throw forbidden()
  const plan = planBill(tx.db, jobid, choice)
  checkMayCharge(viewer)
  const entries = plan.groups.flatMap(({ chosen }) => chosen)
  checkChosen(entries, choice)
  const parts: ChosenEntry[] = []
  for (const { chosen, met, inventoryid } of plan.groups) {
    const cut = chosen.map((entry) => cutEntry(tx, entry))
    const ids = cut.map(({ id }) => id)
    parts.push(...cut)
    if (met && inventoryid) chargeEntries(tx.db, tx.now, { ids, materialid: met.line.id, inventoryid })
    leaveOutEntries(tx.db, tx.now, ids)
  }
  const undo = rememberTimeChoice(tx, jobid, { left: true, lines: [], entries: parts })
  const changes = plan.groups
    .filter(({ chosen }) => chosen.length > 0)
    .map((group) => ({ field: 'time', oldvalue: bookedTime(group), newvalue: 'not charged' }))
  recordHistory(tx, 'jobs', jobid, changes)
  touchJob(tx, jobid)
  publishWork(
    tx,
    job,
    entries.map(({ workerid }) => workerid),
  )
  return { lines: [], entries: entries.length, undo, warnings: [] }
}

/** What the client is charged for is decided by who sees what it comes to. @throws 403 */
function checkMayCharge({ claims }: Viewer) {
  if (!claims.has('jobs.money'))
    throw forbidden('Whether this time is charged is decided by who sees prices, once the job is invoiced.')
}

/** The lines are in the order of the groups. */
function bookGroups(tx: Tx, jobid: string, groups: readonly BillGroup[]) {
  const changes = groups.flatMap(({ line, consumed }) => (line ? [{ id: line.id, consumed }] : []))
  // The labour item is the only thing that a person chose.
  const changed = withPlainFields(() => changeLines(tx, changes, () => undefined))
  const fresh = groups.filter(({ line }) => !line)
  const added = withPlainFields(() => addLines(tx, fresh.map(newLine(jobid))))
  const addedids = new Map(fresh.map((group, at) => [group, added.lines[at]?.id as string]))
  return {
    lines: groups.map((group) => group.line?.id ?? (addedids.get(group) as string)),
    warnings: [...changed.flatMap(({ warning }) => warning ?? []), ...added.warnings],
  }
}

const newLine = (jobid: string) => (group: BillGroup) => ({
  jobid,
  role: OTHER,
  inventoryid: group.inventoryid,
  description: describeBilled(group),
  consumed: group.quantity,
  ...agreedValues(group),
  ...(group.unrated ? {} : { costrate: asRate(0) }),
  nonbillable: false,
})

function agreedValues({ agreed }: BillGroup) {
  if (!agreed) return {}
  const { unitratio, ...values } = agreed
  return values
}

function checkBill({ groups, fixedprice }: BillPlan, { entryids, beside }: BillChoice) {
  if (fixedprice && (beside || groups.length === 0))
    throw new Problem(
      400,
      'This job has a fixed price, which its time is part of: a line would charge nothing.',
    )
  const chosen = groups.flatMap((group) => group.chosen)
  checkChosen(chosen, { entryids })
  if (groups.some((group) => group.inventoryid === null && group.chosen.length > 0))
    throw invalid({ inventoryid: 'Choose the labour item of the time that names none.' })
  if (beside !== undefined) return
  for (const { met, name, chosen } of groups)
    if (met?.used && !met.decided && chosen.length > 0)
      throw invalid({
        beside: `Choose whether this time takes the place of the ${formatQuantity(met.quantity, met.line.unit)} of ${name} that the job charges already, or is charged beside them.`,
      })
}

function checkChosen(chosen: readonly { id: string }[], { entryids }: BillChoice) {
  const missing = entryids?.filter((id) => !chosen.some((entry) => entry.id === id)) ?? []
  if (missing.length > 0)
    throw new Problem(409, 'Some of this time was charged, changed or removed meanwhile: look at it again.')
  if (chosen.length === 0) throw new Problem(400, 'No time is chosen that could be charged.')
}
