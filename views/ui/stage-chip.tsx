import type { Stage } from '#db/queries/work/job-stages.ts'
import { type StageNote, stageWords } from './job-stages.ts'
import { Chip } from './small.tsx'

type StageChipProps = {
  stage: Stage | null
  note?: StageNote
  /** Of what is archived or removed. */
  statusname?: string
}

const isDone = (stage: Stage | null) => stage === 'complete' || stage === 'invoiced' || stage === 'paid'

export const StageChip = ({ stage, note, statusname }: StageChipProps) => (
  <Chip level={note ? 'warning' : isDone(stage) ? 'success' : undefined}>
    {stage ? stageWords(stage, note) : statusname}
  </Chip>
)
