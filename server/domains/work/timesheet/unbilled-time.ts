import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { bookedTime } from '#views/format.ts'
import { planBill } from './plan-bill.ts'

/** Time that is ticked as charged, and on no line of the job; nothing where the price is fixed, which it is part of. */
export function readUnbilledTime(db: TenantDb, jobid: string) {
  const { fixedprice, groups, running } = planBill(db, jobid, {})
  if (fixedprice) return { groups: [], running: 0 }
  return {
    groups: groups.map(({ inventoryid, name, unit, rate, minutes, workers }) => ({
      ...{ inventoryid, name, unit, rate, minutes, workers },
    })),
    running,
  }
}

export type UnbilledTime = ReturnType<typeof readUnbilledTime>

/** Where nobody would read it. @throws 400 */
export function refuseUnbilledTime(db: TenantDb, jobid: string | null) {
  const [first] = jobid ? readUnbilledTime(db, jobid).groups : []
  if (first)
    throw new Problem(
      400,
      `${bookedTime(first)} is on no line of the job: open the draft, and add it or leave it out.`,
      { code: 'unbilledtime' },
    )
}
