import { NO_LANE } from '#db/job-status.ts'
export type Step = {
  id: string
  version: number
  name: string
  instruction: string
  /** Null: of no lane. */
  lane: number | null
  archived: boolean
}

export type StepLane = { value: string; label: string }

export type StepsProps = {
  categoryid: string
  steps: readonly Step[]
  lanes: readonly StepLane[]
  canwrite: boolean
}

export const stepLaneKey = (step: Step) => String(step.lane ?? NO_LANE)

/** A row of the one list that steps are carried in: the head of a lane, or a step below it. */
export type StepListRow =
  | { id: string; kind: 'lane'; lane: StepLane; count: number }
  | { id: string; kind: 'step'; step: Step; index: number; count: number }

/** Every lane with its living steps below it, so that a step is carried over a head into the next lane. */
export const stepListRows = (steps: readonly Step[], lanes: readonly StepLane[]): StepListRow[] =>
  byLane(
    steps.filter((step) => !step.archived),
    lanes,
  ).flatMap(({ lane, steps: held }): StepListRow[] => [
    { id: `lane-${lane.value}`, kind: 'lane', lane, count: held.length },
    ...held.map(
      (step, index): StepListRow => ({ id: step.id, kind: 'step', step, index, count: held.length }),
    ),
  ])

/** The lane, and the place in it, that a row of the list would be in; above the first head is in its lane. */
export function lanePositionAt(rows: readonly StepListRow[], id: string, index: number) {
  const above = rows.filter((row) => row.id !== id).slice(0, index)
  const head = above.findLastIndex((row) => row.kind === 'lane')
  const row = rows.find(
    (one, at) => one.kind === 'lane' && (head < 0 ? at === 0 : one.id === above[head]?.id),
  )
  return row?.kind === 'lane' ? { lane: row.lane, index: head < 0 ? 0 : above.length - head - 1 } : undefined
}

export function byLane(steps: readonly Step[], lanes: readonly StepLane[]) {
  const groups = Map.groupBy(
    steps.toSorted((a, b) => Number(a.archived) - Number(b.archived)),
    stepLaneKey,
  )
  return lanes.map((lane) => ({ lane, steps: groups.get(lane.value) ?? [] }))
}
