import { call, isRefusal } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'

export type WorkRequest = {
  workerid?: string | null
  action?: 'start' | 'pause' | 'finish' | 'skip' | 'reopen'
  note?: string
  minutes?: string
}

/** Undefined when it is done or was told why not; else what is wrong by field, to be asked. */
export async function sendStep(
  { id, version }: { id: string; version: number },
  change: WorkRequest,
  take: (step: JobStep) => void,
): Promise<Record<string, string> | undefined> {
  try {
    const { data, message } = await call<JobStep>('PATCH', '/api/steps/job', { id, version, ...change })
    take(data)
    if (message) showSnackbar({ level: 'info', message })
  } catch (error) {
    if (isRefusal(error) && error.fields && ('minutes' in error.fields || 'note' in error.fields))
      return error.fields
    if (isRefusal(error) && error.code === 'conflict') take(error.data as JobStep)
    showError(error)
  }
}
