import { listReceivedForJobs } from '#db/queries/purchasing/order-lines.ts'
import { listWaitingForGoods } from '#db/queries/stock/reservations.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import { toPair } from '#db/statement.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import type { ProductChange } from '#server/domains/work/jobinputs/find-following.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'
import { movedBy } from '#server/stock/direction.ts'
import { readOnHand } from '#server/stock/read.ts'
import { formatQuantity, isOrAre } from '#views/format.ts'

type Waiting = { quantity: number; name: string }

/** Of what these changes took from stock: what came by purchase orders for other jobs that have not used it. */
export function warnOfOthersGoods({ db }: Tx, viewer: Viewer, changes: readonly ProductChange[]): string[] {
  const { taken, takers } = sumTaken(changes)
  const waiting = findWaiting(db, viewer, [...taken.keys()], takers)
  if (waiting.size === 0) return []
  const held = readOnHand(db, [...waiting.keys()])
  return listItemContexts(db, [...waiting.keys()]).flatMap(({ id, name, code, baseunit }) => {
    const jobs = waiting.get(id) ?? []
    const left = Math.max(0, held.get(id)?.quantity ?? 0)
    const short = jobs.reduce((sum, { quantity }) => sum + quantity, 0) - left
    if (short <= 0) return []
    const words = (quantity: number) => formatQuantity(asQuantity(quantity), baseunit)
    const theirs = words(Math.min(short, taken.get(id) ?? 0))
    const names = [...new Set(jobs.map((job) => job.name))].join(' and ')
    const wait = jobs.length === 1 ? 'waits' : 'wait'
    return `Saved, but ${theirs} of ${name} [${code}] came by a purchase order for ${names}, which ${wait} for it: ${words(left)} ${isOrAre(left)} left on hand.`
  })
}

/** In base units, by item. */
function sumTaken(changes: readonly ProductChange[]) {
  const taken = new Map<string, number>()
  const takers = new Set<string>()
  for (const { before, after } of changes) {
    const quantity = (before ? movedBy(before) : 0) - (after ? movedBy(after) : 0)
    if (quantity <= 0 || !after?.inventoryid) continue
    taken.set(after.inventoryid, (taken.get(after.inventoryid) ?? 0) + quantity)
    takers.add(after.jobid)
  }
  return { taken, takers }
}

/** Of each item the jobs that it came for, with what of it they still plan to use, in base units. */
function findWaiting(
  db: TenantDb,
  viewer: Viewer,
  items: readonly string[],
  takers: ReadonlySet<string>,
): Map<string, Waiting[]> {
  const reserving = (items.length > 0 ? listWaitingForGoods(db, items) : []).filter(
    ({ jobid }) => !takers.has(jobid),
  )
  if (reserving.length === 0) return new Map()
  const came = sumBase(listReceivedForJobs(db, [...new Set(reserving.map(({ jobid }) => jobid))]))
  const reserved = sumBase(reserving)
  const jobs = new Map(reserving.map((row) => [toPair(row.inventoryid, row.jobid), row]))
  const waiting = [...jobs].map(([pair, { inventoryid, reference, boardid, location }]) => ({
    inventoryid,
    quantity: Math.min(came.get(pair) ?? 0, reserved.get(pair) ?? 0),
    name: canSeeJobAt(viewer, boardid, location) ? `job ${reference}` : 'another job',
  }))
  return Map.groupBy(waiting, ({ inventoryid }) => inventoryid)
}

type Sum = { inventoryid: string; jobid: string; unitratio: string; quantity: number }

function sumBase(rows: readonly Sum[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { inventoryid, jobid, unitratio, quantity } of rows) {
    const pair = toPair(inventoryid, jobid)
    sums.set(pair, (sums.get(pair) ?? 0) + toBase(asQuantity(quantity), parseRatio(unitratio)))
  }
  return sums
}
