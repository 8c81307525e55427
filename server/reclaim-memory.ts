import type { Tenants } from '#db/tenants.ts'

const LEAST_BYTES = 16 * 1024 * 1024

/**
 * Pages of files that rest, and what requests left behind once it is worth it: the engine by itself lets the heap grow to
 * three times of what it was. Most of that runs in other threads.
 */
export function reclaimMemory({ tenants }: { tenants: Tenants }): () => void {
  let lowest = process.memoryUsage.rss()
  return () => {
    tenants.freePages()
    const now = process.memoryUsage.rss()
    lowest = Math.min(lowest, now)
    if (now < lowest + LEAST_BYTES) return
    Bun.gc(false)
    lowest = now
  }
}
