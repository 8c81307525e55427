import { callOrWait, isRefusal } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobStep, ShownStep } from '#server/domains/work/jobsteps/present.ts'
import { capitalise } from '#views/format.ts'
import { ofJob } from '#views/ui/outbox.tsx'

export type WorkRequest = {
  workerid?: string | null
  action?: 'start' | 'pause' | 'finish' | 'skip' | 'reopen'
  note?: string
  minutes?: string
  /** Where it was typed. */
  form?: HTMLElement
}

declare global {
  interface DocumentEventMap {
    /** Somebody has a step now, or has started one. */
    'joblane:steptaken': Event
  }
}

/** What is done to a step goes by what stands then, as from My work: it may have waited. Who gets it, by what was seen. */
const asBody = (id: string, version: number, { form: _, ...change }: WorkRequest) =>
  change.action ? { id, ...change } : { id, version, ...change }

const labelOf = (step: string, { action, workerid }: WorkRequest) =>
  action ? `${capitalise(action)} ${step}` : workerid ? `Give ${step}` : `Give ${step} to nobody`

/** What is wrong by field, to be asked; else that it was told why not. Undefined when it is done, or waits on the device. */
export type StepAnswer = Record<string, string> | 'refused' | undefined

export async function sendStep(
  { id, version, step }: Pick<ShownStep, 'id' | 'version' | 'step'>,
  job: { id: string; reference: string },
  change: WorkRequest,
  take: (step: JobStep) => void,
): Promise<StepAnswer> {
  try {
    const reply = await callOrWait<JobStep>('PATCH', '/api/steps/job', asBody(id, version, change), {
      label: labelOf(step.name, change),
      group: id,
      ...ofJob(job.id, job.reference),
      begins: change.action === 'start',
      form: change.form,
    })
    if (reply) take(reply.data)
    if (reply && (change.workerid || change.action === 'start'))
      document.dispatchEvent(new Event('joblane:steptaken'))
    if (reply?.message) showSnackbar({ level: 'info', message: reply.message })
  } catch (error) {
    if (isRefusal(error) && error.fields && ('minutes' in error.fields || 'note' in error.fields))
      return error.fields
    if (isRefusal(error) && error.code === 'conflict') take(error.data as JobStep)
    showError(error)
    return 'refused'
  }
}
