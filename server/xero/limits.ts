import { MINUTE_MS } from '#server/instants.ts'
import { semaphore } from '#server/semaphore.ts'
import { XeroBusy } from './problems.ts'

/** Xero's own, of each organisation. */
export const CALLS_A_MINUTE = 60
const CALLS_AT_ONCE = 5
/** A call waits so long for its turn; what needs longer is asked again later. */
const PATIENCE_MS = 20_000

type Lane = {
  run: ReturnType<typeof semaphore>
  /** When the last calls began, by a clock that never goes back. */
  begun: number[]
  pauseduntil: number
}

const lanes = new Map<string, Lane>()

function laneFor(tenantid: string): Lane {
  const known = lanes.get(tenantid)
  if (known) return known
  const made: Lane = { run: semaphore(CALLS_AT_ONCE), begun: [], pauseduntil: 0 }
  lanes.set(tenantid, made)
  return made
}

/** How long the next call has to wait, in ms. */
export function waitForTurn(
  { begun, pauseduntil }: Pick<Lane, 'begun' | 'pauseduntil'>,
  now: number,
): number {
  const oldest = begun.length < CALLS_A_MINUTE ? undefined : begun[begun.length - CALLS_A_MINUTE]
  return Math.max(0, pauseduntil - now, oldest === undefined ? 0 : oldest + MINUTE_MS - now)
}

/** @throws XeroBusy when its turn comes too late */
export const withinLimits = <T>(tenantid: string, call: () => Promise<T>): Promise<T> => {
  const lane = laneFor(tenantid)
  return lane.run(async () => {
    for (
      let wait = waitForTurn(lane, performance.now());
      wait > 0;
      wait = waitForTurn(lane, performance.now())
    ) {
      if (wait > PATIENCE_MS) throw new XeroBusy(wait)
      await Bun.sleep(wait)
    }
    lane.begun = [...lane.begun.slice(1 - CALLS_A_MINUTE), performance.now()]
    return call()
  })
}

/** Xero said how long to leave it alone. */
export function pauseCalls(tenantid: string, ms: number) {
  const lane = laneFor(tenantid)
  lane.pauseduntil = Math.max(lane.pauseduntil, performance.now() + ms)
}
