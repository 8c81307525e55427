import { APPROVE, isInvoicedOrArchived } from '#db/job-status.ts'
import type { BoardProps } from '#islands/board/props.ts'
import { useMadeRecords } from '#islands/job/use-made-records.ts'
import { useNames } from '#islands/lib/lookups.ts'
import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { Button } from '#views/ui/button.tsx'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'
import { AddStep } from './add-step.tsx'
import { EarlySteps } from './early-steps.tsx'
import { JobStepItem } from './job-step-item.tsx'
import { NextIteration } from './next-iteration.tsx'
import { useJobSteps } from './use-job-steps.ts'

type JobStepsProps = {
  job: JobDetail
  board: BoardProps
  editable: boolean
  /** Of categories that are ticked in Details and not saved yet. */
  saveTicked?: () => void
}

/** By iteration, the newest first. */
export function JobStepsTab({ job, board, editable, saveTicked }: JobStepsProps) {
  const held = useJobSteps(job.id, job.seq)
  const works = editable && board.can.steps && job.approvedutc !== null && job.status <= APPROVE
  const assigns = works && board.can.assign
  const adds = editable && board.can.assign && job.status <= APPROVE
  const listed = useNames<ReferencedRecord>(works ? `/api/workers/board/${job.boardid}` : null) ?? []
  const { records, open } = useMadeRecords()
  const made = records.filter(({ id }) => !listed.some((one) => one.id === id))
  const makeWorker = (choose: (id: string) => void) => open('/lookup/workers/create', choose)
  if (held.problem) return <p className="error">{held.problem}</p>
  if (!held.steps) return <Skeleton />
  const isOver = isInvoicedOrArchived(job.status)
  const iterations = [...Map.groupBy(held.steps, ({ iteration }) => iteration)]
  return (
    <div className="jobsteps">
      {isComing(job) && <EarlySteps categories={job.categories} />}
      {iterations.length === 0 && <NoSteps job={job} adds={adds} saveTicked={saveTicked} />}
      {iterations.map(([iteration, steps], at) => (
        <section key={iteration} aria-label={`Round ${iteration}`}>
          <IterationHead iteration={iteration} steps={steps} alone={iterations.length === 1} over={isOver} />
          <ol>
            {steps.map((step) => (
              <JobStepItem
                key={step.id}
                step={step}
                workers={[...listed, ...made]}
                makeWorker={board.can.newworker ? makeWorker : undefined}
                send={(change) => held.send(step, change)}
                onRemove={adds ? () => void held.remove(step) : undefined}
                rights={{ works, assigns }}
                isNewest={at === 0}
                nobody={isComing(job) ? 'Given out once the job is approved' : isOver ? '' : undefined}
              />
            ))}
          </ol>
        </section>
      ))}
      {adds && <AddStep jobid={job.id} onAdded={held.reload} />}
      {assigns && (iterations.length > 0 || job.categories.length > 0) && (
        <NextIteration
          jobid={job.id}
          isFirst={iterations.length === 0}
          lanes={board.lanes}
          onMade={held.reload}
        />
      )}
    </div>
  )
}

type IterationHeadProps = { iteration: number; steps: readonly JobStep[]; alone: boolean; over: boolean }

function IterationHead({ iteration, steps, alone, over }: IterationHeadProps) {
  const counted = steps.filter(({ step }) => !step.archived)
  const done = counted.filter(({ completed, skipped }) => completed || skipped).length
  return (
    <h3>
      {alone ? 'Steps' : `Round ${iteration}`}
      {steps[0]?.reason && <span className="reason">{steps[0].reason}</span>}
      {(done > 0 || !over) && (
        <span className="number">
          {done} of {counted.length} done
        </span>
      )}
    </h3>
  )
}

const isComing = ({ approvedutc, status }: JobDetail) => approvedutc === null && status <= APPROVE

type NoStepsProps = { job: JobDetail; adds: boolean; saveTicked?: () => void }

/** Each sentence is of what the job is now, and of what this person can do. */
function NoSteps({ job, adds, saveTicked }: NoStepsProps) {
  if (saveTicked)
    return (
      <EmptyState
        icon="list"
        text="A category that you ticked in Details is not saved yet."
        hint="Its steps are known here once it is."
      >
        <Button onClick={saveTicked}>Save details</Button>
      </EmptyState>
    )
  const comes = isComing(job)
  return (
    <EmptyState
      icon="list"
      text={comes && job.categories.length > 0 ? 'Steps come with the approval.' : 'This job has no steps.'}
      hint={comes ? sayComing(job, adds) : adds ? sayAdding(job) : undefined}
    />
  )
}

const sayComing = ({ categories }: JobDetail, adds: boolean) => {
  if (categories.length === 0)
    return adds
      ? 'Type the first. A category that is chosen in Details brings its own when the job is approved.'
      : 'Those of its categories come with the approval, and this job has no category yet.'
  const coming = 'When this job is approved, it gets the steps that its categories have from there on.'
  return adds ? `${coming} Type what it needs besides.` : coming
}

const sayAdding = ({ categories }: JobDetail) =>
  categories.length === 0
    ? 'Type the first. A category that is chosen in Details has steps to add here too.'
    : 'It got none when it was approved. Type the first, or add those that its categories have by now.'
