import { showSnackbar } from '#islands/lib/snackbar.ts'

export type Unsaved = {
  /** As in "Estimated of Hinge". */
  label: string
  problem: string
  /** Never rejects; what was saved takes itself off the list. */
  again: () => Promise<unknown>
  /** It would overwrite what somebody else wrote: whoever typed it decides. */
  isAsked?: boolean
}

/** What was typed on a job and could not be saved, by field: the one place that every button which goes on asks. */
export class UnsavedFields {
  readonly #idle: () => Promise<unknown>
  readonly #listeners = new Set<() => void>()
  #fields: ReadonlyMap<string, Unsaved> = new Map()
  #retrying: Promise<void> | undefined

  /** @param idle waits for the saves that are under way */
  constructor(idle: () => Promise<unknown>) {
    this.#idle = idle
  }

  readonly get = () => this.#fields

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  set(field: string, unsaved: Unsaved | undefined): void {
    if (!unsaved && !this.#fields.has(field)) return
    const fields = new Map(this.#fields)
    if (unsaved) fields.set(field, unsaved)
    else fields.delete(field)
    this.#fields = fields
    for (const listener of this.#listeners) listener()
  }

  retry(): Promise<void> {
    this.#retrying ??= this.#retryAll().finally(() => {
      this.#retrying = undefined
    })
    return this.#retrying
  }

  async #retryAll(): Promise<void> {
    for (const { again, isAsked } of this.#fields.values()) if (!isAsked) await again()
  }

  /** Gives whether all is saved now; else the person is told what is not. */
  async settle(): Promise<boolean> {
    leaveCell()
    await this.#idle()
    await this.retry()
    const left = [...this.#fields.values()]
    const [first] = left
    if (!first) return true
    const names = list.format(new Set(left.map(({ label }) => label)))
    showSnackbar({ level: 'error', message: `Not saved yet: ${names}. ${first.problem}` })
    return false
  }
}

const list = new Intl.ListFormat('en-ZA')

/** A press does not take the focus out of a field everywhere, and a field is saved as it is left. */
const leaveCell = () => globalThis.document?.querySelector<HTMLElement>('form.lines :focus')?.blur()
