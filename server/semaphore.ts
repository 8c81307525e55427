type QueueLimit = {
  /** Default: any number. */
  waiting: number
  refusal: () => Error
}

export function semaphore(n: number, limit?: QueueLimit) {
  const queue: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit && queue.length >= limit.waiting) throw limit.refusal()
    if (running < n) running++
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
