import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type AroundSave, LinesStore } from './lines-store.ts'

/** `seq` is the job's change number: a newer one asks for the lines again. */
export function useLines(jobid: string, seq: number, around: AroundSave) {
  const latest = useRef(around)
  useEffect(() => {
    latest.current = around
  })
  const store = useMemo(
    () =>
      new LinesStore(jobid, {
        beforeSave: () => latest.current.beforeSave(),
        onSaved: () => latest.current.onSaved(),
      }),
    [jobid],
  )
  const { lines, problem } = useSyncExternalStore(store.subscribe, store.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that lines may have changed
  useEffect(() => void store.load(), [store, seq])
  return { store, lines, problem }
}
