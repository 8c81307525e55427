import type { Stage } from '#db/queries/work/job-stages.ts'
import { stageNames } from './job-stages.ts'
import { Chip } from './small.tsx'

type StageChipProps = {
  stage: Stage | null
  /** Of what is archived or removed. */
  statusname?: string
}

const isDone = (stage: Stage | null) => stage === 'complete' || stage === 'invoiced' || stage === 'paid'

export const StageChip = ({ stage, statusname }: StageChipProps) => (
  <Chip level={isDone(stage) ? 'success' : undefined}>{stage ? stageNames[stage] : statusname}</Chip>
)
