import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { GridRow } from './grid-rows.ts'

// About as high as a row is, for a page of them.
const rowheight = 40

type Options = {
  rows: readonly GridRow[]
  /** Another list of them whenever other rows are drawn. */
  drawn: readonly unknown[]
  scrollTo: (index: number) => void
  onFold: (section: string) => void
}

/** The focus goes from row to row with the arrows, and into the rows from nowhere. Left and right fold a section. */
export function useRowKeys({ rows, drawn, scrollTo, onFold }: Options) {
  const [current, setCurrent] = useState(0)
  const focusSoon = useRowFocus(drawn, current)

  function go(index: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setCurrent(next)
    scrollTo(next)
    focusSoon(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[current]
    const next = nextIndex(event.key, rows, current)
    if (next !== undefined) go(next)
    else if (row && isFold(event.key, row)) onFold(row.original.section.id)
    else return
    event.preventDefault()
  }

  useEnterRows((key) => go(key === 'ArrowDown' ? Math.min(current, rows.length - 1) : current))
  return { current: Math.min(current, rows.length - 1), setCurrent, onKeyDown }
}

function useRowFocus(drawn: readonly unknown[], current: number) {
  const wanted = useRef<number>(undefined)

  function focusWanted(): void {
    if (wanted.current === undefined) return
    const row = document.querySelector<HTMLElement>(
      `.inventory [data-index="${wanted.current}"] [data-focus]`,
    )
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is drawn may be the row that is waited for
  useLayoutEffect(focusWanted, [drawn, current])

  return (index: number) => {
    wanted.current = index
    focusWanted()
  }
}

function useEnterRows(enter: (key: string) => void): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (!isArrow || event.defaultPrevented || document.activeElement !== document.body) return
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      enter(event.key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

function nextIndex(key: string, rows: readonly GridRow[], current: number): number | undefined {
  if (key === 'ArrowLeft' && rows[current]?.original.items === undefined) return headOf(rows, current)
  const page = Math.max(1, Math.floor(innerHeight / rowheight) - 4)
  return {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    Home: 0,
    End: rows.length - 1,
    PageDown: current + page,
    PageUp: current - page,
  }[key]
}

const isFold = (key: string, row: GridRow) =>
  row.original.items !== undefined && key === (row.getIsExpanded() ? 'ArrowLeft' : 'ArrowRight')

function headOf(rows: readonly GridRow[], index: number): number {
  let head = index
  while (head > 0 && !rows[head]?.original.items) head--
  return head
}
