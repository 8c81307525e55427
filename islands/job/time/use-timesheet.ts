import { useJobAnswer } from '#islands/job/use-job-answer.ts'
import { call } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { TimeEntry } from '#server/domains/work/timesheet/present.ts'

export function useTimesheet(jobid: string, seq: number) {
  const path = `/api/jobs/${jobid}/timesheet`
  const { answer, problem, reload } = useJobAnswer<TimeEntry[]>(jobid, path, seq)
  const sheet = answer && { entries: answer.data, minutes: answer.minutes ?? 0 }

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
