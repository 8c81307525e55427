import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchData } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'
import { showError } from '#islands/lib/snackbar.ts'
import type { Step, StepsProps } from './props.ts'

export function useStepList({ categoryid, steps: first }: StepsProps) {
  const [steps, setSteps] = useState(first)
  const [archived, setArchived] = useState(false)
  /** Why an order was not saved: the person is asked to look at it again. */
  const [unsaved, setUnsaved] = useState('')
  const [changes] = useState(() => new ChangeQueue())

  const refresh = useCallback(async () => {
    const begun = changes.begun
    try {
      const path = `/api/steps/category/${categoryid}?archived=${archived}`
      const now = await fetchData<Step[]>(path)
      if (begun !== changes.begun) return
      setSteps(now)
      setUnsaved('')
    } catch (error) {
      showError(error)
    }
  }, [categoryid, archived, changes])

  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) void refresh()
    isFirst.current = false
  }, [refresh])

  // What colleagues change appears at once, though never while a step is dragged.
  useHub((event, args) => {
    const { table, id } = (args[0] ?? {}) as { table?: string; id?: string }
    const isMine = event === 'Reload' || (event === 'RecordChanged' && table === 'steps' && id === categoryid)
    if (isMine && changes.active === 0 && !unsaved) void refresh()
  })

  /** Sends a change once those before it are answered, then reads what stands. */
  const send = (run: () => Promise<unknown>): Promise<void> =>
    changes.add(run).then(() => (changes.active <= 1 ? refresh() : undefined))

  return { steps, setSteps, archived, setArchived, unsaved, setUnsaved, changes, refresh, send }
}

class ChangeQueue {
  active = 0
  /** Counts the changes: an answer that was asked for before the last one shows the past. */
  begun = 0
  #last: Promise<unknown> = Promise.resolve()

  begin(): void {
    this.active++
    this.begun++
  }

  end(): void {
    this.active--
  }

  add(run: () => Promise<unknown>): Promise<unknown> {
    this.begin()
    const done = this.#last.then(run)
    this.#last = done.catch(() => {}).then(() => this.end())
    return done
  }
}
