import type { Stage } from '#db/queries/work/job-stages.ts'
import { type EstimateState, stageWords } from './job-stages.ts'
import { Chip } from './small.tsx'

type StageChipProps = {
  stage: Stage | null
  estimate?: EstimateState
  /** Of what is archived or removed. */
  statusname?: string
}

const isDone = (stage: Stage | null) => stage === 'complete' || stage === 'invoiced' || stage === 'paid'

export const StageChip = ({ stage, estimate, statusname }: StageChipProps) => (
  <Chip level={isDone(stage) ? 'success' : estimate ? 'warning' : undefined}>
    {stage ? stageWords(stage, estimate) : statusname}
  </Chip>
)
