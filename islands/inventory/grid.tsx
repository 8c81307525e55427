import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { InventorySection } from '#server/domains/catalogue/inventory/types.ts'
import type { ItemColumn } from './columns.tsx'
import { type GridRow, useGridRows } from './grid-rows.ts'
import type { LoadedRows, RowPosition } from './list-store.ts'
import type { InventoryProps, InventoryQuery } from './props.ts'
import { InventoryItemRow, InventorySectionRow, InventoryTableHead, Spacer, WaitingRow } from './rows.tsx'
import { useRowKeys } from './use-row-keys.ts'

type GridProps = {
  props: InventoryProps
  columns: readonly ItemColumn[]
  query: InventoryQuery
  sections: readonly InventorySection[]
  rows: LoadedRows
  folded: ReadonlySet<string>
  onFold: (section: string) => void
  onSort: (sort: string | undefined) => void
  onOpen: (item: { code: string; id: string }) => void
  need: (wanted: readonly RowPosition[]) => void
  whole: boolean
}

// What rows mostly measure, so that measuring them moves none; a narrow screen shows cards. As in `inventory.css`.
const heights = { wide: { section: 41, item: 38 }, narrow: { section: 49, item: 93 } }
const narrow = 600

const unmeasured = () => {}

/** Sections and rows, of which only those in sight are in the page, unless it goes to paper. */
export function Grid(grid: GridProps) {
  const { props, columns, query, sections, folded, need, whole, onFold, onSort } = grid
  const rows = useGridRows(sections, folded)
  const { body, list, margin } = useVirtualRows(rows)
  const visible = list.getVirtualItems()
  const keys = useRowKeys({ rows, drawn: visible, scrollTo: list.scrollToIndex, onFold })

  useEffect(() => {
    need(
      visible.flatMap(({ index }) => {
        const node = rows[index]?.original
        return node && !node.items ? [{ section: node.section.id, index: node.index }] : []
      }),
    )
  })

  const drawn = whole ? rows.map(({ id }, index) => ({ index, key: id })) : visible
  const first = whole ? undefined : visible[0]
  const last = whole ? undefined : visible.at(-1)
  return (
    <div className="table">
      <table className="items" aria-rowcount={rows.length + 1}>
        <caption className="unseen">{props.label}</caption>
        <InventoryTableHead
          columns={columns}
          query={query}
          path={props.path}
          editable={props.can.write}
          onSort={onSort}
        />
        <tbody ref={body} onKeyDown={keys.onKeyDown}>
          <Spacer height={first ? first.start - margin : 0} columns={columns.length} />
          {drawn.map(({ index, key }) => (
            <DrawnRow
              key={key}
              {...grid}
              row={rows[index]}
              at={index}
              measure={whole ? unmeasured : list.measureElement}
              current={index === keys.current}
              onFocus={() => keys.setCurrent(index)}
            />
          ))}
          <Spacer height={last ? list.getTotalSize() - (last.end - margin) : 0} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

function useVirtualRows(rows: readonly GridRow[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  // Where the rows that the server drew stand now, these stand next: nothing is drawn twice for it.
  const [margin, setMargin] = useState(() => topOf(document.querySelector('.inventory tbody')))
  useLayoutEffect(() => setMargin(topOf(body.current)), [])
  const height = innerWidth < narrow ? heights.narrow : heights.wide
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (at) => (rows[at]?.depth === 0 ? height.section : height.item),
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 10,
    scrollMargin: margin,
    // Below the bars that stay on top.
    scrollPaddingStart: 100,
    scrollPaddingEnd: 24,
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => scrollY,
  })
  return { body, list, margin }
}

const topOf = (body: Element | null) => (body?.getBoundingClientRect().top ?? 0) + scrollY

type DrawnRowProps = Pick<GridProps, 'props' | 'columns' | 'rows' | 'onFold' | 'onOpen'> & {
  row: GridRow | undefined
  at: number
  measure: (row: HTMLTableRowElement | null) => void
  current: boolean
  onFocus: () => void
}

function DrawnRow({ row, rows, props, columns, onFold, onOpen, ...placed }: DrawnRowProps) {
  if (!row) return null
  const { section, items, ...item } = row.original
  if (items)
    return (
      <InventorySectionRow
        {...placed}
        section={section}
        open={row.getIsExpanded()}
        columns={columns.length}
        onToggle={() => onFold(section.id)}
      />
    )
  const line = 'index' in item ? rows.get(section.id)?.[item.index] : undefined
  if (!line) return <WaitingRow {...placed} columns={columns.length} />
  return (
    <InventoryItemRow
      {...placed}
      line={line}
      columns={columns}
      path={props.path}
      editable={props.can.write}
      onOpen={onOpen}
    />
  )
}
