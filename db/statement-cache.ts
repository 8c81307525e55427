/** For each open file: all that people of one account ask for in a day fits in. */
const MOST = 600
/** For all open accounts together: each takes 10 to 60 kB, by how many columns it answers. */
const ALTOGETHER = 3_000

type Prepared = { run: { finalize(): void } }

/** Of the open accounts, which give way to each other. */
const sharing = new Set<StatementCache<Prepared>>()
let [held, uses] = [0, 0]

/** The statements of one file by their text, the least recently used ones finalized: an open one keeps a closed file's descriptors. */
export class StatementCache<S extends Prepared> {
  readonly #statements = new Map<string, S>()
  #usedAt = 0
  #passing: Set<string> | undefined

  share() {
    sharing.add(this)
  }

  get(sql: string): S | undefined {
    this.#usedAt = ++uses
    const known = this.#statements.get(sql)
    // Nothing has to make room yet, and to keep an order costs more than the look-up.
    if (!known || this.#statements.size < MOST) return known
    this.#statements.delete(sql)
    this.#statements.set(sql, known)
    return known
  }

  /** Of its own file the oldest gives way, of all accounts those of the one that was used longest ago. */
  add(sql: string, one: S): S {
    this.#statements.set(sql, one)
    this.#passing?.add(sql)
    if (sharing.has(this)) held++
    if (this.#statements.size > MOST) this.#forget(this.#statements.keys().next().value as string)
    if (held > ALTOGETHER && sharing.has(this)) this.#longestUnused()?.clear()
    return one
  }

  /** For a look that does not come again soon: what is prepared for it is not kept. */
  passing<T>(run: () => T): T {
    if (this.#passing) return run()
    const passing = new Set<string>()
    this.#passing = passing
    try {
      return run()
    } finally {
      this.#passing = undefined
      for (const sql of passing) this.#forget(sql)
    }
  }

  clear() {
    for (const sql of [...this.#statements.keys()]) this.#forget(sql)
  }

  close() {
    this.clear()
    sharing.delete(this)
  }

  #longestUnused(): StatementCache<Prepared> | undefined {
    const others = [...sharing].filter((one) => one !== this && one.#statements.size > 0)
    return others.reduce((a, b) => (b.#usedAt < a.#usedAt ? b : a), others[0] as StatementCache<Prepared>)
  }

  #forget(sql: string) {
    const one = this.#statements.get(sql)
    if (!one) return
    this.#statements.delete(sql)
    one.run.finalize()
    if (sharing.has(this)) held--
  }
}
