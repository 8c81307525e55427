import { COMPLETE } from '#db/job-status.ts'
import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { stepProgress } from '#db/queries/work/job-steps.ts'
import { detailRow, type JobPlaceRow } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { warnUnplanned } from '#server/domains/work/jobinputs/unplanned-products.ts'
import type { ChosenTimeGroups } from '#server/domains/work/timesheet/charge-chosen-time.ts'
import { Problem } from '#server/errors.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { movedBy } from '#server/stock/direction.ts'
import { readOnHand } from '#server/stock/read.ts'
import { counted, formatQuantity } from '#views/format.ts'
import { sayAmount } from './at-once-amount.ts'
import { visibleJob } from './find-job.ts'
import { checkMoveAssertions } from './guard-move.ts'
import { jobWarnings } from './present-cards.ts'
import { pricedLines } from './price-lines.ts'

export type Said = { code: string; message: string }

/** Once every line is used as estimated. */
const SETTLED = ['unconsumed', 'rule.consumed', 'steps']

/** What the long way from here to the draft of an invoice would ask or say. @throws 404, 400 `blocked` as the move would */
export function warnAtOnce(
  db: TenantDb,
  viewer: Viewer,
  id: string,
  { name, ...chosen }: ChosenTimeGroups & { name: string },
): Said[] {
  const job = visibleJob(db, viewer, id)
  const asked = [...jobWarnings(db, { ...job, status: COMPLETE }), ...checkRules(db, job)]
  return [
    ...(viewer.claims.has('jobs.money') ? sayAmount(db, id, chosen) : []),
    ...sayApproval(db, job, name),
    ...sayOpenSteps(db, id),
    ...warnUnplanned(db, id),
    ...asked.filter(({ code }) => !SETTLED.includes(code)),
    ...(viewer.claims.has('stock.read') ? sayBelowZero(db, id) : []),
  ]
}

/** Those that hold once all is used as estimated. */
function checkRules(db: TenantDb, { id, boardid, status }: JobPlaceRow): Said[] {
  try {
    return checkMoveAssertions(db, id, boardid, status, COMPLETE)
  } catch (error) {
    if (!(error instanceof Problem) || error.more.code !== 'blocked') throw error
    const left = (error.more.data as Said[]).filter(({ code }) => !SETTLED.includes(code))
    if (left.length === 0) return []
    throw new Problem(400, left.map(({ message }) => message).join(' '), { code: 'blocked', data: left })
  }
}

function sayApproval(db: TenantDb, { id, approvedutc }: JobPlaceRow, name: string): Said[] {
  if (approvedutc !== null) return []
  const sent = detailRow(db, id)?.estimatesentutc ? 'The client has not answered the estimate. ' : ''
  return [{ code: 'approval', message: `${sent}The job is recorded as approved by ${name}.` }]
}

/** How many steps are done, where not all are. */
export function sayOpenSteps(db: TenantDb, id: string): Said[] {
  const { done, total } = stepProgress(db, [id]).get(id) ?? { done: 0, total: 0 }
  if (done === total) return []
  return [{ code: 'steps', message: `${done} of ${counted(total, 'step is', 'steps are')} done.` }]
}

/** Of what `consumeEstimated` takes out: lines on which nothing was used yet. */
function sayBelowZero(db: TenantDb, id: string): Said[] {
  const moved = new Map<string, number>()
  for (const { line } of pricedLines(db, id)) {
    const more = line.consumed === 0 ? movedBy({ ...line, consumed: line.estimated }) : 0
    if (more < 0 && line.inventoryid) moved.set(line.inventoryid, (moved.get(line.inventoryid) ?? 0) + more)
  }
  const ids = [...moved.keys()]
  const onhand = readOnHand(db, ids)
  return findOrderItems(db, ids).flatMap(({ id: item, name: itemname, baseunit, keptinstock }) => {
    const after = asQuantity((onhand.get(item)?.quantity ?? 0) + moved.get(item)!)
    if (!keptinstock || after >= 0) return []
    return [
      { code: 'belowzero', message: `Stock of ${itemname} goes to ${formatQuantity(after, baseunit)}.` },
    ]
  })
}
