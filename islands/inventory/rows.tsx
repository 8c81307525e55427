import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react'
import type { InventoryLine, InventorySection } from '#server/domains/catalogue/inventory/types.ts'
import { IconLink } from '#views/ui/button.tsx'
import { classes } from '#views/ui/classes.ts'
import { Icon } from '#views/ui/icon.tsx'
import { withQuery } from '#views/ui/links.ts'
import { Chip, Dot } from '#views/ui/small.tsx'
import type { ItemColumn } from './columns.tsx'
import type { InventoryQuery } from './props.ts'

export const sectionKey = (section: string) => section.slice(-8) || 'none'

type InventoryTableHeadProps = {
  columns: readonly ItemColumn[]
  query: InventoryQuery
  path: string
  editable: boolean
  onSort?: (sort: string | undefined) => void
}

export function InventoryTableHead({ columns, query, path, editable, onSort }: InventoryTableHeadProps) {
  const sort = query.sort ?? 'code'
  return (
    <thead>
      <tr>
        {columns.map(({ id, head, numeric, sort: own = id }) => {
          const at = sort === own ? 'ascending' : sort === `-${own}` ? 'descending' : undefined
          const next = at === 'ascending' ? `-${own}` : own === 'code' ? undefined : own
          return (
            <th key={id} scope="col" aria-sort={at} className={classes(id, numeric && 'number')}>
              <a
                className="sort"
                href={withQuery(path, { ...query, sort: next })}
                onClick={(event) => {
                  if (!onSort || isElsewhere(event)) return
                  event.preventDefault()
                  onSort(next)
                }}
              >
                {head}
                {at && <Icon name={at === 'ascending' ? 'arrow-up' : 'arrow-down'} size="small" />}
              </a>
            </th>
          )
        })}
        <th scope="col" className="edit">
          <span className="unseen">{editable ? 'Edit' : 'View'}</span>
        </th>
      </tr>
    </thead>
  )
}

type Placed = {
  at: number
  measure?: Ref<HTMLTableRowElement>
  current?: boolean
  onFocus?: () => void
}

type SectionRowProps = Placed & {
  section: InventorySection
  open: boolean
  columns: number
  onToggle?: () => void
}

export function InventorySectionRow({
  section,
  open,
  columns,
  at,
  measure,
  current,
  onFocus,
  onToggle,
}: SectionRowProps) {
  const { name, colour, count, vatexempt, archived } = section
  return (
    <tr ref={measure} aria-rowindex={at + 2} data-index={at} className="section">
      <th scope="rowgroup" colSpan={columns + 1}>
        <button
          type="button"
          aria-expanded={open}
          data-focus=""
          tabIndex={current === false ? -1 : undefined}
          onFocus={onFocus}
          onClick={onToggle}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          <Dot colour={colour} />
          <span className="name">{name}</span>
          <span className="count">
            {count.toLocaleString('en-ZA')}
            <span className="unseen"> {count === 1 ? 'item' : 'items'}</span>
          </span>
          {vatexempt && <Chip level="info">Exempt from VAT</Chip>}
          {archived && <Chip level="warning">Archived Group</Chip>}
        </button>
      </th>
    </tr>
  )
}

type ItemRowProps = Placed & {
  line: InventoryLine
  columns: readonly ItemColumn[]
  path: string
  editable: boolean
  onOpen?: (item: { code: string; id: string }) => void
}

export function InventoryItemRow(props: ItemRowProps) {
  const { line, columns, path, editable, onOpen, at, measure, current, onFocus } = props
  const href = withQuery(path, { open: line.code })

  function open(event: MouseEvent | KeyboardEvent): void {
    if (!onOpen || isElsewhere(event)) return
    event.preventDefault()
    onOpen({ code: line.code, id: line.id })
  }

  return (
    <tr
      ref={measure}
      aria-rowindex={at + 2}
      data-index={at}
      className={classes('item', line.archived && 'archived')}
      onClick={(event) => {
        if ((event.target as Element).closest('a') || getSelection()?.type === 'Range') return
        if (event.ctrlKey || event.metaKey) window.open(href)
        else open(event)
      }}
    >
      {columns.map((column, index) => (
        <Cell key={column.id} {...column}>
          {index === 0 ? (
            <a
              className="rowlink"
              href={href}
              data-focus=""
              tabIndex={current === false ? -1 : undefined}
              onFocus={onFocus}
              onClick={open}
            >
              {column.cell(line)}
            </a>
          ) : (
            column.cell(line)
          )}
        </Cell>
      ))}
      <td className="edit actions">
        <IconLink
          small
          icon={editable ? 'pencil' : 'eye'}
          label={`${editable ? 'Edit' : 'View'} ${line.name}`}
          tabIndex={-1}
          href={href}
          onClick={open}
        />
      </td>
    </tr>
  )
}

type CellProps = Pick<ItemColumn, 'id' | 'head' | 'numeric'> & { children: ReactNode }

const Cell = ({ id, head, numeric, children }: CellProps) => (
  <td className={classes(id, numeric && 'number')} data-label={numeric ? head : undefined}>
    {children}
  </td>
)

export const WaitingRow = ({ at, columns, measure }: Placed & { columns: number }) => (
  <tr ref={measure} aria-rowindex={at + 2} data-index={at} aria-busy className="item waiting">
    <td colSpan={columns + 1}>
      <span className="unseen">Loading</span>
    </td>
  </tr>
)

export const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr className="spacer" aria-hidden style={{ height }}>
      <td colSpan={columns + 1} />
    </tr>
  )

const isElsewhere = (event: MouseEvent | KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.shiftKey || ('button' in event && event.button !== 0)
