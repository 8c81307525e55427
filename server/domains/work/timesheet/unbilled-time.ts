import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { bookedTime, formatQuantity } from '#views/format.ts'
import { planBill } from './plan-bill.ts'

/** Time that is ticked as charged, and on no line of the job; nothing where the price is fixed, which it is part of, and of the labour of products, which charges nothing. */
export function readUnbilledTime(db: TenantDb, jobid: string) {
  const { fixedprice, groups, running } = planBill(db, jobid, {})
  if (fixedprice) return { groups: [], running: 0 }
  const charging = groups.filter(({ met }) => !met?.line.nonbillable)
  return {
    groups: charging.map(
      ({ inventoryid, name, unit, rate, minutes, workers, quantity, net, beside, met, entries }) => ({
        ...{ inventoryid, name, unit, rate, minutes, workers, quantity, net, besidenet: beside.net },
        entryids: entries.map(({ id }) => id),
        lineids: met ? [met.line.id] : [],
        met: met?.used
          ? { quantity: met.quantity, unit: met.line.unit, decided: met.decided, net: met.net }
          : null,
      }),
    ),
    running,
  }
}

/** As a move asks of a job that becomes complete: of all that was worked, in one sentence. */
export function warnUnbilledTime(db: TenantDb, jobid: string) {
  const { groups } = readUnbilledTime(db, jobid)
  if (groups.length === 0) return []
  const message = `${groups.map(bookedTime).join(', and ')} is not charged yet: charge it or leave it out under Timesheet of the job, or on the draft of its invoice.`
  return [{ code: 'unbilledtime', message }]
}

export type UnbilledTime = ReturnType<typeof readUnbilledTime>

/** Where nobody would read it. @throws 400 */
export function refuseUnbilledTime(db: TenantDb, jobid: string | null) {
  const [first] = jobid ? readUnbilledTime(db, jobid).groups : []
  if (!first) return
  const { met } = first
  const how = met?.decided
    ? `charge it with the ${formatQuantity(met.quantity, met.unit)} of ${first.name} on the job, or leave it out`
    : met
      ? `charge it in place of the ${formatQuantity(met.quantity, met.unit)} of ${first.name} on the job, beside them, or leave it out`
      : 'add it or leave it out'
  throw new Problem(400, `${bookedTime(first)} is not charged yet: open the draft, and ${how}.`, {
    code: 'unbilledtime',
  })
}
