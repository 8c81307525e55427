import type { ReactNode } from 'react'
import type { Stage } from '#db/queries/work/job-stages.ts'
import { formatRand } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { LinkedLines } from '#views/ui/linked-lines.tsx'
import { withQuery } from '#views/ui/links.ts'
import { truncate } from '#views/ui/pagetitle.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { StageChip } from '#views/ui/stage-chip.tsx'

type ClientJob = {
  id: string
  reference: string
  description: string
  created: string
  stage: Stage | null
  statusname: string
  href?: string
}

type ClientJobsProps = {
  clientid: string
  newjob?: ReactNode
  jobs: readonly ClientJob[]
  total: number
  /** There are at least `total`. */
  uncounted?: boolean
  open: number
  /** What issued invoices still ask for; undefined for whoever sees none. */
  duecents?: number
  more?: string
}

const groupThousands = (count: number) => count.toLocaleString('en-ZA')

const none = {
  icon: 'briefcase',
  text: 'There are no jobs for this client yet.',
} as const

export const NewJobButton = ({ client, segment }: { client: string; segment: string }) => (
  <Button
    look="primary"
    icon="plus"
    data-new-job={withQuery('/lookup/jobs/create', { client })}
    data-to={`/${segment}/:board/progress?open=:job`}
  >
    New job
  </Button>
)

export function ClientJobs({
  clientid,
  newjob,
  jobs,
  total,
  uncounted,
  open,
  duecents,
  more,
}: ClientJobsProps) {
  if (total === 0) return <EmptyState {...none}>{newjob}</EmptyState>
  const facts = [
    { label: 'Open jobs', value: groupThousands(open) },
    { label: 'All jobs', value: uncounted ? `At least ${groupThousands(total)}` : groupThousands(total) },
    ...(duecents === undefined
      ? []
      : [
          {
            label: 'Still to be paid',
            value:
              duecents > 0 ? (
                <a href={`/invoices?client=${clientid}`}>{formatRand(duecents)}</a>
              ) : (
                formatRand(0)
              ),
          },
        ]),
  ]
  return (
    <>
      <DescriptionList facts={facts} />
      <LinkedLines
        lines={jobs.map(({ id, href, reference, description, stage, statusname, created }) => ({
          id,
          href,
          name: reference,
          text: truncate(description || '(no description)', 60),
          who: <DateTime iso={created} relative />,
          when: <StageChip stage={stage} statusname={statusname} />,
        }))}
        more={more}
        empty={none}
      />
    </>
  )
}
