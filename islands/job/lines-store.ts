import { sinceText } from '#islands/client/times.ts'
import { type ApiReply, call, errorMessage, isRefusal } from '#islands/lib/call.ts'
import { type SaveError, SaveQueue } from '#islands/lib/save-queue.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { LINES_AT_ONCE } from '#server/domains/work/jobs/line-fields.ts'
import type { JobDetail, MaterialLine } from '#server/domains/work/jobs/types.ts'

export type LineField =
  | 'description'
  | 'estimated'
  | 'consumed'
  | 'unit'
  | 'linerate'
  | 'discount'
  | 'nonbillable'
export type LineChange = Partial<Pick<MaterialLine, LineField>>
type NewJobLine = LineChange & { role: number; estimated: number; inventoryid?: string | null }

const unknownLines = 'The lines of this job did not come, so nothing was used or moved. Please try again.'
const oldLines = (utc: string) =>
  `Without a network the lines are known as they were ${sinceText((Date.parse(utc) - Date.now()) / 1000)}: nothing was used or moved by them. Try again once there is one.`
const refusedElsewhere = 'Not saved: what stands on Details was refused.'
const conflict = 'Someone else changed this line. Press Enter to save yours.'

/** `beforeSave` gives nothing when what is typed elsewhere in the dialog was refused. */
export type AroundSave = {
  beforeSave: () => Promise<unknown>
  /** Of lines that are to be used as estimated those that still are, once worked time is settled; nothing: none is used. */
  settleTime: (lines: readonly MaterialLine[]) => Promise<readonly MaterialLine[] | undefined>
  onSaved: () => void
}

type LinesState = { lines?: readonly MaterialLine[]; problem: string }

export class LinesStore {
  readonly #jobid: string
  readonly #around: AroundSave
  readonly #listeners = new Set<() => void>()
  readonly #saves = new Map<string, SaveQueue>()
  #state: LinesState = { problem: '' }
  /** Counts what was changed here: lines that were asked for before the last change show the past. */
  #changes = 0
  #loads = 0
  #loading: Promise<string | undefined> | undefined

  constructor(jobid: string, around: AroundSave) {
    this.#jobid = jobid
    this.#around = around
  }

  readonly get = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Gives why the lines are not known to be those of now; nothing when they are. */
  load(): Promise<string | undefined> {
    this.#loading = this.#loadOnce(++this.#loads)
    return this.#loading
  }

  async #loadOnce(load: number): Promise<string | undefined> {
    let old: string | undefined
    try {
      for (let changes = -1; changes !== this.#changes; ) {
        changes = this.#changes
        const path = `/api/materials/getMaterials/${this.#jobid}`
        const { data: lines, stored } = await call<MaterialLine[]>('GET', path)
        old = stored && oldLines(stored)
        if (load !== this.#loads) return this.#loading
        if (changes === this.#changes) this.#show({ lines, problem: '' })
      }
      return old
    } catch (error) {
      if (load !== this.#loads) return this.#loading
      this.#show({ ...this.#state, problem: errorMessage(error) })
      return unknownLines
    }
  }

  change(id: string, values: LineChange): Promise<SaveError> {
    return this.#queueOf(id).add(async () =>
      (await this.#around.beforeSave()) ? this.#send(id, values) : refusedElsewhere,
    )
  }

  /** Adds a line at the end; returns it, or nothing when it was refused, which the person is told. */
  async add(line: NewJobLine): Promise<MaterialLine | undefined> {
    if (!(await this.#around.beforeSave())) return
    try {
      const body = { ...line, jobid: this.#jobid }
      const answer = await call<MaterialLine>('POST', '/api/materials', body)
      // The hub may have brought it before its own answer.
      if (this.#find(answer.data.id)) this.#replace(answer.data)
      else this.#change([...this.#lines, answer.data])
      this.#saved(answer)
      return answer.data
    } catch (error) {
      showError(error)
    }
  }

  /** Gives whether they are used now. */
  async consumeEstimated(asked: readonly MaterialLine[]): Promise<boolean> {
    if (!(await this.#around.beforeSave())) return false
    if (asked.length === 0) {
      showSnackbar({ level: 'info', message: 'No line has an estimate that is not used yet.' })
      return true
    }
    const lines = await this.#settleTime(asked)
    if (!lines) return false
    // Charging the worked time has used them all.
    if (lines.length === 0) return true
    await Promise.all(lines.map(({ id }) => this.#queueOf(id).idle()))
    const changes = lines.map(({ id, estimated }) => ({ id, consumed: estimated }))
    const warnings = await this.#changeTogether(changes)
    if (!warnings) return false
    const done = lines.length === 1 ? 'Used as estimated' : `${lines.length} lines used as estimated`
    const before = lines.map(({ id, consumed }) => ({ id, consumed }))
    const undo = { act: () => void this.#changeTogether(before).then(showWarnings) }
    // In one message: on a phone each takes the place of the one before.
    const message = [done, ...warnings].join('. ')
    showSnackbar({ level: warnings.length > 0 ? 'warning' : 'success', message, undo })
    return true
  }

  async #settleTime(lines: readonly MaterialLine[]) {
    try {
      const rest = await this.#around.settleTime(lines)
      if (rest === lines) return lines
      await this.load()
      this.#around.onSaved()
      return rest
    } catch (error) {
      showError(error)
    }
  }

  /** Of the lines as they stand on the server: by what is old or did not come nothing is decided. */
  async consumeAllEstimated({ silent = false } = {}): Promise<boolean> {
    const problem = await this.load()
    if (problem) {
      showSnackbar({ level: 'error', message: problem })
      return false
    }
    const unused = this.#lines.filter(isUnused)
    return (silent && unused.length === 0) || (await this.consumeEstimated(unused))
  }

  async remove(line: MaterialLine): Promise<void> {
    if (!(await this.#around.beforeSave())) return
    const order = this.#lines.map(({ id }) => id)
    this.#change(this.#without(line))
    try {
      await this.#queueOf(line.id).idle()
      await call('DELETE', `/api/materials/${line.id}`)
      this.#change(this.#without(line))
      this.#around.onSaved()
      showSnackbar(removedNotice(line, () => void this.#addBack(line, order)))
    } catch (error) {
      this.#change(sortLines([...this.#without(line), line], order))
      showError(error)
    }
  }

  async reorder(ids: readonly string[]): Promise<void> {
    if (!(await this.#around.beforeSave())) return
    const before = this.#lines
    const known = ids.filter((id) => this.#find(id))
    this.#change(sortLines(before, known))
    try {
      this.#change((await call<MaterialLine[]>('PATCH', '/api/materials/reorder', known)).data)
      this.#around.onSaved()
    } catch (error) {
      this.#change(before)
      showError(error)
    }
  }

  get #lines(): readonly MaterialLine[] {
    return this.#state.lines ?? []
  }

  #find(id: string): MaterialLine | undefined {
    return this.#lines.find((line) => line.id === id)
  }

  #without({ id }: MaterialLine): readonly MaterialLine[] {
    return this.#lines.filter((line) => line.id !== id)
  }

  #show(state: LinesState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #change(lines: readonly MaterialLine[]): void {
    this.#changes++
    this.#show({ ...this.#state, lines })
  }

  #replace(line: MaterialLine): void {
    this.#change(this.#lines.map((one) => (one.id === line.id ? line : one)))
  }

  #queueOf(id: string): SaveQueue {
    const queue = this.#saves.get(id) ?? new SaveQueue(conflict)
    this.#saves.set(id, queue)
    return queue
  }

  async #send(id: string, change: LineChange): Promise<SaveError> {
    const version = this.#find(id)?.version
    try {
      const answer = await call<MaterialLine>('PATCH', `/api/materials/${id}`, { ...change, version })
      this.#replace(answer.data)
      this.#saved(answer)
    } catch (error) {
      if (!isRefusal(error)) return errorMessage(error)
      if (error.code !== 'conflict' || !error.data) return fieldError(error, change)
      // The next try is on top of what stands now.
      this.#replace(error.data as MaterialLine)
      return this.#queueOf(id).meetConflict()
    }
  }

  /** All or none of as many as one call takes; what was refused the person is told. Gives the warnings that came. */
  async #changeTogether(changes: readonly (LineChange & { id: string })[]): Promise<string[] | undefined> {
    const warnings: string[] = []
    const body = changes.map((change) => ({ ...change, version: this.#find(change.id)?.version }))
    try {
      for (let at = 0; at < body.length; at += LINES_AT_ONCE) {
        const some = body.slice(at, at + LINES_AT_ONCE)
        const answer = await call<MaterialLine[]>('PATCH', '/api/materials/many', some)
        for (const line of answer.data) this.#replace(line)
        if (answer.message) warnings.push(answer.message)
      }
      this.#around.onSaved()
      return warnings
    } catch (error) {
      showError(error)
      void this.load()
    }
  }

  #saved({ message }: ApiReply<unknown>): void {
    showWarnings(message ? [message] : [])
    this.#around.onSaved()
  }

  /** On a new line with the same values: what was removed stays in the history. */
  async #addBack(line: MaterialLine, order: readonly string[]): Promise<void> {
    const added = await this.add(toNewLine(line))
    if (added) await this.reorder(order.map((id) => (id === line.id ? added.id : id)))
  }
}

function showWarnings(warnings: readonly string[] = []): void {
  for (const message of warnings) showSnackbar({ level: 'warning', message })
}

/** A line of worked time does not come back: its time is free, and charged anew from the timesheet. */
function removedNotice({ description, workedminutes }: MaterialLine, act: () => void) {
  const message = `${description || 'The line'} removed`
  return workedminutes > 0
    ? { level: 'success' as const, message: `${message}. Its time can be charged again.` }
    : { level: 'success' as const, message, undo: { act } }
}

/** One on which nothing was used yet, and which foresees that something will be. */
export const isUnused = ({ estimated, consumed }: MaterialLine) => estimated !== 0 && consumed === 0

/** What is added from here on must not change what the client said yes to, or what the work was begun by. */
export const isQuoteSettled = (
  { approvedutc, acceptedon }: Pick<JobDetail, 'approvedutc' | 'acceptedon'>,
  lines: readonly MaterialLine[],
) => approvedutc !== null && (Boolean(acceptedon) || lines.some(({ consumed }) => consumed !== 0))

const sortLines = (lines: readonly MaterialLine[], order: readonly string[]) =>
  lines.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))

function fieldError(error: Error & { fields?: Record<string, string> }, change: LineChange): string {
  const [field = ''] = Object.keys(change)
  return error.fields?.[field] ?? error.message
}

function toNewLine(line: MaterialLine): NewJobLine {
  const { role, inventoryid, description, estimated, consumed, unit, nonbillable, linerate, discount } = line
  const money = linerate === undefined ? {} : { linerate, discount }
  const used = consumed ? { consumed } : {}
  return { role, inventoryid, description, estimated, unit, nonbillable, ...used, ...money }
}
