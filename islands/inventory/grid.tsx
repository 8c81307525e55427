/** The one file that knows the table and the list of what is in sight. */
import {
  createExpandedRowModel,
  type Row,
  rowExpandingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { InventorySection } from '#server/domains/catalogue/inventory/types.ts'
import type { ItemColumn } from './columns.tsx'
import type { InventoryProps, InventoryQuery } from './props.ts'
import { Heads, InventoryItemRow, InventorySectionRow, Spacer, sectionKey, WaitingRow } from './rows.tsx'
import type { Loaded, RowPosition } from './use-list.ts'

type GridProps = {
  props: InventoryProps
  columns: readonly ItemColumn[]
  query: InventoryQuery
  sections: readonly InventorySection[]
  rows: Loaded
  folded: ReadonlySet<string>
  onFold: (section: string) => void
  onSort: (sort: string | undefined) => void
  onOpen: (item: { code: string; id: string }) => void
  need: (wanted: readonly RowPosition[]) => void
  /** Every row is drawn, for paper. */
  whole: boolean
}

/** A section, or one place in it. What stands there is looked up when it is drawn: it may still be on its way. */
type Node =
  | { id: string; section: InventorySection; places: Node[] }
  | { id: string; section: InventorySection; place: number; places?: undefined }

const features = tableFeatures({ rowExpandingFeature, expandedRowModel: createExpandedRowModel() })
type GridRow = Row<typeof features, Node>

// What a row shows is drawn by `rows.tsx`, also by the server, which knows no table.
const columnless: never[] = []

const unmeasured = () => {}

// What rows measure before they are measured; a narrow screen shows cards.
const heights = { section: 40, row: 40, card: 76 }
const narrow = 760

/** Sections and rows, of which only those in sight are in the page, unless it goes to paper. */
export function Grid({
  props,
  columns,
  query,
  sections,
  rows,
  folded,
  need,
  whole,
  onFold,
  onSort,
  onOpen,
}: GridProps) {
  const data = useMemo(() => nodesOf(sections), [sections])
  const expanded = useMemo(
    () => Object.fromEntries(sections.map(({ id }) => [`s${id}`, !folded.has(sectionKey(id))])),
    [sections, folded],
  )
  const table = useTable({
    features,
    columns: columnless,
    data,
    getRowId: ({ id }) => id,
    getSubRows: ({ places }) => places,
    state: { expanded },
  })
  const all = table.getRowModel().rows
  const place = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin((place.current?.getBoundingClientRect().top ?? 0) + scrollY), [])
  const isNarrow = innerWidth < narrow
  const list = useWindowVirtualizer({
    count: all.length,
    estimateSize: (at) => (all[at]?.depth === 0 ? heights.section : isNarrow ? heights.card : heights.row),
    getItemKey: (at) => all[at]?.id ?? at,
    overscan: 10,
    scrollMargin: margin,
    // Below the bars that stay on top.
    scrollPaddingStart: 100,
    scrollPaddingEnd: 24,
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => scrollY,
  })
  const seen = list.getVirtualItems()
  const keys = useRowKeys(all, list.scrollToIndex, seen, onFold)

  useEffect(() => {
    need(
      seen.flatMap(({ index }) => {
        const node = all[index]?.original
        return node && !node.places ? [{ section: node.section.id, place: node.place }] : []
      }),
    )
  })

  const drawn = whole ? all.map(({ id }, index) => ({ index, key: id })) : seen
  const first = whole ? undefined : seen[0]
  const last = whole ? undefined : seen.at(-1)
  return (
    <div className="table">
      <table className="items" aria-rowcount={all.length + 1}>
        <caption className="unseen">{props.label}</caption>
        <Heads columns={columns} query={query} path={props.path} editable={props.can.write} onSort={onSort} />
        <tbody ref={place} onKeyDown={keys.press}>
          <Spacer height={first ? first.start - margin : 0} columns={columns.length} />
          {drawn.map(({ index, key }) => {
            const row = all[index]
            if (!row) return null
            const placed = {
              at: index,
              measure: whole ? unmeasured : list.measureElement,
              current: index === keys.current,
              onFocus: () => keys.setCurrent(index),
            }
            const node = row.original
            const { section } = node
            if (node.places)
              return (
                <InventorySectionRow
                  key={key}
                  {...placed}
                  section={section}
                  open={row.getIsExpanded()}
                  columns={columns.length}
                  onToggle={() => onFold(section.id)}
                />
              )
            const line = rows.get(section.id)?.[node.place]
            if (!line) return <WaitingRow key={key} {...placed} columns={columns.length} />
            return (
              <InventoryItemRow
                key={key}
                {...placed}
                line={line}
                columns={columns}
                path={props.path}
                editable={props.can.write}
                onOpen={onOpen}
              />
            )
          })}
          <Spacer height={last ? list.getTotalSize() - (last.end - margin) : 0} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

function nodesOf(sections: readonly InventorySection[]): Node[] {
  return sections.map((section): Node => {
    const places = Array.from(
      { length: section.count },
      (_, place): Node => ({ id: `${section.id}.${place}`, section, place }),
    )
    return { id: `s${section.id}`, section, places }
  })
}

type Seen = readonly { index: number }[]

/** The focus goes from row to row with the arrows, and into the rows from nowhere. Left and right fold a section. */
function useRowKeys(
  all: readonly GridRow[],
  scrollTo: (at: number) => void,
  seen: Seen,
  onFold: (section: string) => void,
) {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number>(undefined)

  function go(at: number): void {
    const next = Math.max(0, Math.min(all.length - 1, at))
    wanted.current = next
    setCurrent(next)
    scrollTo(next)
    focusWanted()
  }

  // The row may have to be drawn before it can take the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is drawn may be the row that is waited for
  useLayoutEffect(focusWanted, [seen, current])

  function focusWanted(): void {
    if (wanted.current === undefined) return
    const row = document.querySelector<HTMLElement>(
      `.inventory [data-index="${wanted.current}"] [data-focus]`,
    )
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const node = all[current]?.original
    const page = Math.max(1, Math.floor(innerHeight / heights.row) - 4)
    const next = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: all.length - 1,
      PageDown: current + page,
      PageUp: current - page,
    }[event.key]
    if (next !== undefined) go(next)
    else if (event.key === 'ArrowLeft' && node && !node.places) go(headOf(all, current))
    else if (node?.places && isFold(event.key, Boolean(all[current]?.getIsExpanded())))
      onFold(node.section.id)
    else return
    event.preventDefault()
  }

  useEffect(() => {
    function enter(event: globalThis.KeyboardEvent): void {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (!isArrow || event.defaultPrevented || document.activeElement !== document.body) return
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      go(event.key === 'ArrowDown' ? Math.min(current, all.length - 1) : current)
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  })

  return { current: Math.min(current, all.length - 1), setCurrent, press }
}

const isFold = (key: string, open: boolean) =>
  (key === 'ArrowLeft' && open) || (key === 'ArrowRight' && !open)

function headOf(all: readonly GridRow[], at: number): number {
  let head = at
  while (head > 0 && !all[head]?.original.places) head--
  return head
}
