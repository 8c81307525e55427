import { existsSync, readFileSync } from 'node:fs'

/**
 * Tells the longest that a timer of one millisecond had to wait for the program: for its own work or for the disk. What
 * it waited for a processor that others used is taken off, where the system tells (Linux).
 */
export function lagMeter(): () => number {
  let last = performance.now()
  let queued = queuedMs()
  let worst = 0
  const clock = setInterval(() => {
    const [now, since] = [performance.now(), queuedMs()]
    worst = Math.max(worst, now - last - (since - queued) - 1)
    last = now
    queued = since
  }, 1)
  return () => {
    clearInterval(clock)
    return worst
  }
}

const path = `/proc/${process.pid}/task/${process.pid}/schedstat`
const told = existsSync(path)

/** How long this thread has been ready to run, and was not let. */
export const queuedMs = (): number => (told ? Number(readFileSync(path, 'utf8').split(' ')[1]) / 1e6 : 0)
