import { callOrWait, fetchData, isRefusal } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { sendStep } from './send-step.ts'
import { openSteps } from './use-own-step.ts'

type Options = { take: (job: JobDetail) => void; onSteps: () => void }

/** The first open step of whoever has it; a step that nobody has runs nobody's time, and the job itself is started. */
export async function startWork(job: JobDetail, { take, onSteps }: Options): Promise<void> {
  try {
    const [first] = openSteps(await readSteps(job))
    if (first) onSteps()
    if (!first?.worker) return await sayBegun(job, first, take)
    await sendStep(first, job, { action: 'start' }, ({ step, worker }) =>
      showSnackbar({ level: 'success', message: `${step.name} started: the time of ${worker?.name} runs` }),
    )
  } catch (error) {
    showError(error)
  }
}

/** Which step is next says whose time runs: without it nothing is started. @throws */
const readSteps = ({ id, reference }: JobDetail) =>
  fetchData<JobStep[]>(`/api/steps/job/${id}`).catch((error) => {
    if (!isRefusal(error) || error.status) throw error
    const message = `Not started: the steps of ${reference} are not on this device, and say whose time would run. Start it once there is a network.`
    throw Object.assign(error, { message })
  })

async function sayBegun(job: JobDetail, first: JobStep | undefined, take: Options['take']): Promise<void> {
  if (!(await sendBegun(job, true, take))) return
  const open = first && `. Nobody’s time runs: choose who does ${first.step.name}, and start it there.`
  const hide = showSnackbar({
    level: 'success',
    message: `Work on ${job.reference} started${open ?? ''}`,
    undo: { act: () => void sendBegun(job, false, take).catch(showError) },
  })
  if (open) document.addEventListener('joblane:steptaken', hide, { once: true })
}

/** False where it waits on the device. */
async function sendBegun({ id, reference }: JobDetail, begun: boolean, take: Options['take']) {
  const label = `${begun ? 'Start' : 'Not yet start'} the work on ${reference}`
  const reply = await callOrWait<JobDetail>('POST', `/api/jobs/${id}/begun`, { begun }, { label, group: id })
  if (reply) take(reply.data)
  return reply !== undefined
}
