import { call, fetchData } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { sendStep } from './send-step.ts'
import { openSteps } from './use-own-step.ts'

type Options = { take: (job: JobDetail) => void; onSteps: () => void }

/** Its first open step, else the job itself. */
export async function startWork(job: JobDetail, { take, onSteps }: Options): Promise<void> {
  try {
    const [first] = openSteps(await fetchData<JobStep[]>(`/api/steps/job/${job.id}`))
    if (!first) return await sayBegun(job, true, take)
    onSteps()
    await sendStep(first, { action: 'start' }, () => {})
  } catch (error) {
    showError(error)
  }
}

async function sayBegun(job: JobDetail, begun: boolean, take: Options['take']): Promise<void> {
  take((await call<JobDetail>('POST', `/api/jobs/${job.id}/begun`, { begun })).data)
  const undo = { act: () => void sayBegun(job, false, take).catch(showError) }
  if (begun) showSnackbar({ level: 'success', message: `Work on ${job.reference} started`, undo })
}
