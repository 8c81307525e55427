import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { RefreshQueue } from '#islands/board/refresh-queue.ts'
import { setQuery } from '#islands/lib/address.ts'
import { fetchData } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { ShownStep } from '#server/domains/work/jobsteps/present.ts'
import { mergeJobs, takeFound } from './merge-jobs.ts'
import type { AllocatedJob, AllocationsProps, DateRange } from './props.ts'

export function useAllocations({ board: { board }, thisweek, jobs: first, asked }: AllocationsProps) {
  const [jobs, setJobs] = useState(first)
  const [range, setRange] = useState<DateRange>({ start: asked.start, end: asked.end })
  const latest = useRef({ jobs, range })
  latest.current = { jobs, range }

  const fetchAll = useCallback(
    async (range: DateRange): Promise<void> => {
      try {
        const found = await fetchApproved(board.id, range)
        // A slow answer to what is no longer asked for is left.
        if (latest.current.range === range) setJobs((held) => takeFound(held, found))
      } catch (error) {
        showError(error)
      }
    },
    [board.id],
  )

  const refresh = useCallback(
    async (ids: readonly string[] | 'board'): Promise<void> => {
      const { range } = latest.current
      if (ids === 'board') return fetchAll(range)
      try {
        const found = await fetchApproved(board.id, range, ids)
        setJobs((held) => mergeJobs(held, ids, found, isTypedIn))
      } catch (error) {
        showError(error)
      }
    },
    [board.id, fetchAll],
  )

  const queue = useMemo(() => new RefreshQueue((ids) => void refresh(ids)), [refresh])
  useHub((event, args) => {
    if (event === 'Reload') return queue.addBoard()
    const about = args[0] as { id?: string; jobid?: string; boardid?: string } | undefined
    const id = about?.jobid ?? about?.id
    const isHere = about?.boardid === board.id || latest.current.jobs.some(({ job }) => job.id === id)
    if (id && isHere && ofJobs.has(event)) queue.add(id)
  })

  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) void fetchAll(range)
    isFirst.current = false
  }, [range, fetchAll])

  function choose(range: DateRange): void {
    const { start, end } = range
    setQuery({ start, end: end === thisweek ? null : end, all: end === '' })
    setRange(range)
  }

  const take = useCallback(
    (step: ShownStep) =>
      setJobs((held) =>
        held.map((one) =>
          one.steps.some(({ id }) => id === step.id)
            ? { ...one, steps: one.steps.map((before) => (before.id === step.id ? step : before)) }
            : one,
        ),
      ),
    [],
  )

  return { jobs, range, choose, take, refresh }
}

const ofJobs = new Set(['WorkChanged', 'JobChanged', 'JobMoved'])

function fetchApproved(boardid: string, { start, end }: DateRange, ids?: readonly string[]) {
  const asked = Object.entries({ boardid, start, end, ids: ids?.join(',') ?? '' }).filter(
    ([, value]) => value,
  )
  return fetchData<AllocatedJob[]>(`/api/steps/approved?${new URLSearchParams(asked)}`)
}

/** What somebody is writing is not taken away: the server refuses it in a sentence. */
const isTypedIn = (jobid: string) =>
  document.activeElement?.closest(`[data-job="${CSS.escape(jobid)}"] form`) != null
