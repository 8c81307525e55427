import { useState } from 'react'
import type { StageStep } from '#server/domains/work/jobs/stages.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { stageNames, stageSteps } from '#views/ui/job-stages.ts'
import { withQuery } from '#views/ui/links.ts'
import type { LinesStore } from './lines-store.ts'
import { openInvoice } from './next-step.ts'

type StagesProps = {
  job: JobDetail
  step: StageStep | null
  lines: LinesStore
  /** Whose paper is sent; empty: as the job says. */
  organisation: string
  /** Gives nothing when what is typed was refused. */
  saveTyped: () => Promise<unknown>
  onMove: (status: number) => Promise<void>
}

const APPROVE = 3
const COMPLETE = 4

export function JobStages({ job, step, lines, organisation, saveTyped, onMove }: StagesProps) {
  const [busy, setBusy] = useState(false)
  if (!job.stage) return null

  const acts: Record<StageStep, () => Promise<void> | void> = {
    send: () =>
      window.joblane.dialog(withQuery(`/mail/estimate/${job.id}`, { organisationid: organisation })),
    approve: () => onMove(APPROVE),
    use: () => lines.consumeAllEstimated(),
    complete: () => onMove(COMPLETE),
    prepare: () => openInvoice(job.id, organisation),
    pay: () => openInvoice(job.id, organisation, 'payments'),
  }

  async function take(next: StageStep): Promise<void> {
    setBusy(true)
    if (await saveTyped()) await acts[next]()
    setBusy(false)
  }

  return (
    <div className="stages">
      <ol aria-label="From asked to paid">
        {Object.entries(stageNames).map(([stage, name]) => (
          <li key={stage} aria-current={stage === job.stage ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      {step && (
        <Button look="primary" icon="arrow-right" aria-busy={busy} onClick={() => void take(step)}>
          {stageSteps[step].name}
        </Button>
      )}
    </div>
  )
}
