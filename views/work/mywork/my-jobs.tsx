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
import { PartsLink } from './parts-link.tsx'
import { SignLink } from './sign-link.tsx'
import { StepActions } from './step-actions.tsx'
import type { MyJob, MyStep, MyWorkRights } from './types.ts'
import { StepWhere } from './where.tsx'

type MyJobsProps = {
  title: string
  /** Said on each of them. */
  hint?: string
  jobs: readonly MyJob[]
  can: MyWorkRights
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

function Job({ job, can, free, hint }: Omit<MyJobsProps, 'title' | 'jobs'> & { job: MyJob }) {
  const { id, reference, description, steps } = job
  const runs = steps.some(({ runningsince }) => runningsince)
  const words = hint ?? sayLeft(job, can)
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
            <Step key={step.id} step={step} job={job} />
          ))}
        </ul>
      )}
      {words && <p className="hint next">{words}</p>}
      {!free && <JobActions job={job} can={can} />}
      <WaitsHere group={id} />
    </li>
  )
}

const left: Record<Exclude<MyJob['left'], 'done'>, string> = {
  steps: '',
  approval: '',
  nosteps: 'This job has no steps: start it, and its time books itself.',
  others: 'The steps that are open belong to others.',
}

const partWords = { parts: 'the parts used', signature: 'the signature of the client' }

type PartLeft = keyof typeof partWords

const mayComplete = ({ works }: MyJob, can: MyWorkRights) => can.complete && works
const mayUse = ({ href, works }: MyJob, can: MyWorkRights) => (can.use && works ? href : undefined)

/** What is recorded already is no longer asked for. */
function findLeft(job: MyJob, can: MyWorkRights): PartLeft[] {
  const left: (PartLeft | false)[] = [
    job.used === 0 && mayUse(job, can) !== undefined && 'parts',
    job.signedby === null && 'signature',
  ]
  return left.filter((part) => part !== false)
}

function sayLeft(job: MyJob, can: MyWorkRights): string {
  if (job.left !== 'done') return left[job.left]
  const before = findLeft(job, can).map((part) => partWords[part])
  if (mayComplete(job, can))
    return `All steps are done. Next: ${before.length > 0 ? `${before.join(', ')}, then Complete` : 'Complete'}.`
  return `All steps are done. ${before.length > 0 ? `Next: ${before.join(', ')}. ` : ''}The office completes the job.`
}

/** The main button is what the words above it name next. */
function JobActions({ job, can }: { job: MyJob; can: MyWorkRights }) {
  const { id, reference, href, left, signedby } = job
  const next = left === 'done' ? (findLeft(job, can)[0] ?? 'complete') : undefined
  const look = (part: typeof next) => (part === next ? 'primary' : undefined)
  const partshref = left === 'approval' ? undefined : mayUse(job, can)
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
      {can.time && left !== 'steps' && left !== 'approval' && (
        <LinkButton
          icon="clock"
          aria-label={`Add time to ${reference}`}
          {...dialogLink(`/mywork/jobs/${id}?timing=true`)}
        >
          Add time
        </LinkButton>
      )}
      <PhotoForm
        id={`photo-${id}`}
        job={job}
        of={reference}
        label="Take a photo"
        maxuploadmb={can.maxuploadmb}
      />
      {partshref && <PartsLink href={partshref} reference={reference} look={look('parts')} />}
      {left !== 'approval' && (
        <SignLink jobid={id} reference={reference} signed={signedby !== null} look={look('signature')} />
      )}
      {left === 'done' && mayComplete(job, can) && (
        <LinkButton
          icon="check"
          look={look('complete')}
          aria-label={`Complete the job ${reference}`}
          {...dialogLink(`/mywork/jobs/${id}/complete`)}
        >
          Complete the job
        </LinkButton>
      )}
      {href && (
        <LinkButton icon="briefcase" href={href} aria-label={`Open job ${reference}`}>
          Open job
        </LinkButton>
      )}
    </div>
  )
}

function Step({ step, job }: { step: MyStep; job: MyJob }) {
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
      <StepActions step={step} job={job} />
      <WaitsHere group={id} />
    </li>
  )
}
