/** Waits until so many bytes may follow. */
export type Limit = (bytes: number) => Promise<void>

/** On average: a piece goes at once, and what it was too fast for is waited for after it. */
export function bandwidthLimit(
  kilobytes: number,
  now: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = Bun.sleep,
): Limit {
  let free = 0
  return async (bytes) => {
    if (kilobytes === 0) return
    const at = Math.max(free, now())
    free = at + bytes / kilobytes
    if (at > now()) await wait(at - now())
  }
}
