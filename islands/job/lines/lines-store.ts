import { newIdempotencyKey } from '#islands/client/idempotency.ts'
import type { TimeDecision } from '#islands/job/time/time-plan.ts'
import { type ApiReply, call, errorMessage, isRefusal } from '#islands/lib/call.ts'
import { type SaveError, SaveQueue } from '#islands/lib/save-queue.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { LINES_AT_ONCE } from '#server/domains/work/jobs/line-fields.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import type { AroundSave } from './around-save.ts'
import type { CellFault } from './cell.tsx'
import { type Draft, draftLine, isDraft } from './draft-line.ts'
import { HeldLines } from './held-lines.ts'
import { notAdded, oldLines, refusedElsewhere, showWarnings, unknownLines } from './line-messages.ts'
import {
  addedField,
  fieldError,
  isUnused,
  type LineChange,
  type LineField,
  type NewJobLine,
  removedNotice,
  toNewLine,
  usedNotice,
} from './line-values.ts'
import { planLineInputs } from './plan-inputs.ts'
import { type Unsaved, UnsavedFields } from './unsaved-fields.ts'

export class LinesStore {
  readonly #jobid: string
  readonly #around: AroundSave
  /** What is shown of them. */
  readonly held = new HeldLines()
  readonly #saves = new Map<string, SaveQueue>()
  /** The version that a change went on top of which got no answer. */
  readonly #unanswered = new Map<string, number>()
  /** Lines are added one after the other, in the order in which they stand. */
  #adding: Promise<unknown> = Promise.resolve()
  #loads = 0
  #loading: Promise<string | undefined> | undefined

  constructor(jobid: string, around: AroundSave) {
    this.#jobid = jobid
    this.#around = around
  }

  readonly unsaved = new UnsavedFields(() =>
    Promise.all([...this.#saves.values()].map((queue) => queue.idle())),
  )

  /** Gives why the lines are not known to be those of now; nothing when they are. */
  load(): Promise<string | undefined> {
    this.#loading = this.#loadOnce(++this.#loads)
    return this.#loading
  }

  async #loadOnce(load: number): Promise<string | undefined> {
    let old: string | undefined
    try {
      for (let changes = -1; changes !== this.held.changes; ) {
        await this.#adding
        changes = this.held.changes
        const path = `/api/materials/getMaterials/${this.#jobid}`
        const { data: lines, stored } = await call<MaterialLine[]>('GET', path)
        old = stored && oldLines(stored)
        if (load !== this.#loads) return this.#loading
        if (changes === this.held.changes)
          this.held.show({ ...this.held.get(), lines: this.held.withDrafts(lines), problem: '' })
      }
      return old
    } catch (error) {
      if (load !== this.#loads) return this.#loading
      this.held.show({ ...this.held.get(), problem: errorMessage(error) })
      return unknownLines
    }
  }

  change(id: string, values: LineChange): Promise<SaveError> {
    const seen = this.held.find(id)
    return this.#queueOf(id).add(async () => {
      if (!(await this.#around.beforeSave())) return refusedElsewhere
      // What came while it waited for its turn was not seen either.
      return this.held.goesOver(seen, values) ? this.#queueOf(id).meetConflict() : this.#send(id, values)
    })
  }

  /** A line at the end, drawn at once as `name`; gives it as it was added, or nothing while it could not be. */
  add(line: NewJobLine, name: string, column?: LineField): Promise<MaterialLine | undefined> {
    const drawn = draftLine(this.#jobid, line, name)
    const added = column ? { role: line.role, column } : this.held.get().added
    this.held.add(drawn, added)
    return this.#addDraft({ row: drawn.id, line, label: name || 'The new line', key: newIdempotencyKey() })
  }

  async #addDraft(draft: Draft): Promise<MaterialLine | undefined> {
    const { row, label } = draft
    const earlier = this.#adding
    const sent = this.#queueOf(row).add(async () => {
      await earlier
      return this.#sendDraft(draft)
    })
    this.#adding = sent
    const problem = await sent
    const unsaved = problem && this.held.find(row) && { label, problem, again: () => this.#addDraft(draft) }
    this.unsaved.set(addedField(row), unsaved || undefined)
    return problem ? undefined : this.held.find(row)
  }

  async #sendDraft({ row, line, key }: Draft): Promise<SaveError> {
    if (!(await this.#around.beforeSave())) return refusedElsewhere
    try {
      const answer = await call<MaterialLine>('POST', '/api/materials', { ...line, jobid: this.#jobid }, key)
      const { data: added } = answer
      this.held.name(row, added.id)
      this.held.saved(added)
      // The hub may have brought it before its own answer.
      const others = this.held.lines.filter(({ id }) => id !== added.id)
      this.held.change(others.map((one) => (one.id === row ? added : one)))
      this.#saved(answer)
    } catch (error) {
      return errorMessage(error)
    }
  }

  /** Gives whether they are used now. */
  async consumeEstimated(pressed: readonly MaterialLine[], decided?: TimeDecision, share = 1) {
    if (!(await this.unsaved.settle()) || !(await this.#around.beforeSave())) return false
    const asked = pressed.flatMap(({ id }) => this.held.find(id) ?? [])
    if (asked.length === 0 && !decided) {
      showSnackbar({ level: 'info', message: 'No line has an estimate that is not used yet.' })
      return true
    }
    const settled = await this.settleTime(asked, decided)
    if (!settled) return false
    const { lines, takeBack } = settled
    if (lines.length === 0) return true // charging the worked time has used them all
    const used = (of: number) => Number((of * share).toFixed(6))
    const changes = lines.map(({ id, estimated }) => ({ id, consumed: used(estimated) }))
    const warnings = await this.#changeTogether(changes)
    if (!warnings) return false
    const before = lines.map(({ id, consumed }) => ({ id, consumed }))
    const undo = { act: () => void this.#takeBack(before, takeBack) }
    // In one message: on a phone each takes the place of the one before.
    const message = [usedNotice(asked, lines), ...warnings].join('. ')
    showSnackbar({ level: warnings.length > 0 ? 'warning' : 'success', message, undo })
    return true
  }

  async settleTime(lines: readonly MaterialLine[], decided?: TimeDecision) {
    try {
      const settled = await this.#around.settleTime(lines, decided)
      if (!settled || settled.lines === lines) return settled
      await this.load()
      this.#around.onSaved()
      return settled
    } catch (error) {
      showError(error)
    }
  }

  /** As the lines stand on the server: by what is old or did not come nothing is decided, which the person is told. */
  async loadUnused(): Promise<readonly MaterialLine[] | undefined> {
    const problem = await this.load()
    if (!problem) return this.held.lines.filter(isUnused)
    showSnackbar({ level: 'error', message: problem })
  }

  async consumeAllEstimated(decided?: TimeDecision): Promise<boolean> {
    const unused = await this.loadUnused()
    return unused !== undefined && this.consumeEstimated(unused, decided)
  }

  async remove(line: MaterialLine): Promise<void> {
    if (!isDraft(line) && !(await this.#around.beforeSave())) return
    const order = this.held.lines.map(({ id }) => id)
    this.held.change(this.held.without(line))
    try {
      await this.#queueOf(line.id).idle()
      this.unsaved.set(addedField(this.held.rowOf(line)), undefined)
      const id = this.held.idOf(line.id)
      if (isDraft({ id })) return
      await call('DELETE', `/api/materials/${id}`)
      this.held.change(this.held.without({ id }))
      this.#around.onSaved()
      showSnackbar(removedNotice(line, () => void this.#addBack(line, order)))
    } catch (error) {
      this.held.change([...this.held.without(line), line])
      this.held.sort(order)
      showError(error)
    }
  }

  async reorder(ids: readonly string[]): Promise<void> {
    if (!(await this.#around.beforeSave())) return
    const before = this.held.lines.map(({ id }) => id)
    this.held.sort(ids)
    await this.#adding
    const known = ids.flatMap((id) => this.held.find(id) ?? []).filter((line) => !isDraft(line))
    try {
      const sorted = await call<MaterialLine[]>(
        'PATCH',
        '/api/materials/reorder',
        known.map(({ id }) => id),
      )
      this.held.change(this.held.withDrafts(sorted.data))
      this.#around.onSaved()
    } catch (error) {
      this.held.sort(before)
      showError(error)
    }
  }

  /** Those of a product, as its item is made. */
  async planInputs({ id }: MaterialLine): Promise<void> {
    if (!(await this.unsaved.settle()) || !(await this.#around.beforeSave())) return
    await planLineInputs(id)
    await this.load()
    this.#around.onSaved()
  }

  setUnsaved(line: MaterialLine, field: LineField, fault: CellFault | undefined): void {
    const label = `${fault?.label} of ${line.description || 'a line'}`
    this.unsaved.set(`${this.held.rowOf(line)} ${field}`, fault && { ...fault, label })
  }

  /** Why a line that is drawn is not added. */
  notAdded(line: MaterialLine): Unsaved | undefined {
    return this.unsaved.get().get(addedField(this.held.rowOf(line)))
  }

  #queueOf(id: string): SaveQueue {
    const row = this.held.rowOf({ id })
    const queue = this.#saves.get(row) ?? new SaveQueue()
    this.#saves.set(row, queue)
    return queue
  }

  async #send(row: string, change: LineChange): Promise<SaveError> {
    const id = this.held.idOf(row)
    if (isDraft({ id })) return notAdded
    const field = `${id} ${JSON.stringify(change)}`
    // It goes on top of what was seen as it was typed, also where it is tried again once the newest has come.
    const version = this.#unanswered.get(field) ?? this.held.find(id)?.version
    this.held.sending.add(id)
    try {
      const answer = await call<MaterialLine>('PATCH', `/api/materials/${id}`, { ...change, version })
      this.#unanswered.delete(field)
      this.held.saved(answer.data)
      this.#saved(answer)
    } catch (error) {
      if (!isRefusal(error)) return errorMessage(error)
      if (error.status || version === undefined) this.#unanswered.delete(field)
      else this.#unanswered.set(field, version)
      if (error.code !== 'conflict' || !error.data) return fieldError(error, change)
      // The next try is on top of what stands now.
      this.held.sending.delete(id)
      this.held.replace(error.data as MaterialLine)
      return this.#queueOf(id).meetConflict()
    } finally {
      this.held.sending.delete(id)
    }
  }

  /** All or none of as many as one call takes; what was refused the person is told. Gives the warnings that came. */
  async #changeTogether(changes: readonly (LineChange & { id: string })[]): Promise<string[] | undefined> {
    const warnings: string[] = []
    const body = changes.map((change) => ({ ...change, version: this.held.find(change.id)?.version }))
    try {
      for (let at = 0; at < body.length; at += LINES_AT_ONCE) {
        const some = body.slice(at, at + LINES_AT_ONCE)
        const answer = await call<MaterialLine[]>('PATCH', '/api/materials/many', some)
        for (const line of answer.data) this.held.saved(line)
        if (answer.message) warnings.push(answer.message)
      }
      this.#around.onSaved()
      return warnings
    } catch (error) {
      showError(error)
      void this.load()
    }
  }

  /** The last first: worked time goes from its lines once they are as they were. */
  async #takeBack(before: readonly (LineChange & { id: string })[], takeBack?: () => Promise<void>) {
    const warnings = await this.#changeTogether(before)
    if (!warnings) return
    await takeBack?.()
    if (takeBack) await this.load()
    showWarnings(warnings)
  }

  #saved({ message }: ApiReply<unknown>): void {
    showWarnings(message ? [message] : [])
    this.#around.onSaved()
  }

  /** On a new line with the same values: what was removed stays in the history. */
  async #addBack(line: MaterialLine, order: readonly string[]): Promise<void> {
    const added = await this.add(toNewLine(line), line.description)
    if (added) await this.reorder(order.map((id) => (id === line.id ? added.id : id)))
  }
}
