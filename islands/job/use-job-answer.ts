import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiReply, call, errorMessage } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'

/**
 * What a call answers of a job, asked for anew as often as the job or work on it changes. Without an address nothing is
 * asked for.
 */
export function useJobAnswer<T>(jobid: string | undefined, path: string | undefined, seq: number) {
  const [answer, setAnswer] = useState<ApiReply<T>>()
  const [problem, setProblem] = useState('')
  const newest = useRef(0)
  const reload = useCallback(() => {
    if (!path) return
    // Changes are made faster than they are read: an answer that comes late would take the last ones away.
    const asked = ++newest.current
    call<T>('GET', path).then(
      (found) => {
        if (asked !== newest.current) return
        setAnswer(found)
        setProblem('')
      },
      (error) => setProblem(errorMessage(error)),
    )
  }, [path])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that there may be more
  useEffect(reload, [reload, seq])

  useHub((event, args) => {
    if (event === 'Reload' || (event === 'WorkChanged' && (args[0] as { jobid: string }).jobid === jobid))
      reload()
  })

  const change = (to: (data: T) => T) => setAnswer((held) => held && { ...held, data: to(held.data) })
  /** In place of what was asked for before, which knows nothing of it. */
  const replace = (data: T) => {
    newest.current++
    change(() => data)
  }
  return { answer, problem, reload, change, replace }
}
