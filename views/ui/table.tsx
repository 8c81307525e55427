import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { ColumnChoice } from './column-choice.tsx'
import { Icon } from './icon.tsx'
import { dialogLink, listLink, withQuery } from './links.ts'
import { BeginChoice, PageChoice, RowChoice } from './selection.tsx'

export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  numeric?: boolean
  wide?: boolean
  tight?: boolean
  /** One line of some 30 characters at most: a neighbour's long words do not break it. */
  short?: boolean
  /** The figure that a row is read for: on a phone it stands beside the first cell, without its name. */
  lead?: boolean
}

/** Heads that their values need no help of: on a phone, where each stands before its value, these are left out. */
const PLAIN_HEADS = new Set([
  ...['Assignee', 'Category', 'City', 'Client', 'Description', 'Details', 'E-mail', 'Item', 'Lane'],
  ...['Next step', 'Organisation', 'Place', 'Role', 'Roles', 'Stage', 'State', 'Status', 'Supplier', 'Who'],
])

export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowid: (row: Row) => string
  url: string
  /** Id of the `ListRegion` around it, which sort links morph. */
  region: string
  href?: (row: Row) => string
  opens?: 'dialog' | 'page'
  actions?: (row: Row) => ReactNode
  rowclass?: (row: Row) => string | undefined
  empty?: ReactNode
  foot?: ReactNode
  /** What a row is called that may be chosen for a change of many. */
  choice?: (row: Row) => string
}

export function Table<Row>(given: TableProps<Row>) {
  const props = { ...given, columns: chosenColumns(given) }
  const { caption, columns, rows, actions, empty, foot, choice } = props
  if (rows.length === 0 && empty) return <div className="table">{empty}</div>
  return (
    <div className="table">
      {choice && <BeginChoice />}
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
      <ColumnChoice {...given} shown={columns} />
    </div>
  )
}

/** Those that the address names, and always the first, which leads to the record. */
function chosenColumns<Row>({ columns, url, foot }: TableProps<Row>): readonly Column<Row>[] {
  const asked = new URLSearchParams(url.split('?')[1]).getAll('columns')
  const names = new Set(asked.flatMap((names) => names.split(',')))
  // A foot counts on every column that it stands under.
  if (foot || !columns.some(({ key }) => names.has(key))) return columns
  return columns.filter(({ key }, at) => at === 0 || names.has(key))
}

function head<Row>(column: Column<Row>, { url, region, columns, choice }: TableProps<Row>) {
  const sorted = readSort(url, column.key)
  return (
    <th
      key={column.key}
      scope="col"
      className={cellClass(column)}
      aria-sort={column.sortable ? sorted : undefined}
    >
      {choice && column === columns[0] && <PageChoice />}
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

function body<Row>(row: Row, props: TableProps<Row>) {
  const { columns, rowid, href, opens, actions, rowclass, choice } = props
  const url = href?.(row)
  return (
    <tr key={rowid(row)} id={`row-${rowid(row)}`} className={rowclass?.(row)} tabIndex={-1}>
      {columns.map((column, index) => (
        <td key={column.key} className={cellClass(column)} data-label={labelOf(column, index)}>
          {index === 0 && choice && <RowChoice id={rowid(row)} name={choice(row)} />}
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

const labelOf = <Row,>({ head }: Column<Row>, index: number) =>
  index > 0 && !PLAIN_HEADS.has(head) ? head : undefined

function cellClass<Row>({ numeric, wide, tight, short, lead }: Column<Row>): string | undefined {
  return (
    classes(numeric && 'number', wide && 'roomy', tight && 'tight', short && 'short', lead && 'lead') ||
    undefined
  )
}

function readSort(url: string, key: string): 'ascending' | 'descending' | undefined {
  const sort = new URLSearchParams(url.split('?')[1]).get('sort')
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

function sortUrl(url: string, key: string): string {
  const sort = readSort(url, key) === 'ascending' ? `-${key}` : key
  return withQuery(url, { sort, skip: null })
}
