import type { Tenants } from '#db/tenants.ts'
import { requestsAsked } from './http/request-queue.ts'

const LEAST_BYTES = 8 * 1024 * 1024
/** Since it last looked. To collect takes about as long as these: while more are asked the engine decides when. */
const FEW_REQUESTS = 200

/**
 * Pages of files that rest; and in quiet seconds what requests left behind, once it is worth it: the engine by itself lets
 * the heap grow to three times of what it was. Most of that runs in other threads.
 */
export function reclaimMemory(
  { tenants }: { tenants: Tenants },
  collect = () => Bun.gc(false),
  residentBytes: () => number = process.memoryUsage.rss,
): () => void {
  let [lowest, asked] = [residentBytes(), requestsAsked()]
  return () => {
    tenants.freePages()
    // Not by the processor time: whom others leave little of it works little, and has people waiting.
    const isQuiet = requestsAsked() - asked < FEW_REQUESTS
    asked = requestsAsked()
    const now = residentBytes()
    lowest = Math.min(lowest, now)
    if (now < lowest + LEAST_BYTES || !isQuiet) return
    collect()
    lowest = now
  }
}
