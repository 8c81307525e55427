import { existsSync, readFileSync } from 'node:fs'

/**
 * Tells the longest that a timer of one millisecond had to wait for the program: for its own work or for the disk. What
 * it waited for a processor that others used is taken off, where the system tells (Linux).
 */
export function lagMeter(): () => number {
  const hold = holdMeter()
  return () => hold().ms
}

/** As `lagMeter`, with the most processor time of one wait, which no disk and nobody else's work adds to. */
export function holdMeter(): () => { ms: number; worked: number } {
  let last = performance.now()
  let told = schedule()
  const worst = { ms: 0, worked: 0 }
  const clock = setInterval(() => {
    const [now, since] = [performance.now(), schedule()]
    worst.ms = Math.max(worst.ms, now - last - (since.queued - told.queued) - 1)
    worst.worked = Math.max(worst.worked, since.worked - told.worked)
    last = now
    told = since
  }, 1)
  return () => {
    clearInterval(clock)
    return worst
  }
}

const path = `/proc/${process.pid}/task/${process.pid}/schedstat`
const isTold = existsSync(path)

/** Milliseconds of this thread on a processor, and how long it has been ready to run, and was not let. */
function schedule(): { worked: number; queued: number } {
  const [worked = 0, queued = 0] = isTold ? readFileSync(path, 'utf8').split(' ').map(Number) : []
  return { worked: worked / 1e6, queued: queued / 1e6 }
}

export const queuedMs = (): number => schedule().queued
