import { rand } from '#views/format.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Facts } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'

type ClientJob = {
  id: string
  reference: string
  description: string
  created: string
  status: number
  statusname: string
  href: string
}

type ClientJobsProps = {
  clientid: string
  jobs: readonly ClientJob[]
  total: number
  open: number
  /** What issued invoices still ask for; undefined for whoever sees none. */
  duecents?: number
}

export function ClientJobs({ clientid, jobs, total, open, duecents }: ClientJobsProps) {
  if (total === 0)
    return (
      <EmptyState
        icon="briefcase"
        text="There are no jobs for this client yet."
        hint="Choose the client in a job’s own dialog."
      />
    )
  const facts = [
    { label: 'Open jobs', value: open },
    { label: 'All jobs', value: total },
    ...(duecents === undefined
      ? []
      : [
          {
            label: 'Still to be paid',
            value: duecents > 0 ? <a href={`/invoices?client=${clientid}`}>{rand(duecents)}</a> : rand(0),
          },
        ]),
  ]
  return (
    <>
      <Facts facts={facts} />
      <ul className="joblines">
        {jobs.map(({ id, href, reference, description, status, statusname, created }) => (
          <li key={id}>
            <a href={href}>
              <span className="what">
                <strong>{reference}</strong> {truncate(description || '(no description)', 60)}
              </span>
              <span className="who">
                <DateTime iso={created} relative />
              </span>
              <span className="when">
                <Chip level={status === 4 || status === 5 ? 'success' : undefined}>{statusname}</Chip>
              </span>
            </a>
          </li>
        ))}
      </ul>
      {total > jobs.length && <p className="hint">These are the newest {jobs.length}.</p>}
    </>
  )
}
