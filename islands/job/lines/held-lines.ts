import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { isDraft } from './draft-line.ts'
import { isOther, type LineChange, type LineField } from './line-values.ts'

/** Which field of the line that was added last is typed in next. */
type AddedLine = { role: number; column: LineField }
type LinesState = { lines?: readonly MaterialLine[]; problem: string; added?: AddedLine }

/** The lines of a job as they are shown, and what they are known by. */
export class HeldLines {
  /** By the id that a line was drawn with, the one that it was added by. */
  readonly #ids = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  /** The version of each line that a save from here made last. */
  readonly #own = new Map<string, number>()
  /** Lines of which a change is on its way. */
  readonly sending = new Set<string>()
  #state: LinesState = { problem: '' }
  /** Counts what was changed here: lines that were asked for before the last change show the past. */
  changes = 0

  readonly get = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  add(line: MaterialLine, added: AddedLine | undefined): void {
    this.changes++
    this.show({ ...this.#state, lines: [...this.lines, line], added })
  }

  name(row: string, id: string): void {
    this.#ids.set(row, id)
  }

  /** What a line is known by from the moment that it is drawn. */
  rowOf({ id }: Pick<MaterialLine, 'id'>): string {
    for (const [row, added] of this.#ids) if (added === id) return row
    return id
  }

  idOf(row: string): string {
    return this.#ids.get(row) ?? row
  }

  sort(ids: readonly string[]): void {
    this.change(
      sortLines(
        this.lines,
        ids.map((id) => this.idOf(id)),
      ),
    )
  }

  /** What could not be added yet stands below what was. */
  withDrafts(lines: readonly MaterialLine[]): readonly MaterialLine[] {
    return [...lines, ...this.lines.filter(isDraft)]
  }

  get lines(): readonly MaterialLine[] {
    return this.#state.lines ?? []
  }

  find(id: string): MaterialLine | undefined {
    const known = this.idOf(id)
    return this.lines.find((line) => line.id === known)
  }

  without({ id }: Pick<MaterialLine, 'id'>): readonly MaterialLine[] {
    return this.lines.filter((line) => line.id !== id)
  }

  show(state: LinesState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  change(lines: readonly MaterialLine[]): void {
    this.changes++
    this.show({ ...this.#state, lines })
  }

  /** As it was saved from here. */
  saved(line: MaterialLine): void {
    this.#own.set(line.id, line.version)
    this.replace(line)
  }

  /** Whether it stands as saves from here left it, as far as that is known while one is under way. */
  isOwn({ id, version }: MaterialLine): boolean {
    return isDraft({ id }) || this.sending.has(id) || this.#own.get(id) === version
  }

  /** Whether a change would go over what somebody else saved since it was typed. */
  goesOver(seen: MaterialLine | undefined, change: LineChange): boolean {
    const now = seen && this.find(seen.id)
    return now !== undefined && !this.isOwn(now) && isOther(seen as MaterialLine, now, change)
  }

  replace(line: MaterialLine): void {
    this.change(this.lines.map((one) => (one.id === line.id ? line : one)))
  }
}

const sortLines = (lines: readonly MaterialLine[], order: readonly string[]) =>
  lines.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
