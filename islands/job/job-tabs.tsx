import { lazy, type ReactNode, Suspense } from 'react'
import { INVOICED, REMOVED } from '#db/job-status.ts'
import type { BoardProps } from '#islands/board/props.ts'
import type { SaveProblem } from '#islands/job/details/details.tsx'
import { JobFactsPanel } from '#islands/job/details/job-facts.tsx'
import type { CategoryFieldsOfJob } from '#islands/job/details/use-category-fields.ts'
import { JobLines } from '#islands/job/lines/lines.tsx'
import type { LinesStore } from '#islands/job/lines/lines-store.ts'
import { JobAttachments } from '#islands/job/notes/attachments.tsx'
import { JobNotes } from '#islands/job/notes/notes.tsx'
import { JobStepsTab } from '#islands/job/steps/job-steps.tsx'
import { Timesheet } from '#islands/job/time/timesheet.tsx'
import { ServerFragment } from '#islands/lib/server-fragment.tsx'
import type { IslandTab } from '#islands/lib/tabs.tsx'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Skeleton } from '#views/ui/small.tsx'
import { JobHistory } from './job-history.tsx'

type JobTabsOptions = {
  job: JobDetail
  board: BoardProps
  editable: boolean
  showsForm: boolean
  store: LinesStore
  /** How often the next step asked for lines. */
  adding: number
  /** How often it was sent back to enter prices. */
  pricing: number
  reload: () => void
  details: ReactNode
  fields: CategoryFieldsOfJob
  problem: SaveProblem | undefined
  take: (job: JobDetail) => void
  saveTyped: () => Promise<JobDetail | undefined>
}

const JobFeedback = lazy(() => import('#islands/job/notes/feedback.tsx'))

export function jobTabs(props: JobTabsOptions): IslandTab[] {
  const { job, board, editable, showsForm, store, reload, take, details, fields, problem, saveTyped } = props
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
      pricing={side === 'output' ? props.pricing : 0}
    />
  )
  const tabs: (IslandTab | false)[] = [
    {
      id: 'details',
      label: 'Details',
      wrong: Boolean(problem),
      panel: () => (showsForm ? details : <JobFactsPanel job={job} fields={fields} />),
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
    { id: 'output', label: labels['jobs.tab.output'] ?? '', panel: () => lines('output') },
    { id: 'input', label: labels['jobs.tab.input'] ?? '', panel: () => lines('input') },
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
