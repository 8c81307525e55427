import { type MouseEvent, memo, useRef, useState } from 'react'
import { dueLabel } from '#islands/board/due.ts'
import type { BoardProps } from '#islands/board/props.ts'
import type { MakeWorker } from '#islands/job/steps/job-step-item.tsx'
import { NextIteration } from '#islands/job/steps/next-iteration.tsx'
import { sendStep, type WorkRequest } from '#islands/job/steps/send-step.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import type { ApprovedJob } from '#server/domains/work/jobsteps/approved-jobs.ts'
import type { ShownStep } from '#server/domains/work/jobsteps/present.ts'
import { shortDate } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { classes } from '#views/ui/classes.ts'
import { Chip } from '#views/ui/small.tsx'
import { OutputTable } from './output-table.tsx'
import { type AllocatedJob, countedSteps, findCurrentStep, isAllDone, isClosed } from './props.ts'
import { StepIteration } from './step-iteration.tsx'

type AllocatedJobProps = {
  allocated: AllocatedJob
  board: BoardProps
  workers: readonly ReferencedRecord[]
  makeWorker: MakeWorker
  onOpen: (job: { id: string; reference: string }) => void
  onStep: (step: ShownStep) => void
  onIteration: (jobid: string) => void
}

export const AllocatedJobItem = memo(function AllocatedJobItem(props: AllocatedJobProps) {
  const { allocated, board, workers, makeWorker, onStep } = props
  const { job, steps } = allocated
  const item = useRef<HTMLLIElement>(null)
  const current = findCurrentStep(allocated)
  const [picked, setPicked] = useState<string>()
  const chosen = steps.find(({ id }) => id === picked) ?? current
  const rights = { works: board.can.steps, assigns: board.can.assign }

  /** What is done makes way for what comes next, and the keys go on from the job. */
  async function send(step: ShownStep, change: WorkRequest) {
    const asked = await sendStep(step, job, change, onStep)
    if (asked || (change.action !== 'finish' && change.action !== 'skip')) return asked
    setPicked(undefined)
    item.current?.focus({ preventScroll: true })
  }

  return (
    <li
      ref={item}
      className={classes('allocated', isAllDone(allocated) && 'done')}
      data-job={job.id}
      tabIndex={-1}
      aria-label={`${job.reference} ${job.description}`}
    >
      <JobHead {...props} />
      {[...Map.groupBy(steps, ({ iteration }) => iteration)].map(([iteration, own], at) => (
        <StepIteration
          key={iteration}
          iteration={iteration}
          steps={own}
          isNewest={at === 0}
          isAlone={own.length === steps.length}
          current={current?.id}
          chosen={chosen && own.includes(chosen) ? chosen : undefined}
          onPick={setPicked}
          panel={{ workers, makeWorker: board.can.newworker ? makeWorker : undefined, rights, send }}
        />
      ))}
      {isAllDone(allocated) && (
        <p className="hint">
          All steps are done. View the job to move it on; it is gone from here when the page is opened again.
        </p>
      )}
      {board.can.assign && (
        <NextIteration
          jobid={job.id}
          isFirst={false}
          lanes={board.lanes}
          onMade={() => props.onIteration(job.id)}
        />
      )}
    </li>
  )
})

function JobHead({ allocated, board, onOpen }: AllocatedJobProps) {
  const { job } = allocated
  const [category] = job.categories
  const counted = countedSteps(allocated)
  const href = `?open=${encodeURIComponent(job.reference.toLowerCase())}`

  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(job)
  }

  return (
    <header>
      <div>
        <p className="name">
          <a href={href} onClick={open}>
            {job.reference}
          </a>
          <span className="description">{job.description}</span>
          {job.critical && <Chip level="error">Critical</Chip>}
        </p>
        <p className="facts">
          {category && <Chip colour={category.colour}>{category.name}</Chip>}
          {job.client && <span>{job.client.name}</span>}
          <Due job={job} today={board.today} />
          <span className="number">
            {counted.filter(isClosed).length} of {counted.length} steps done
          </span>
        </p>
      </div>
      <div className="do">
        <OutputTable job={job} />
        <LinkButton small icon="eye" href={href} aria-label={`View ${job.reference}`} onClick={open}>
          View
        </LinkButton>
      </div>
    </header>
  )
}

function Due({ job: { finish }, today }: { job: ApprovedJob; today: string }) {
  if (!finish) return <span>No due date</span>
  const { text, level } = dueLabel(finish, today, true)
  return (
    <time className={classes('due', level)} dateTime={finish} title={`Due ${shortDate(finish)}`}>
      {level ? text : `Due ${text}`}
    </time>
  )
}
