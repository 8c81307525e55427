import { useCallback, useEffect, useState } from 'react'
import { call, errorMessage } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { TimeEntry } from '#server/domains/work/timesheet/present.ts'

type Sheet = { entries: readonly TimeEntry[]; minutes: number }

export function useTimesheet(jobid: string, seq: number) {
  const [sheet, setSheet] = useState<Sheet>()
  const [problem, setProblem] = useState('')
  const reload = useCallback(() => {
    call<TimeEntry[]>('GET', `/api/jobs/${jobid}/timesheet`).then(
      ({ data, minutes = 0 }) => {
        setSheet({ entries: data, minutes })
        setProblem('')
      },
      (error) => setProblem(errorMessage(error)),
    )
  }, [jobid])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that there may be more time
  useEffect(reload, [reload, seq])

  useHub((event, args) => {
    if (event === 'Reload' || (event === 'WorkChanged' && (args[0] as { jobid: string }).jobid === jobid))
      reload()
  })

  async function remove({ id, version }: TimeEntry): Promise<void> {
    try {
      await call('DELETE', `/api/jobs/timesheet/${id}?version=${version}`)
      showSnackbar({ level: 'success', message: 'Time removed', undo: { act: () => void restore(id) } })
    } catch (error) {
      showError(error)
    }
    reload()
  }

  async function restore(id: string): Promise<void> {
    await call('PATCH', `/api/jobs/timesheet/restore/${id}`, {}).catch(showError)
    reload()
  }

  return { sheet, problem, reload, remove }
}
