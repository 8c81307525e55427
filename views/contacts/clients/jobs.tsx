import type { Stage } from '#db/queries/work/job-stages.ts'
import { formatRand } from '#views/format.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { LinkedLines } from '#views/ui/linked-lines.tsx'
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
  hint: 'Choose the client in a job’s own dialog.',
} as const

export function ClientJobs({ clientid, jobs, total, uncounted, open, duecents, more }: ClientJobsProps) {
  if (total === 0) return <EmptyState {...none} />
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
