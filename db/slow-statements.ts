type Tell = (text: string, path: string, ms: number) => void
type Timed = { all: Run; get: Run; values: Run; run: Run }
type Run = (...values: never[]) => unknown

let watched: { ms: number; tell: Tell } | undefined

/**
 * Of the whole process, for statements that are prepared from now on: `tell` hears the text of each that took longer
 * than `ms`, never what was bound to it, which may be a secret. Rows that are read one by one are not timed.
 */
export function watchSlowStatements(ms: number, tell: Tell) {
  watched = ms > 0 ? { ms, tell } : undefined
}

export function timeStatement<S extends Timed>(statement: S, text: string, path: string): S {
  if (!watched) return statement
  const { ms: limit, tell } = watched
  const timed = (run: Run): Run => {
    const bound = run.bind(statement)
    return (...values) => {
      const began = performance.now()
      const result = bound(...values)
      const ms = performance.now() - began
      if (ms > limit) tell(text, path, ms)
      return result
    }
  }
  const { all, get, values, run } = statement
  return Object.assign(statement, {
    all: timed(all),
    get: timed(get),
    values: timed(values),
    run: timed(run),
  })
}
