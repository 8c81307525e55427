export type SaveError = string | undefined

/** Saves of one record, one at a time, so that each goes on top of the version that the one before made. */
export class SaveQueue {
  readonly #conflict: string
  #last: Promise<unknown> = Promise.resolve()
  #conflicts = 0

  /** @param conflict what a save gets that was begun before an earlier one met somebody else's change */
  constructor(conflict: string) {
    this.#conflict = conflict
  }

  /** `save` never rejects. */
  add(save: () => Promise<SaveError>): Promise<SaveError> {
    const known = this.#conflicts
    const saved = this.#last.then(() => (this.#conflicts === known ? save() : this.#conflict))
    this.#last = saved
    return saved
  }

  meetConflict(): string {
    this.#conflicts++
    return this.#conflict
  }

  idle(): Promise<unknown> {
    return this.#last
  }
}
