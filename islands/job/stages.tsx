import { useState } from 'react'
import type { BoardRights } from '#islands/board/props.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { type StageStep, stages, stepNames } from '#views/ui/job-stages.ts'
import { consumeAsEstimated, openInvoice } from './next-step.ts'

type StagesProps = {
  job: JobDetail
  can: BoardRights
  editable: boolean
  /** Gives nothing when what is typed was refused. */
  saveTyped: () => Promise<unknown>
  onMove: (status: number) => Promise<void>
  onSaved: () => void
}

const APPROVE = 3
const COMPLETE = 4

export function JobStages({ job, can, editable, saveTyped, onMove, onSaved }: StagesProps) {
  const [busy, setBusy] = useState(false)
  if (!job.stage) return null
  const { step, rights } = stages[job.stage]
  const isUsed = !job.warninglist.some(({ code }) => code === 'unconsumed')
  const finishes = step === 'use' && isUsed
  const needed = finishes ? (['write'] as const) : rights
  const allowed = needed.every((right) => can[right] && (right !== 'write' || editable))

  const acts: Record<StageStep, () => Promise<void> | void> = {
    send: () => window.joblane.dialog(`/mail/estimate/${job.id}`),
    approve: () => onMove(APPROVE),
    use: () => (finishes ? onMove(COMPLETE) : consumeAsEstimated(job.id, onSaved)),
    prepare: () => openInvoice(job.id),
    pay: () => openInvoice(job.id),
  }

  async function take(next: StageStep): Promise<void> {
    setBusy(true)
    if (await saveTyped()) await acts[next]()
    setBusy(false)
  }

  return (
    <div className="stages">
      <ol aria-label="From asked to paid">
        {Object.entries(stages).map(([stage, { name }]) => (
          <li key={stage} aria-current={stage === job.stage ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      {step && allowed && (
        <Button look="primary" icon="arrow-right" aria-busy={busy} onClick={() => void take(step)}>
          {finishes ? 'Complete' : stepNames[step]}
        </Button>
      )}
    </div>
  )
}
