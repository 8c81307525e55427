import { type ClosedInterval, listOverlapping, setCostSeconds } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { type Interval, shareOverlaps } from './intervals.ts'

/** Call it when an interval of a person was closed, changed or taken out: what lies beside it costs another part now. */
export function shareTime(db: TenantDb, { workerid, startutc, endutc }: Interval & { workerid: string }) {
  const near = listOverlapping(db, { workerid, start: startutc, end: endutc })
  const around = near.length <= 1 ? near : listOverlapping(db, { workerid, ...hull(near) })
  const shares = shareOverlaps(around)
  // A share is rounded to the nearest second and worked time down: nothing costs more than was worked.
  const costs = new Map(around.map(({ id, seconds }, at) => [id, Math.min(shares[at] as number, seconds)]))
  for (const { id, costseconds } of near) {
    const share = costs.get(id) as number
    if (share !== costseconds) setCostSeconds(db, id, share)
  }
}

const hull = (intervals: readonly ClosedInterval[]) => ({
  start: intervals.map(({ startutc }) => startutc).sort()[0] as string,
  end: intervals
    .map(({ endutc }) => endutc)
    .sort()
    .at(-1) as string,
})
