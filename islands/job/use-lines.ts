import { useEffect, useRef, useState } from 'react'
import { call, fetchData, isRefusal, messageOf } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'

export type LineField =
  | 'description'
  | 'estimated'
  | 'consumed'
  | 'unit'
  | 'linerate'
  | 'discount'
  | 'nonbillable'
export type LineChange = Partial<Pick<MaterialLine, LineField>>
export type NewJobLine = LineChange & { role: number; inventoryid?: string | null }
/** Nothing when it was saved; else a sentence for beside the cell. */
export type CellProblem = string | undefined

const clash = 'Someone else changed this line. Press Enter to save yours.'

/** The lines of a job as a person edits them. `seq` is the job's change number: a newer one asks again. */
export function useLines(jobid: string, seq: number, onSaved: () => void) {
  const [lines, setLines] = useState<readonly MaterialLine[]>()
  const [problem, setProblem] = useState('')
  const latest = useRef<readonly MaterialLine[]>([])
  /** Counts what was changed here: lines that were asked for before the last change show the past. */
  const changes = useRef(0)
  /** By line, its last save: one at a time, so that each knows the version that the one before made. */
  const saves = useRef(new Map<string, Promise<unknown>>())
  /** By line, how often somebody else was first: what was begun before that was seen must not go over it. */
  const clashes = useRef(new Map<string, number>())
  const clashesOf = (id: string) => clashes.current.get(id) ?? 0

  function show(next: readonly MaterialLine[]): void {
    latest.current = next
    setLines(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that lines may have changed
  useEffect(() => {
    let isWanted = true
    const ask = () => {
      const asked = changes.current
      fetchData<MaterialLine[]>(`/api/materials/getMaterials/${jobid}`).then(
        (found) => {
          if (!isWanted) return
          if (asked === changes.current) show(found)
          else ask()
        },
        (error) => setProblem(messageOf(error)),
      )
    }
    ask()
    return () => {
      isWanted = false
    }
  }, [jobid, seq])

  function showMine(next: readonly MaterialLine[]): void {
    changes.current++
    show(next)
  }

  const replace = (line: MaterialLine) =>
    showMine(latest.current.map((one) => (one.id === line.id ? line : one)))

  async function send(id: string, change: LineChange): Promise<CellProblem> {
    const version = latest.current.find((line) => line.id === id)?.version
    try {
      const { data, message } = await call<MaterialLine>('PATCH', `/api/materials/${id}`, {
        ...change,
        version,
      })
      replace(data)
      if (message) showSnackbar({ level: 'warning', message })
      onSaved()
    } catch (error) {
      if (!isRefusal(error)) return messageOf(error)
      const current = error.code === 'conflict' ? (error.data as MaterialLine) : undefined
      // The next try is on top of what stands now.
      if (!current) return sentence(error, change)
      clashes.current.set(id, clashesOf(id) + 1)
      replace(current)
      return clash
    }
  }

  function change(id: string, values: LineChange): Promise<CellProblem> {
    const before = saves.current.get(id) ?? Promise.resolve()
    const seen = clashesOf(id)
    const save = before.then(() => (clashesOf(id) === seen ? send(id, values) : clash))
    saves.current.set(id, save)
    return save
  }

  /** Adds a line at the end; returns it, or nothing when it was refused (which is told). */
  async function add(line: NewJobLine): Promise<MaterialLine | undefined> {
    try {
      const { data, message } = await call<MaterialLine>('POST', '/api/materials', {
        estimated: 1,
        ...line,
        jobid,
      })
      // The hub may have brought it before its own answer.
      if (latest.current.some(({ id }) => id === data.id)) replace(data)
      else showMine([...latest.current, data])
      if (message) showSnackbar({ level: 'warning', message })
      onSaved()
      return data
    } catch (error) {
      showError(error)
    }
  }

  async function remove(line: MaterialLine): Promise<void> {
    const order = latest.current.map(({ id }) => id)
    const without = () => showMine(latest.current.filter(({ id }) => id !== line.id))
    without()
    try {
      await saves.current.get(line.id)
      await call('DELETE', `/api/materials/${line.id}`)
      without()
      onSaved()
      const undo = { act: () => void bringBack(line, order) }
      showSnackbar({ level: 'success', message: `${line.description || 'The line'} removed`, undo })
    } catch (error) {
      const others = latest.current.filter(({ id }) => id !== line.id)
      showMine([...others, line].toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)))
      showError(error)
    }
  }

  /** The same values on a new line in the old place: what was removed stays in the history. */
  async function bringBack(line: MaterialLine, order: readonly string[]): Promise<void> {
    const back = await add(valuesOf(line))
    if (back) await reorder(order.map((id) => (id === line.id ? back.id : id)))
  }

  /** Puts the lines in the order of these ids, at once here and then there. */
  async function reorder(ids: readonly string[]): Promise<void> {
    const before = latest.current
    const known = ids.filter((id) => before.some((line) => line.id === id))
    showMine(before.toSorted((a, b) => known.indexOf(a.id) - known.indexOf(b.id)))
    try {
      showMine((await call<MaterialLine[]>('PATCH', '/api/materials/reorder', known)).data)
      onSaved()
    } catch (error) {
      showMine(before)
      showError(error)
    }
  }

  return { lines, problem, change, add, remove, reorder }
}

function sentence(error: Error & { fields?: Record<string, string> }, change: LineChange): string {
  const [field = ''] = Object.keys(change)
  return error.fields?.[field] ?? error.message
}

function valuesOf(line: MaterialLine): NewJobLine {
  const { role, inventoryid, description, estimated, consumed, unit, nonbillable, linerate, discount } = line
  const money = linerate === undefined ? {} : { linerate, discount }
  const used = consumed ? { consumed } : {}
  return { role, inventoryid, description, estimated, unit, nonbillable, ...used, ...money }
}
