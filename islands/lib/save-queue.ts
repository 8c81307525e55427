export type SaveError = string | undefined

/** What a save gets that somebody else was before: whoever typed it decides. */
export const savedElsewhere = 'Someone else changed this meanwhile. Press Enter to save yours.'

/** Saves of one record, one at a time, so that each goes on top of the version that the one before made. */
export class SaveQueue {
  #last: Promise<unknown> = Promise.resolve()
  #conflicts = 0

  /** `save` never rejects; it is not begun where an earlier one met somebody else's change since. */
  add(save: () => Promise<SaveError>): Promise<SaveError> {
    const known = this.#conflicts
    const saved = this.#last.then(() => (this.#conflicts === known ? save() : savedElsewhere))
    this.#last = saved
    return saved
  }

  meetConflict(): string {
    this.#conflicts++
    return savedElsewhere
  }

  idle(): Promise<unknown> {
    return this.#last
  }
}
