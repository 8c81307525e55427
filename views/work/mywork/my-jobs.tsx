import { duration } from '#views/format.ts'
import { Elapsed } from '#views/layout/timers.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { canWait, WaitsHere } from '#views/ui/outbox.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Chip } from '#views/ui/small.tsx'
import { Due } from './due.tsx'
import { PhotoForm } from './job-additions.tsx'
import { SignLink } from './sign-link.tsx'
import { StepActions } from './step-actions.tsx'
import type { MyJob, MyStep } from './types.ts'
import { StepWhere } from './where.tsx'

type MyJobsProps = {
  title: string
  jobs: readonly MyJob[]
  cantime: boolean
  /** Of other people, whose steps could be taken. */
  free?: boolean
}

export function MyJobs({ title, jobs, ...more }: MyJobsProps) {
  if (jobs.length === 0) return null
  return (
    <Panel title={title} actions={<span className="count">{jobs.length}</span>} flush>
      <ul className="mysteps" data-rows="">
        {jobs.map((job) => (
          <Job key={job.id} job={job} {...more} />
        ))}
      </ul>
    </Panel>
  )
}

function Job({ job, cantime, free }: Omit<MyJobsProps, 'title' | 'jobs'> & { job: MyJob }) {
  const { id, reference, description, steps } = job
  const runs = steps.some(({ runningsince }) => runningsince)
  return (
    <li id={`job-${id}`} tabIndex={-1} className={runs ? 'running' : undefined}>
      <div className="what">
        <p className="name">
          <a className="rowlink" {...dialogLink(`/mywork/jobs/${id}`)}>
            <strong>{reference}</strong> {description}
          </a>
        </p>
        <StepWhere place={job} />
        <p className="facts">
          <Due of={job} />
        </p>
      </div>
      {steps.length > 0 && (
        <ul className="steplines">
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ul>
      )}
      {left[job.left] && <p className="hint next">{left[job.left]}</p>}
      {!free && <JobActions job={job} cantime={cantime} />}
      <WaitsHere group={id} />
    </li>
  )
}

const left: Record<MyJob['left'], string> = {
  steps: '',
  nosteps: 'This job has no steps: start it, and its time books itself.',
  others: 'The steps that are open belong to others.',
  done: 'All steps are done. Next: the parts used, the signature of the client, then Complete.',
}

function JobActions({ job, cantime }: { job: MyJob; cantime: boolean }) {
  const { id, reference, href, left } = job
  return (
    <div className="do">
      {left === 'nosteps' && (
        <Button
          icon="play"
          look="primary"
          aria-label={`Start ${reference}`}
          hx-post={`/mywork/jobs/${id}/start`}
          hx-swap="none"
          hx-disabled-elt="this"
          {...canWait(`Start ${reference}`, id)}
        >
          Start
        </Button>
      )}
      {cantime && left !== 'steps' && (
        <LinkButton
          icon="clock"
          aria-label={`Add time to ${reference}`}
          {...dialogLink(`/mywork/jobs/${id}?timing=true`)}
        >
          Add time
        </LinkButton>
      )}
      <PhotoForm id={`photo-${id}`} jobid={id} of={reference} label="Take a photo" />
      <SignLink jobid={id} reference={reference} />
      {href && (
        <LinkButton
          icon="briefcase"
          href={href}
          look={left === 'done' ? 'primary' : undefined}
          aria-label={`Open job ${reference}`}
        >
          {left === 'done' ? 'Parts used and Complete' : 'Open'}
        </LinkButton>
      )}
    </div>
  )
}

function Step({ step }: { step: MyStep }) {
  const { id, name, iteration, of, minutes, runningsince } = step
  return (
    <li id={`step-${id}`} tabIndex={-1}>
      <p className="name">
        <a className="rowlink" {...dialogLink(`/mywork/steps/${id}`)}>
          {name}
          <Icon name="chevron-right" size="small" />
        </a>
        {iteration > 1 && <Chip>Once more ({iteration})</Chip>}
        {of && <Chip icon="user">{of} has it</Chip>}
        {runningsince ? (
          <Elapsed since={runningsince} minutes={0} />
        ) : (
          minutes > 0 && <small>{duration(minutes)} so far</small>
        )}
      </p>
      <StepActions step={step} />
      <WaitsHere group={id} />
    </li>
  )
}
