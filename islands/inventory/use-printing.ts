import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { InventorySection } from '#server/domains/catalogue/inventory/types.ts'
import type { LoadedRows, RowPosition } from './list-store.ts'
import { sectionKey } from './rows.tsx'

type Listed = {
  sections: readonly InventorySection[]
  rows: LoadedRows
  folded: ReadonlySet<string>
  need: (wanted: readonly RowPosition[]) => Promise<boolean>
}

/**
 * Paper has no rows out of sight: before it is printed the whole list is fetched and drawn, but for what is folded.
 * `whole` says that every row is wanted in the page, `gathering` that some are on their way. A print that the
 * browser's own menu begins cannot wait: it takes what is there, and `absent` is how many items are not.
 */
export function usePrinting({ sections, rows, folded, need }: Listed) {
  const [phase, setPhase] = useState<'screen' | 'gathering' | 'paper'>('screen')
  const own = useRef(false)
  const asked = useRef(0)

  const print = useCallback(() => {
    asked.current++
    setPhase('gathering')
  }, [])

  /** What an earlier print asked for may fail after it: that ends no later one. */
  async function gather(wanted: readonly RowPosition[]): Promise<void> {
    const now = asked.current
    if (!(await need(wanted)) && now === asked.current) setPhase('screen')
  }

  useEffect(() => {
    if (phase === 'gathering') {
      const wanted = findMissingRows(sections, rows, folded)
      if (wanted.length === 0) {
        own.current = true
        setPhase('paper')
      } else void gather(wanted)
    } else if (phase === 'paper' && own.current) {
      window.print()
      own.current = false
    }
  })

  useEffect(() => {
    const begin = () => {
      if (!own.current) flushSync(() => setPhase('paper'))
    }
    const end = () => setPhase('screen')
    const pressed = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'p' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      event.preventDefault()
      print()
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    addEventListener('keydown', pressed)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
      removeEventListener('keydown', pressed)
    }
  }, [print])

  const whole = phase === 'paper'
  const absent = whole ? findMissingRows(sections, rows, folded).length : 0
  return { whole, absent, gathering: phase === 'gathering', print }
}

const findMissingRows = (
  sections: readonly InventorySection[],
  rows: LoadedRows,
  folded: ReadonlySet<string>,
): RowPosition[] =>
  sections
    .filter(({ id }) => !folded.has(sectionKey(id)))
    .flatMap(({ id, count }) =>
      Array.from({ length: count }, (_, index) => ({ section: id, index })).filter(
        ({ index }) => !rows.get(id)?.[index],
      ),
    )
