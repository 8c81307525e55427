import type { Tenants } from '#db/tenants.ts'

const LEAST_BYTES = 8 * 1024 * 1024
/** Of the time since it last looked: who works more than that has no time for this. */
const QUIET = 0.25

/**
 * Pages of files that rest; and in quiet seconds what requests left behind, once it is worth it: the engine by itself lets
 * the heap grow to three times of what it was. Most of that runs in other threads.
 */
export function reclaimMemory({ tenants }: { tenants: Tenants }): () => void {
  let lowest = process.memoryUsage.rss()
  let [lookedAt, used] = [performance.now(), process.cpuUsage()]
  return () => {
    tenants.freePages()
    const { user, system } = process.cpuUsage(used)
    const elapsed = performance.now() - lookedAt
    used = process.cpuUsage()
    lookedAt = performance.now()
    const now = process.memoryUsage.rss()
    lowest = Math.min(lowest, now)
    if (now < lowest + LEAST_BYTES || (user + system) / 1000 > elapsed * QUIET) return
    Bun.gc(false)
    lowest = now
  }
}
