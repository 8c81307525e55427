import { useCallback, useEffect, useState } from 'react'
import { call, errorMessage, fetchData, isRefusal } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'

type StepRequest = {
  workerid?: string | null
  action?: 'start' | 'pause' | 'finish' | 'skip' | 'reopen'
  note?: string
  minutes?: string
}

/** Undefined when it was refused: what is wrong by field, or told already. */
type SendStep = (step: JobStep, change: StepRequest) => Promise<Record<string, string> | undefined>

export function useJobSteps(jobid: string, seq: number) {
  const [steps, setSteps] = useState<readonly JobStep[]>()
  const [problem, setProblem] = useState('')
  const reload = useCallback(() => {
    fetchData<JobStep[]>(`/api/steps/job/${jobid}`).then(
      (found) => {
        setSteps(found)
        setProblem('')
      },
      (error) => setProblem(errorMessage(error)),
    )
  }, [jobid])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that there may be other steps
  useEffect(reload, [reload, seq])

  useHub((event, args) => {
    if (event === 'WorkChanged' && (args[0] as { jobid: string }).jobid === jobid) reload()
  })

  const take = (next: JobStep) => setSteps((held) => held?.map((step) => (step.id === next.id ? next : step)))

  const send: SendStep = async ({ id, version }, change) => {
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

  return { steps, problem, reload, send }
}

export type JobSteps = ReturnType<typeof useJobSteps>
