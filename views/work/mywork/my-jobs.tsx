import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { WaitsHere } from '#views/ui/outbox.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Due } from './due.tsx'
import { PhotoForm } from './job-additions.tsx'
import type { MyJob } from './types.ts'
import { StepWhere } from './where.tsx'

type MyJobsProps = { jobs: readonly MyJob[]; more: boolean; cantime: boolean }

export function MyJobs({ jobs, more, cantime }: MyJobsProps) {
  if (jobs.length === 0) return null
  return (
    <>
      <Panel title="Your jobs" actions={<span className="count">{jobs.length}</span>} flush>
        <ul className="mysteps" data-rows="">
          {jobs.map((job) => (
            <Job key={job.id} job={job} cantime={cantime} />
          ))}
        </ul>
      </Panel>
      {more && <p className="hint">There are more jobs. These are the ones that are due first.</p>}
    </>
  )
}

function Job({ job, cantime }: { job: MyJob; cantime: boolean }) {
  const { id, reference, description, href } = job
  return (
    <li id={`job-${id}`} tabIndex={-1}>
      <div className="what">
        <p className="name">
          <a className="rowlink" {...dialogLink(`/mywork/jobs/${id}`)}>
            {reference} {description}
          </a>
        </p>
        <StepWhere place={job} />
        <p className="facts">
          <Due of={job} />
        </p>
      </div>
      <div className="do">
        {cantime && (
          <LinkButton
            icon="clock"
            aria-label={`Add time to ${reference}`}
            {...dialogLink(`/mywork/jobs/${id}?timing=true`)}
          >
            Add time
          </LinkButton>
        )}
        <PhotoForm id={`photo-${id}`} jobid={id} name={`Photo ${reference}`} label="Take a photo" />
        {href && (
          <LinkButton icon="briefcase" href={href} aria-label={`Open job ${reference}`}>
            Open
          </LinkButton>
        )}
      </div>
      <WaitsHere group={id} />
    </li>
  )
}
