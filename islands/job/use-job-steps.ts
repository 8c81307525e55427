import { useCallback, useEffect, useRef, useState } from 'react'
import { call, errorMessage, fetchData } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { sendStep, type WorkRequest } from './send-step.ts'

/** Without a job nothing is asked for. */
export function useJobSteps(jobid: string | undefined, seq: number) {
  const [steps, setSteps] = useState<readonly JobStep[]>()
  const [problem, setProblem] = useState('')
  const newest = useRef(0)
  const reload = useCallback(() => {
    if (!jobid) return
    // Steps are added faster than they are read: an answer that comes late would take the last ones away.
    const asked = ++newest.current
    fetchData<JobStep[]>(`/api/steps/job/${jobid}`).then(
      (found) => {
        if (asked !== newest.current) return
        setSteps(found)
        setProblem('')
      },
      (error) => setProblem(errorMessage(error)),
    )
  }, [jobid])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that there may be other steps
  useEffect(reload, [reload, seq])

  useHub((event, args) => {
    if (event === 'Reload' || (event === 'WorkChanged' && (args[0] as { jobid: string }).jobid === jobid))
      reload()
  })

  const take = (next: JobStep) => setSteps((held) => held?.map((step) => (step.id === next.id ? next : step)))

  const send = (step: JobStep, change: WorkRequest) => sendStep(step, change, take)

  async function remove(step: JobStep): Promise<void> {
    try {
      const { data } = await call<JobStep[]>('DELETE', `/api/steps/job/${step.id}`)
      // What was asked for before still has it.
      newest.current++
      setSteps(data)
    } catch (error) {
      showError(error)
    }
  }

  return { steps, problem, reload, send, remove }
}
