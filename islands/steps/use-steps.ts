import { useCallback, useEffect, useRef, useState } from 'react'
import { call, fetchData, isRefusal, messageOf } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError } from '#islands/lib/snackbar.ts'
import { byLane, laneOf, type Step, type StepsProps } from './props.ts'

export type StepValues = { name: string; instruction: string; lane: string }
/** By control, what is wrong; nothing when it was saved. */
export type FieldErrors = Record<string, string> | undefined

const UNSAVED = 'The order could not be saved. Please refresh and confirm the order.'

/** The steps of a category, and what a person does to them. Changes are sent one after the other. */
export function useSteps({ categoryid, steps: first, lanes }: StepsProps) {
  const [steps, setSteps] = useState(first)
  const [archived, setArchived] = useState(false)
  /** Why an order was not saved: the person is asked to look at it again. */
  const [unsaved, setUnsaved] = useState('')
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const busy = useRef(0)
  /** Counts what was changed here: an answer that was asked for before the last change shows the past. */
  const changes = useRef(0)

  const refresh = useCallback(async () => {
    const asked = changes.current
    try {
      const now = await fetchData<Step[]>(`/api/steps/category/${categoryid}?archived=${archived}`)
      if (asked !== changes.current) return
      setSteps(now)
      setUnsaved('')
    } catch (error) {
      showError(error)
    }
  }, [categoryid, archived])

  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) void refresh()
    isFirst.current = false
  }, [refresh])

  // What colleagues change appears at once, though never under a hand that is dragging.
  useHub((event, args) => {
    const { table, id } = (args[0] ?? {}) as { table?: string; id?: string }
    const isMine = event === 'Reload' || (event === 'RecordChanged' && table === 'steps' && id === categoryid)
    if (isMine && busy.current === 0 && !unsaved) void refresh()
  })

  /** Sends a change once those before it are answered, then reads what stands. */
  function send(run: () => Promise<unknown>): Promise<void> {
    busy.current++
    changes.current++
    const sent = queue.current.then(run)
    queue.current = sent.catch(() => {}).then(() => void busy.current--)
    return sent.then(() => (busy.current <= 1 ? refresh() : undefined))
  }

  const save = (run: () => Promise<unknown>): Promise<FieldErrors> =>
    send(run).then(
      () => undefined,
      (error) => {
        if (isRefusal(error) && error.status === 409) void refresh()
        return fieldErrorsOf(error)
      },
    )

  /** Puts a step at a place of a lane, at once; the server hears of it after. */
  function place(id: string, lane: string, index: number): void {
    const step = steps.find((one) => one.id === id)
    if (!step) return
    const others = byLane(steps, lanes).map((group) => ({
      ...group,
      steps: group.steps.filter((one) => one.id !== id),
    }))
    const moved = { ...step, lane: lane === '99' ? null : Number(lane) }
    const target = others.find((group) => group.lane.value === lane)
    target?.steps.splice(index, 0, moved)
    const ids = (target?.steps ?? []).filter((one) => !one.archived).map((one) => one.id)
    setSteps(others.flatMap((group) => group.steps))
    const body = { category: categoryid, lane: moved.lane ?? 99, ids }
    send(() => call('POST', '/api/steps/reorder', body)).catch((error) =>
      setUnsaved(isRefusal(error) && error.status === 409 ? error.message : UNSAVED),
    )
  }

  /** One lane on or back, to its end; or one place up or down in its own. */
  function shift(id: string, by: { lane?: -1 | 1; place?: -1 | 1 }): void {
    const step = steps.find((one) => one.id === id)
    if (!step || step.archived) return
    const groups = byLane(steps, lanes)
    const at = groups.findIndex(({ lane }) => lane.value === laneOf(step))
    const to = groups[at + (by.lane ?? 0)]
    if (!to) return
    const living = to.steps.filter((one) => !one.archived)
    const index = by.place ? living.findIndex((one) => one.id === id) + by.place : living.length
    if (index >= 0 && (by.lane || index < living.length)) place(id, to.lane.value, index)
  }

  return {
    ...{ steps, archived, setArchived, unsaved, refresh, place, shift },
    /** While a step is in the hand, nothing that was asked for before changes the list under it. */
    hold() {
      busy.current++
      changes.current++
    },
    release: () => void busy.current--,
    add: (values: StepValues) => save(() => call('POST', '/api/steps', { ...values, category: categoryid })),
    change: (step: Step, values: StepValues) =>
      save(() => call('PATCH', `/api/steps/${step.id}`, { ...values, version: step.version })),
    archive: (step: Step) =>
      send(() => call('PATCH', `/api/steps/${step.id}`, { archived: !step.archived })).catch(showError),
  }
}

/** Beside each control what is wrong with it; after a lost race what stands now. */
function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isRefusal(error)) return { name: messageOf(error) }
  const { name, instruction } = (error.data ?? {}) as Partial<Step>
  if (error.status === 409 && name)
    return { name: `Now saved: ${name}`, instruction: `Now saved: ${instruction}` }
  return error.fields ?? { name: error.message }
}
