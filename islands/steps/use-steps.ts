import { call, errorMessage, isRefusal } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import { activeSteps, stepPosition, withStepAt } from './order.ts'
import { byLane, type Step, type StepsProps } from './props.ts'
import { useStepList } from './use-step-list.ts'

export type StepValues = { name: string; instruction: string; lane: string }
/** By control, what is wrong; nothing when it was saved. */
export type FieldErrors = Record<string, string> | undefined

const UNSAVED = 'The order could not be saved. Please refresh and confirm the order.'

export function useSteps(props: StepsProps) {
  const { categoryid, lanes } = props
  const list = useStepList(props)
  const { steps, changes, refresh } = list

  const save = (run: () => Promise<unknown>): Promise<FieldErrors> =>
    list.send(run).then(
      () => undefined,
      (error) => {
        if (isRefusal(error) && error.status === 409) void refresh()
        return readFieldErrors(error)
      },
    )

  /** Moves a step to a position of a lane, at once; the server hears of it after. */
  function moveTo(id: string, lane: string, index: number): void {
    const moved = withStepAt(steps, lanes, { id, lane, index })
    if (!moved) return
    list.setSteps(moved.steps)
    const body = { category: categoryid, lane: Number(lane), ids: moved.ids }
    list
      .send(() => call('POST', '/api/steps/reorder', body))
      .catch((error) => list.setUnsaved(isRefusal(error) && error.status === 409 ? error.message : UNSAVED))
  }

  function moveWithinLane(id: string, by: -1 | 1): void {
    const at = stepPosition(steps, lanes, id)
    const index = at ? at.index + by : -1
    if (at && index >= 0 && index < at.count) moveTo(id, at.lane, index)
  }

  function moveToLane(id: string, by: -1 | 1): void {
    const at = stepPosition(steps, lanes, id)
    const to = at && byLane(steps, lanes)[at.laneindex + by]
    if (to) moveTo(id, to.lane.value, activeSteps(to.steps).length)
  }

  return {
    ...list,
    /** While a step is dragged, nothing that was asked for before changes the list under it. */
    hold: () => changes.begin(),
    release: () => changes.end(),
    moveTo,
    moveWithinLane,
    moveToLane,
    add: (values: StepValues) => save(() => call('POST', '/api/steps', { ...values, category: categoryid })),
    change: (step: Step, values: StepValues) =>
      save(() => call('PATCH', `/api/steps/${step.id}`, { ...values, version: step.version })),
    archive: (step: Step) =>
      list.send(() => call('PATCH', `/api/steps/${step.id}`, { archived: !step.archived })).catch(showError),
  }
}

function readFieldErrors(error: unknown): Record<string, string> {
  if (!isRefusal(error)) return { name: errorMessage(error) }
  const { name, instruction } = (error.data ?? {}) as Partial<Step>
  if (error.status === 409 && name)
    return { name: `Now saved: ${name}`, instruction: `Now saved: ${instruction}` }
  return error.fields ?? { name: error.message }
}
