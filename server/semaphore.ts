type Waiting = {
  /** How many may wait for their turn. Default: any number. */
  waiting: number
  /** What whoever comes when so many wait is refused with. */
  refusal: () => Error
}

/** Runs at most `n` pieces of work at once; the others wait in the order in which they came. */
export function semaphore(n: number, limit?: Waiting) {
  const queue: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit && queue.length >= limit.waiting) throw limit.refusal()
    if (running < n) running++
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await work()
    } finally {
      // The place goes to the next one, or becomes free.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
