import { duration } from '#views/format.ts'
import { Elapsed } from '#views/layout/timers.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
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
  const words = sayLeft(job)
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
          {job.used > 0 && (
            <Chip level="success" icon="check">
              {job.used} {job.used === 1 ? 'line' : 'lines'} used
            </Chip>
          )}
          {job.signedby !== null && (
            <Chip level="success" icon="check">
              Signed by {job.signedby}
            </Chip>
          )}
        </p>
      </div>
      {steps.length > 0 && (
        <ul className="steplines">
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ul>
      )}
      {words && <p className="hint next">{words}</p>}
      {!free && <JobActions job={job} cantime={cantime} />}
      <WaitsHere group={id} />
    </li>
  )
}

const left: Record<Exclude<MyJob['left'], 'done'>, string> = {
  steps: '',
  nosteps: 'This job has no steps: start it, and its time books itself.',
  others: 'The steps that are open belong to others.',
}

/** What is recorded already is no longer asked for. */
function sayLeft({ left: kind, used, signedby }: MyJob): string {
  if (kind !== 'done') return left[kind]
  const open = [used === 0 && 'the parts used', signedby === null && 'the signature of the client']
  const before = open.filter((part) => part !== false).join(', ')
  return `All steps are done. Next: ${before ? `${before}, then Complete` : 'Complete'}.`
}

function JobActions({ job, cantime }: { job: MyJob; cantime: boolean }) {
  const { id, reference, href, left, used, signedby } = job
  const open = left === 'done' ? (used > 0 ? 'Complete the job' : 'Enter the parts used') : 'Open job'
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
      <SignLink jobid={id} reference={reference} signed={signedby !== null} />
      {href && (
        <LinkButton
          icon="briefcase"
          href={left === 'done' ? withQuery(href, used > 0 ? { next: true } : { tab: 'output' }) : href}
          look={left === 'done' ? 'primary' : undefined}
          aria-label={`${open} ${reference}`}
        >
          {open}
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
