import type { ComponentProps } from 'react'
import { APPROVE } from '#db/job-status.ts'
import { UnloadedCards } from '#islands/board/more.tsx'
import type { BoardProps } from '#islands/board/props.ts'
import { DrawnAt } from '#islands/lib/use-now.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { AllocatedJobItem } from './job.tsx'
import {
  type AllocatedJob,
  type AllocationsProps,
  type DateRange,
  loadByWorker,
  narrowJobs,
} from './props.ts'
import { RangeFilters } from './range-filters.tsx'
import { WorkerLoads } from './worker-loads.tsx'

/** As many as most windows show: the browser draws on at once. */
export const FIRST_JOBS = 6

type JobHandlers = Pick<
  ComponentProps<typeof AllocatedJobItem>,
  'onOpen' | 'onStep' | 'onIteration' | 'makeWorker'
>

export type AllocationsHandlers = JobHandlers & {
  onRange: (range: DateRange) => void
  onSearch: (search: string) => void
  onWorker: (worker: string) => void
  onMore: () => void
}

type AllocationsViewProps = {
  props: AllocationsProps
  workers: AllocationsProps['workers']
  jobs: readonly AllocatedJob[]
  asked: AllocationsProps['asked']
  /** How many jobs are drawn. */
  drawn: number
  away?: boolean
  /** Absent on the server. */
  handlers?: AllocationsHandlers
}

/** What the server draws and the island takes over, to the letter. */
export function AllocationsView({
  props,
  workers,
  jobs,
  asked,
  drawn,
  away,
  handlers,
}: AllocationsViewProps) {
  const { board, thisweek, now } = props
  const shown = narrowJobs(jobs, asked)
  const isNarrowed = shown.length < jobs.length
  const counted = isNarrowed ? `${shown.length} of ${countJobs(jobs.length)}` : countJobs(jobs.length)
  return (
    <DrawnAt value={now}>
      <div className="allocations">
        <RangeFilters
          range={asked}
          thisweek={thisweek}
          search={asked.search}
          said={away ? 'Reconnecting: changes by others show when the line is back.' : counted}
          onRange={handlers?.onRange}
          onSearch={handlers?.onSearch}
        />
        <ul className="allocatedjobs" data-rows="">
          {shown.slice(0, drawn).map((one) => (
            <AllocatedJobItem
              key={one.job.id}
              allocated={one}
              board={board}
              workers={workers}
              {...(handlers ?? idle)}
            />
          ))}
          {shown.length > drawn && (
            <UnloadedCards count={shown.length - drawn} loaded={drawn} onMore={handlers?.onMore} />
          )}
        </ul>
        {shown.length === 0 && <NoJobs isNarrowed={isNarrowed} end={asked.end} board={board} />}
        <WorkerLoads
          loads={loadByWorker(jobs, workers)}
          chosen={asked.worker}
          onChoose={handlers?.onWorker}
        />
      </div>
    </DrawnAt>
  )
}

const idle: JobHandlers = { makeWorker() {}, onOpen() {}, onStep() {}, onIteration() {} }

const countJobs = (count: number) => (count === 1 ? '1 job' : `${count} jobs`)

type NoJobsProps = { isNarrowed: boolean; end: string; board: BoardProps }

function NoJobs({ isNarrowed, end, board: { board, lanes, jobssegment } }: NoJobsProps) {
  if (isNarrowed) return <EmptyState icon="search" text="No job matches." />
  const lane = lanes.find(({ status }) => status === APPROVE)?.label
  return (
    <EmptyState
      icon="list"
      text={end ? 'No approved job has open steps in these dates.' : 'No approved job has open steps.'}
      hint={`A job is approved when somebody who may moves it to ${lane}, or when its client approves the estimate. It then gets the steps of its categories, and stands here until all are done.`}
    >
      <LinkButton icon="board" href={`/${jobssegment}/${board.slug}/progress`}>
        Open the board
      </LinkButton>
    </EmptyState>
  )
}
