import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { REMOVED } from '#db/job-status.ts'
import { errorMessage, fetchData, isRefusal } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import type { JobCard, JobDetail } from '#server/domains/work/jobs/types.ts'

// A save here and its echo from the hub are one round of asking.
const gatherms = 150
const NOT_FOUND = 404

export function useJob(id: string, onCard: (card: JobCard) => void) {
  const [job, setJob] = useState<JobDetail>()
  const [problem, setProblem] = useState('')
  const [gone, setGone] = useState('')
  const latest = useRef<JobDetail>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const take = useCallback(
    (next: JobDetail) => {
      if (latest.current && latest.current.seq > next.seq) return
      // The first drawing of the form is long, and may go in slices: nothing is typed in it yet.
      if (latest.current) setJob(next)
      else startTransition(() => setJob(next))
      latest.current = next
      setGone('')
      onCard(next)
    },
    [onCard],
  )

  const reload = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        fetchData<JobDetail>(`/api/jobs/${id}?brief=true`).then(take, (error) => {
          setProblem(errorMessage(error))
          if (isRefusal(error) && error.status === NOT_FOUND) setGone(error.message)
        })
      },
      latest.current ? gatherms : 0,
    )
  }, [id, take])

  useEffect(() => {
    reload()
    return () => clearTimeout(timer.current)
  }, [reload])

  useHub((event, args, seq) => {
    const about = args[0] as { id?: string } | undefined
    const isMine = event === 'Reload' || (about?.id === id && seq > (latest.current?.seq ?? 0))
    // It says what its client still lacks.
    if (isMine || (about?.id && about.id === latest.current?.client?.id)) reload()
  })

  function retry(): void {
    setProblem('')
    reload()
  }

  const shown = useMemo<JobDetail | undefined>(
    () => (job && gone ? { ...job, permission: 'see', status: REMOVED } : job),
    [job, gone],
  )
  return { job: shown, problem, gone, take, reload, retry }
}
