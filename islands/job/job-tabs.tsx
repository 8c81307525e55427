import { lazy, type ReactNode, Suspense } from 'react'
import { INVOICED, REMOVED } from '#db/job-status.ts'
import type { BoardProps } from '#islands/board/props.ts'
import { ServerFragment } from '#islands/lib/server-fragment.tsx'
import type { IslandTab } from '#islands/lib/tabs.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Skeleton } from '#views/ui/small.tsx'
import { JobAttachments } from './attachments.tsx'
import type { SaveProblem } from './details.tsx'
import { JobFactsPanel } from './job-facts.tsx'
import { JobHistory } from './job-history.tsx'
import { JobStepsTab } from './job-steps.tsx'
import { JobLines } from './lines.tsx'
import type { LinesStore } from './lines-store.ts'
import { JobNotes } from './notes.tsx'
import { Timesheet } from './timesheet.tsx'
import type { CategoryFieldsOfJob } from './use-category-fields.ts'

type JobTabsOptions = {
  job: JobDetail
  board: BoardProps
  editable: boolean
  store: LinesStore
  /** How often the next step asked for lines. */
  adding: number
  reload: () => void
  details: ReactNode
  fields: CategoryFieldsOfJob
  problem: SaveProblem | undefined
  take: (job: JobDetail) => void
  saveTyped: () => Promise<JobDetail | undefined>
}

const JobFeedback = lazy(() => import('./feedback.tsx'))

export function jobTabs(props: JobTabsOptions): IslandTab[] {
  const { job, board, editable, store, reload, take, details, fields, problem, saveTyped } = props
  const { can, zone, labels } = board
  const lines = (side: 'input' | 'output') => (
    <JobLines
      job={job}
      side={side}
      used={labels[`jobs.${side}`] ?? ''}
      outputtab={labels['jobs.tab.output'] ?? ''}
      can={can}
      editable={editable && job.status < INVOICED}
      store={store}
      adding={side === 'output' ? props.adding : 0}
    />
  )
  const tabs: (IslandTab | false)[] = [
    {
      id: 'details',
      label: 'Details',
      wrong: Boolean(problem),
      panel: () => (editable ? details : <JobFactsPanel job={job} fields={fields} />),
    },
    {
      id: 'notes',
      label: 'Notes',
      count: job.notes,
      panel: () => (
        <JobNotes
          jobid={job.id}
          reference={job.reference}
          zone={zone}
          canwrite={can.notes}
          count={job.notes}
          onWritten={reload}
        />
      ),
    },
    { id: 'input', label: labels['jobs.tab.input'] ?? '', panel: () => lines('input') },
    { id: 'output', label: labels['jobs.tab.output'] ?? '', panel: () => lines('output') },
    {
      id: 'equipment',
      label: labels['pages.equipment'] ?? 'Equipment',
      count: job.pieces,
      panel: () => <ServerFragment url={`/equipment/job/${job.id}`} />,
    },
    !job.template && {
      id: 'steps',
      label: 'Steps',
      panel: () => (
        <JobStepsTab
          job={job}
          board={board}
          editable={editable}
          saveTicked={fields.isTicking ? () => void saveTyped() : undefined}
        />
      ),
    },
    !job.template &&
      can.timesheet && {
        id: 'timesheet',
        label: 'Timesheet',
        panel: () => <Timesheet job={job} board={board} editable={editable} />,
      },
    !job.template &&
      can.deliveries && {
        id: 'deliveries',
        label: 'Deliveries',
        panel: () => <ServerFragment url={`/deliveries/job/${job.id}`} />,
      },
    {
      id: 'feedback',
      label: 'Feedback',
      panel: () => (
        <Suspense fallback={<Skeleton />}>
          <JobFeedback
            job={job}
            today={board.today}
            canwrite={can.write && job.permission !== 'see' && job.status !== REMOVED}
            take={take}
            beforeWrite={saveTyped}
          />
        </Suspense>
      ),
    },
    !job.template && {
      id: 'tracking',
      label: 'Tracking',
      panel: () => <ServerFragment url={`/tracking/${job.id}`} />,
    },
    can.history && {
      id: 'history',
      label: 'History',
      panel: () => <JobHistory jobid={job.id} zone={zone} seq={job.seq} />,
    },
    can.documents && {
      id: 'documents',
      label: labels['jobs.tab.documents'] ?? '',
      panel: () => <JobAttachments jobid={job.id} />,
    },
  ]
  return tabs.filter((tab) => tab !== false)
}
