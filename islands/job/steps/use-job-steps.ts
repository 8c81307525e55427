import { useJobAnswer } from '#islands/job/use-job-answer.ts'
import { call } from '#islands/lib/call.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { sendStep, type WorkRequest } from './send-step.ts'

/** Without a job nothing is asked for. */
export function useJobSteps(jobid: string | undefined, seq: number) {
  const path = jobid && `/api/steps/job/${jobid}`
  const { answer, problem, reload, change, replace } = useJobAnswer<readonly JobStep[]>(jobid, path, seq)

  const take = (next: JobStep) => change((held) => held.map((step) => (step.id === next.id ? next : step)))

  const send = (step: JobStep, request: WorkRequest) => sendStep(step, step.job, request, take)

  /** What was given out is taken from its worker first. */
  async function remove(step: JobStep): Promise<void> {
    try {
      if (step.worker)
        await call('PATCH', '/api/steps/job', { id: step.id, version: step.version, workerid: null })
      replace((await call<JobStep[]>('DELETE', `/api/steps/job/${step.id}`)).data)
    } catch (error) {
      showError(error)
    }
  }

  return { steps: answer?.data, problem, reload, send, remove }
}
