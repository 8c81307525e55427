import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { LinesStore } from './lines-store.ts'

/** `seq` is the job's change number: a newer one asks for the lines again. */
export function useLines(jobid: string, seq: number, onSaved: () => void) {
  const saved = useRef(onSaved)
  useEffect(() => {
    saved.current = onSaved
  })
  const store = useMemo(() => new LinesStore(jobid, () => saved.current()), [jobid])
  const { lines, problem } = useSyncExternalStore(store.subscribe, store.get)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer change number means that lines may have changed
  useEffect(() => void store.load(), [store, seq])
  return { store, lines, problem }
}
