import { useEffect, useRef, useState } from 'react'
import { call, errorMessage } from '#islands/lib/call.ts'
import { useHub } from '#islands/lib/hub.ts'

const TAKE = 100

export const newestPath = (path: string, skip = 0) => `${path}?skip=${skip}&take=${TAKE}`

type Row = { id: string | number }
type Loaded<T> = { rows: readonly T[]; asked: number; total: number }

const nothing = { rows: [], asked: 0, total: 0 }

/**
 * What grows with a job, the newest first and a page at a time. What is new once `again` has changed comes before what is
 * shown. Not all that was asked for need be there: who sees no amounts is told nothing of them.
 */
export function useNewest<T extends Row>(path: string, again: unknown) {
  const [loaded, setLoaded] = useState<Loaded<T>>()
  const [problem, setProblem] = useState('')
  const latest = useRef(path)
  latest.current = path

  async function load(skip: number): Promise<void> {
    try {
      const { data, total = 0 } = await call<T[]>('GET', newestPath(path, skip))
      if (latest.current !== path) return
      setLoaded((before = { ...nothing, total }) => ({
        rows: skip === 0 ? joined(data, before.rows) : joined(before.rows, data),
        // What came since stands before all that was asked for.
        asked: Math.max(before.asked + total - before.total, skip + TAKE),
        total,
      }))
      setProblem('')
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark means that there is more
  useEffect(() => void load(0), [path, again])

  useHub((event) => {
    if (event === 'Reload') void load(0)
  })

  const older = Math.max(0, (loaded?.total ?? 0) - (loaded?.asked ?? 0))
  const add = (row: T) => setLoaded((before = nothing) => ({ ...before, rows: joined([row], before.rows) }))
  return { rows: loaded?.rows, problem, older, add, showOlder: () => void load(loaded?.asked ?? 0) }
}

const joined = <T extends Row>(first: readonly T[], then: readonly T[]): readonly T[] => {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...then.filter(({ id }) => !ids.has(id))]
}
