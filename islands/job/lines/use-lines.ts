import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { AroundSave } from './around-save.ts'
import { LinesStore } from './lines-store.ts'

/** One for the whole dialog: its tabs and its next step change the same lines. */
export function useLinesStore(jobid: string, around: AroundSave): LinesStore {
  const latest = useRef(around)
  useEffect(() => {
    latest.current = around
  })
  const store = useMemo(
    () =>
      new LinesStore(jobid, {
        beforeSave: () => latest.current.beforeSave(),
        settleTime: (lines, decided) => latest.current.settleTime(lines, decided),
        onSaved: () => latest.current.onSaved(),
      }),
    [jobid],
  )
  useEffect(() => {
    const retry = () => void store.unsaved.retry()
    document.addEventListener('joblane:line', retry)
    return () => document.removeEventListener('joblane:line', retry)
  }, [store])
  return store
}

/** `seq` is the job's change number: a newer one asks for the lines again. */
export function useLines(store: LinesStore, seq: number) {
  const state = useSyncExternalStore(store.held.subscribe, store.held.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that lines may have changed
  useEffect(() => void store.load(), [store, seq])
  const unsaved = useSyncExternalStore(store.unsaved.subscribe, store.unsaved.get)
  return { ...state, unsaved }
}
