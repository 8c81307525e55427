import type { Stage } from '#db/queries/work/job-stages.ts'
import { stageWords } from './job-stages.ts'
import { Chip } from './small.tsx'

type StageChipProps = {
  stage: Stage | null
  expired?: boolean
  /** Of what is archived or removed. */
  statusname?: string
}

const isDone = (stage: Stage | null) => stage === 'complete' || stage === 'invoiced' || stage === 'paid'

export const StageChip = ({ stage, expired = false, statusname }: StageChipProps) => (
  <Chip level={isDone(stage) ? 'success' : expired ? 'warning' : undefined}>
    {stage ? stageWords(stage, expired) : statusname}
  </Chip>
)
