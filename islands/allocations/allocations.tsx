import '#islands/shared.ts'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { templatesUrl } from '#islands/board/props.ts'
import { useOpenJob } from '#islands/board/use-open-job.ts'
import { useMadeRecords } from '#islands/job/use-made-records.ts'
import { setQuery } from '#islands/lib/address.ts'
import { useHubAway } from '#islands/lib/hub.ts'
import { StoredAges } from '#islands/lib/stored-ages.tsx'
import type { AllocationsProps } from './props.ts'
import { useAllocations } from './use-allocations.ts'
import { type AllocationsHandlers, AllocationsView, FIRST_JOBS } from './view.tsx'

/** Drawn each time that the end comes near. */
const MORE_JOBS = 20
const AGED = [{ name: 'the steps', path: '/api/steps/approved' }]
const JobDialog = lazy(() => import('#islands/job/dialog.tsx'))

export default function Allocations(props: AllocationsProps) {
  const { board, asked } = props
  const held = useAllocations(props)
  const [narrowed, setNarrowed] = useState({ search: asked.search, worker: asked.worker })
  const [drawn, setDrawn] = useState(FIRST_JOBS)
  const { opened, open, close } = useOpenJob(props.board.open, noCards, templatesUrl(props.board))
  const away = useHubAway()
  const made = useMadeRecords()
  const workers = useMemo(() => [...props.workers, ...made.records], [props.workers, made.records])

  const narrow = useCallback((change: { search?: string; worker?: string }) => {
    for (const [name, value] of Object.entries(change)) setQuery({ [name]: value || null })
    setNarrowed((before) => ({ ...before, ...change }))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: kept, so that a tap draws its own job alone
  const handlers: AllocationsHandlers = useMemo(
    () => ({
      onOpen: open,
      makeWorker: (choose) => made.open('/lookup/workers/create', choose),
      onStep: held.take,
      onIteration: (jobid) => void held.refresh([jobid]),
      onRange: held.choose,
      onSearch: (search) => narrow({ search }),
      onWorker: (worker) => narrow({ worker }),
      onMore: () => setDrawn((count) => count + MORE_JOBS),
    }),
    [],
  )

  return (
    <>
      <StoredAges of={AGED} />
      <AllocationsView
        props={props}
        workers={workers}
        jobs={held.jobs}
        asked={{ ...held.range, ...narrowed }}
        drawn={drawn}
        away={away}
        handlers={handlers}
      />
      {opened && (
        <Suspense>
          <JobDialog {...opened} board={board} onCard={ignore} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const noCards = new Map()
/** What the dialog changes, the hub tells. */
const ignore = () => {}
