import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { dialogLink, listLink, withQuery } from './links.ts'

export type Column<Row> = {
  /** The value of `sort` in the address, and the column's name for the page script. */
  key: string
  head: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Right-aligned, tabular figures. */
  numeric?: boolean
  /** Only where there is room; a phone leaves it out. */
  wide?: boolean
  /** Takes no more room than its content. */
  tight?: boolean
  /** One line of some 30 characters at most: a neighbour's long words do not break it. */
  short?: boolean
}

export type TableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowid: (row: Row) => string
  /** The list's present address, path and query: sort links keep its filters. */
  url: string
  /** Id of the `ListRegion` around it, which sort links morph. */
  region: string
  /** Where a row leads; its first cell becomes that link. */
  href?: (row: Row) => string
  /** `dialog` (the default) opens the row over the page, `page` goes there. */
  opens?: 'dialog' | 'page'
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** A colour stripe, a dimmed row and the like. */
  rowclass?: (row: Row) => string | undefined
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode
  /** Totals and the like: one row of cells in the foot. */
  foot?: ReactNode
}

/** A table whose rows open by click, Enter, or arrows and j/k; heads sort through the address (`sort=-name`). */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, actions, empty, foot } = props
  if (rows.length === 0 && empty) return <div className="table">{empty}</div>
  return (
    <div className="table">
      <table data-rows="">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => head(column, props))}
            {actions && (
              <th scope="col" className="actions">
                <span className="unseen">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{rows.map((row) => body(row, props))}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}

function head<Row>(column: Column<Row>, { url, region }: TableProps<Row>) {
  const sorted = sortOf(url, column.key)
  return (
    <th
      key={column.key}
      scope="col"
      className={cellClass(column)}
      aria-sort={column.sortable ? sorted : undefined}
    >
      {column.sortable ? (
        <a className="sort" {...listLink(sortUrl(url, column.key), region)}>
          {column.head}
          {sorted && <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size="small" />}
        </a>
      ) : (
        column.head
      )}
    </th>
  )
}

function body<Row>(row: Row, { columns, rowid, href, opens, actions, rowclass }: TableProps<Row>) {
  const url = href?.(row)
  return (
    <tr key={rowid(row)} id={`row-${rowid(row)}`} className={rowclass?.(row)} tabIndex={url ? -1 : undefined}>
      {columns.map((column, index) => (
        <td key={column.key} className={cellClass(column)} data-label={index > 0 ? column.head : undefined}>
          {index === 0 && url ? (
            <a className="rowlink" {...(opens === 'page' ? { href: url } : dialogLink(url))}>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actions && <td className="actions">{actions(row)}</td>}
    </tr>
  )
}

function cellClass<Row>({ numeric, wide, tight, short }: Column<Row>): string | undefined {
  return classes(numeric && 'number', wide && 'roomy', tight && 'tight', short && 'short') || undefined
}

/** How the address sorts by this column, if it does. */
function sortOf(url: string, key: string): 'ascending' | 'descending' | undefined {
  const sort = new URLSearchParams(url.split('?')[1]).get('sort')
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

/** The address that a column's head leads to: ascending first, then descending; back on the first page. */
function sortUrl(url: string, key: string): string {
  const sort = sortOf(url, key) === 'ascending' ? `-${key}` : key
  return withQuery(url, { sort, skip: null })
}
