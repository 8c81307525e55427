const last = new Map<string, Promise<unknown>>()

/** Runs what was asked for under one key one after the other, in the order asked; a failure stops nobody else. */
export function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(run)
  const over = mine.then(
    () => {},
    () => {},
  )
  last.set(key, over)
  void over.then(() => {
    if (last.get(key) === over) last.delete(key)
  })
  return mine
}
