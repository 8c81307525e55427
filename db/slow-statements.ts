type Tell = (text: string, path: string, ms: number) => void
type Run = (...values: never[]) => unknown
type Timed = { all: Run; get: Run; values: Run; run: Run; iterate: Run; finalize: () => void }
type Watched = { ms: number; tell: Tell }

let watched: Watched | undefined

/**
 * Of the whole process, for statements that are prepared from now on: `tell` hears the text of each that took longer
 * than `ms`, never what was bound to it, which may be a secret. Rows that are read one by one are not timed.
 */
export function watchSlowStatements(ms: number, tell: Tell) {
  watched = ms > 0 ? { ms, tell } : undefined
}

export const timeStatement = <S extends Timed>(statement: S, text: string, path: string): S =>
  watched ? (new TimedStatement(statement, text, path, watched) as Timed as S) : statement

/** Thousands are kept: functions of its own would take a kilobyte in each. */
class TimedStatement implements Timed {
  constructor(
    private readonly statement: Timed,
    private readonly text: string,
    private readonly path: string,
    private readonly watched: Watched,
  ) {}

  all(...values: never[]) {
    const began = performance.now()
    const rows = this.statement.all(...values)
    this.ended(began)
    return rows
  }

  get(...values: never[]) {
    const began = performance.now()
    const row = this.statement.get(...values)
    this.ended(began)
    return row
  }

  values(...values: never[]) {
    const began = performance.now()
    const rows = this.statement.values(...values)
    this.ended(began)
    return rows
  }

  run(...values: never[]) {
    const began = performance.now()
    const result = this.statement.run(...values)
    this.ended(began)
    return result
  }

  iterate(...values: never[]) {
    return this.statement.iterate(...values)
  }

  finalize() {
    this.statement.finalize()
  }

  private ended(began: number) {
    const ms = performance.now() - began
    if (ms > this.watched.ms) this.watched.tell(this.text, this.path, ms)
  }
}
