/** Lets so many run at once; others wait, in the order in which they came. */
export function turnsOf(atonce: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < atonce) running++
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await run()
    } finally {
      // Hands the place over, or gives it back.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
