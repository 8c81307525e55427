import { NO_LANE } from '#db/job-status.ts'
import { byLane, type Step, type StepLane, stepLaneKey } from './props.ts'

export const activeSteps = (steps: readonly Step[]) => steps.filter((step) => !step.archived)

/** Where a step stands that is not archived; `laneindex` counts the lanes. */
export function stepPosition(steps: readonly Step[], lanes: readonly StepLane[], id: string) {
  const step = activeSteps(steps).find((one) => one.id === id)
  if (!step) return undefined
  const groups = byLane(steps, lanes)
  const laneindex = groups.findIndex(({ lane }) => lane.value === stepLaneKey(step))
  const held = activeSteps(groups[laneindex]?.steps ?? [])
  return { lane: stepLaneKey(step), laneindex, index: held.indexOf(step), count: held.length }
}

type Target = { id: string; lane: string; index: number }

/** The steps after a move, with the ids of the lane it went to; undefined when the step is not there. */
export function withStepAt(
  steps: readonly Step[],
  lanes: readonly StepLane[],
  { id, lane, index }: Target,
): { steps: Step[]; ids: string[] } | undefined {
  const step = steps.find((one) => one.id === id)
  if (!step) return undefined
  const groups = byLane(
    steps.filter((one) => one.id !== id),
    lanes,
  )
  const target = groups.find((group) => group.lane.value === lane)?.steps ?? []
  target.splice(index, 0, { ...step, lane: lane === String(NO_LANE) ? null : Number(lane) })
  return { steps: groups.flatMap((group) => group.steps), ids: activeSteps(target).map((one) => one.id) }
}
