import { Fragment, type ReactNode } from 'react'
import { formatQuantity, shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import {
  FilterBar,
  FilterSelect,
  ListCount,
  type ListPageProps,
  MoreFilters,
  SearchBox,
  Toggle,
} from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { PlanningTabs } from './planning-tabs.tsx'
import type { NeededMaterial } from './types.ts'

type Asked = {
  by?: string
  whose?: string
  supplier?: string
  item?: string
  short?: boolean
  boards?: string
}

type MaterialsPageProps = Omit<ListPageProps<NeededMaterial, Asked>, 'title'> & {
  board: { name: string; slug: string }
  segment: string
  suppliers: readonly { value: string; label: string }[]
  tabs: BoardTabRights
  seesorders: boolean
  labels: Readonly<Record<string, string>>
  /** The table by job, in place of that by item. */
  children?: ReactNode
}

export const MATERIALS_REGION = 'materials'

export function MaterialsPage(props: MaterialsPageProps) {
  const { board, segment, rows, total, query, url, tabs, seesorders, canexport, children } = props
  const narrowed = query.search || query.supplier || query.short || query.item || query.whose === 'approved'
  const active = [query.supplier, query.whose, query.boards].filter(Boolean).length
  return (
    <>
      <PageTitle
        title="Materials"
        subtitle="What open jobs need and what there is. Stock is shared: an item counts the jobs of every board."
        actions={
          <Button icon="printer" data-print="">
            Print
          </Button>
        }
      />
      <BoardTabs segment={segment} slug={board.slug} current="planning/forecasting" rights={tabs} />
      <PlanningTabs segment={segment} slug={board.slug} current="materials" />
      <FilterBar url={url} region={MATERIALS_REGION}>
        <SearchBox label="Search code, name or job" value={query.search} />
        <MoreFilters active={active} />
        <FilterSelect
          name="whose"
          label="All open jobs"
          value={query.whose === 'approved' ? 'approved' : ''}
          options={[{ value: 'approved', label: 'Approved jobs' }]}
        />
        <FilterSelect
          name="boards"
          label="Needed on this board"
          value={query.boards === 'all' ? 'all' : ''}
          options={[{ value: 'all', label: 'Needed on any board' }]}
        />
        {!children && (
          <FilterSelect
            name="supplier"
            label="Any supplier"
            value={query.supplier}
            options={[{ value: 'none', label: 'Without a supplier' }, ...props.suppliers]}
          />
        )}
        <Toggle name="short" label="Short" checked={query.short} />
      </FilterBar>
      <nav className="states" aria-label="Rows">
        <ByLink url={url} by={null} current={!children} word="By item" />
        <ByLink url={url} by="job" current={Boolean(children)} word="By job" />
        {query.item && <a href={withQuery(url, { item: null, skip: null })}>Of all items</a>}
      </nav>
      {children ?? (
        <ListTable
          caption="Materials"
          columns={columnsOf(url, seesorders)}
          rows={rows}
          total={total}
          query={query}
          url={url}
          region={MATERIALS_REGION}
          refresh="jobs materials inventory purchaseorders"
          href={({ id }) => `/admin/inventory/${id}/overview`}
          opens="page"
          empty={
            <EmptyState
              icon="package"
              text={narrowed ? 'No material matches.' : 'No open job needs materials.'}
              hint={
                narrowed
                  ? undefined
                  : `What jobs list under ${props.labels['jobs.tab.input']}, and what their products are made of, stands here.`
              }
            />
          }
        >
          <ListCount total={total} noun="item" exports={canexport ? url : undefined} />
        </ListTable>
      )}
    </>
  )
}

type ByLinkProps = { url: string; by: string | null; current: boolean; word: string }

const ByLink = ({ url, by, current, word }: ByLinkProps) => (
  <a
    aria-current={current ? 'true' : undefined}
    href={withQuery(url, { by, sort: null, skip: null, item: null })}
  >
    {word}
  </a>
)

const quantity = (millionths: number, href: string, shows = true, opensdialog = false) =>
  shows && millionths !== 0 ? (
    <a {...(opensdialog ? dialogLink(href) : { href })}>
      <QuantityText millionths={millionths} />
    </a>
  ) : (
    <QuantityText millionths={millionths} />
  )

function columnsOf(url: string, seesorders: boolean): Column<NeededMaterial>[] {
  const byJob = (id: string, more = {}) =>
    withQuery(url, { by: 'job', item: id, sort: null, skip: null, search: null, supplier: null, ...more })
  const levels = (id: string) => `/inventory/${id}/levels`
  const orders = (id: string, state?: string) => withQuery('/purchase', { inventoryid: id, state })
  const figure = (
    key: 'required' | 'used' | 'reserved' | 'onhand' | 'available',
    head: string,
    href: (id: string) => string,
    opens = false,
  ): Column<NeededMaterial> => ({
    ...{ key, head, sortable: true, numeric: true, tight: true },
    cell: (row) => quantity(row[key], href(row.id), true, opens),
  })
  return [
    {
      ...{ key: 'name', head: 'Item', sortable: true },
      cell: ({ code, name, gaps }) => (
        <>
          {name} [{code}]
          {gaps.map((gap) => (
            <Fragment key={gap}>
              {' '}
              <Chip level="warning">{gap}</Chip>
            </Fragment>
          ))}
        </>
      ),
    },
    figure('required', 'Required', (id) => byJob(id)),
    figure('used', 'Used', (id) => byJob(id)),
    figure('reserved', 'Reserved', levels, true),
    figure('onhand', 'On hand', (id) => `/inventory/${id}/stock`),
    figure('available', 'Available', levels, true),
    {
      ...{ key: 'onorder', head: 'On order', sortable: true, numeric: true, tight: true },
      cell: ({ id, onorder, drafted, making, overdue }) => (
        <>
          {quantity(onorder, orders(id), seesorders)}
          {overdue && <Chip level="warning">overdue</Chip>}
          {making > 0 && <small className="facts">{formatQuantity(making)} being made</small>}
          {drafted > 0 && (
            <small className="facts">{quantity(drafted, orders(id, 'draft'), seesorders)} on drafts</small>
          )}
        </>
      ),
    },
    {
      ...{ key: 'short', head: 'Short', sortable: true, numeric: true, tight: true },
      cell: ({ id, short, unit }) =>
        short > 0 ? (
          <a className="short" href={byJob(id, { short: true })}>
            <QuantityText millionths={short} unit={unit} />
          </a>
        ) : (
          <QuantityText millionths={0} />
        ),
    },
    {
      ...{ key: 'needed', head: 'Needed by', sortable: true, tight: true },
      cell: ({ needed, open }) => (needed ? shortDate(needed) : open ? 'no date' : ''),
    },
  ]
}
