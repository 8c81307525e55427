import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { shortDate } from '#views/format.ts'
import { Money } from '#views/ui/figures.tsx'
import type { StageNote } from '#views/ui/job-stages.ts'
import { Chip } from '#views/ui/small.tsx'
import { StageChip } from '#views/ui/stage-chip.tsx'
import type { Column } from '#views/ui/table.tsx'

export type JobLine = JobCard & {
  statusname: string
  quotedcents?: number
  note?: StageNote
  /** Undefined on a board that is archived. */
  href?: string
  next?: { name: string; href: string }
}

export const jobColumns = {
  reference: {
    key: 'reference',
    head: 'Reference',
    sortable: true,
    tight: true,
    cell: ({ reference }) => reference,
  },
  description: {
    key: 'description',
    head: 'Description',
    sortable: true,
    cell: ({ description, sample }) =>
      sample ? (
        <>
          {description} <Chip level="info">Sample</Chip>
        </>
      ) : (
        description
      ),
  },
  client: { key: 'client', head: 'Client', sortable: true, cell: ({ client }) => client?.name },
  assignee: { key: 'assignee', head: 'Assignee', tight: true, cell: ({ assigneename }) => assigneename },
  due: {
    key: 'finish',
    head: fieldLabels.due,
    sortable: true,
    tight: true,
    cell: ({ finish }) => shortDate(finish),
  },
  completed: {
    key: 'completed',
    head: 'Completed',
    sortable: true,
    tight: true,
    cell: ({ completed }) => shortDate(completed),
  },
  stage: {
    key: 'stage',
    head: 'Stage',
    tight: true,
    cell: ({ stage, note, statusname }) => <StageChip stage={stage} note={note} statusname={statusname} />,
  },
  next: {
    key: 'next',
    head: 'Next step',
    tight: true,
    cell: ({ next }) => next && <a href={next.href}>{next.name}</a>,
  },
  quoted: {
    key: 'quoted',
    head: 'Quoted',
    numeric: true,
    lead: true,
    cell: ({ quotedcents }) => <Money cents={quotedcents} />,
  },
} as const satisfies Record<string, Column<JobLine>>
