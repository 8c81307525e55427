import { call, fetchData } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { sendStep } from './send-step.ts'
import { openSteps } from './use-own-step.ts'

type Options = { take: (job: JobDetail) => void; onSteps: () => void }

/** The first open step of whoever has it; a step that nobody has runs nobody's time, and the job itself is started. */
export async function startWork(job: JobDetail, { take, onSteps }: Options): Promise<void> {
  try {
    const [first] = openSteps(await fetchData<JobStep[]>(`/api/steps/job/${job.id}`))
    if (first) onSteps()
    if (!first?.worker) return await sayBegun(job, first, take)
    await sendStep(first, { action: 'start' }, ({ step, worker }) =>
      showSnackbar({ level: 'success', message: `${step.name} started: the time of ${worker?.name} runs` }),
    )
  } catch (error) {
    showError(error)
  }
}

async function sayBegun(job: JobDetail, first: JobStep | undefined, take: Options['take']): Promise<void> {
  await sendBegun(job, true, take)
  const open = first && `. Nobody’s time runs: choose who does ${first.step.name}, and start it there.`
  showSnackbar({
    level: 'success',
    message: `Work on ${job.reference} started${open ?? ''}`,
    undo: { act: () => void sendBegun(job, false, take).catch(showError) },
  })
}

const sendBegun = async ({ id }: JobDetail, begun: boolean, take: Options['take']) =>
  take((await call<JobDetail>('POST', `/api/jobs/${id}/begun`, { begun })).data)
