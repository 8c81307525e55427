// Several changes at once (a colleague tidying up, an import) are one round of asking.
const gatherms = 120
const manycards = 50

export class RefreshQueue {
  readonly #ids = new Set<string>()
  readonly #run: (ids: readonly string[] | 'board') => void
  #whole = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(run: (ids: readonly string[] | 'board') => void) {
    this.#run = run
  }

  add(id: string): void {
    this.#ids.add(id)
    this.#schedule()
  }

  addBoard(): void {
    this.#whole = true
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#flush(), gatherms)
  }

  #flush(): void {
    const ids = this.#whole || this.#ids.size > manycards ? 'board' : [...this.#ids]
    this.#ids.clear()
    this.#whole = false
    this.#run(ids)
  }
}
