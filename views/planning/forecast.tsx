import { formatQuantity, longDate, shortDate } from '#views/format.ts'
import { FileMenu } from '#views/ui/export.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import {
  FilterBar,
  FilterDate,
  FilterSelect,
  ListCount,
  type ListPageProps,
  MoreFilters,
  SearchBox,
  Toggle,
} from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { MenuItem } from '#views/ui/menu.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { CircleBanner } from './circle-banner.tsx'
import { type ForecastFigures, type ForecastPast, isShort, periodDays, periodName } from './periods.ts'
import { PlanningTabs } from './planning-tabs.tsx'

type ForecastLine = {
  id: string
  code: string
  name: string
  unit: string
  onhand: number
  minimum: number
  periods: readonly ForecastFigures[]
  short?: string
}

type Option = { value: string; label: string }

type Asked = {
  by?: string
  periods?: number | ''
  from?: string | null
  to?: string | null
  average?: number | ''
  category?: string
  supplier?: string
  short?: boolean
}

type ForecastPageProps = Omit<ListPageProps<ForecastLine, Asked>, 'title'> & {
  board: { id: string; name: string; slug: string }
  segment: string
  periods: readonly { start: string; end: string; lead: boolean }[]
  past?: ForecastPast
  shortages: number
  circle?: readonly string[]
  categories: readonly Option[]
  suppliers: readonly Option[]
  tabs: BoardTabRights
}

const REGION = 'forecast'

const numbers = (of: readonly number[], noun: string, before = '') =>
  of.map((value) => ({ value: String(value), label: `${before}${value} ${noun}` }))

export function ForecastPage(props: ForecastPageProps) {
  const { board, segment, rows, total, query, url, past, shortages } = props
  const kind = query.by === 'month' ? 'months' : 'weeks'
  const file = (format: string) =>
    withQuery(`/render/forecasts?${url.split('?')[1] ?? ''}`, {
      ...{ boardid: board.id, format, skip: null, take: null },
    })
  const narrowed = query.search || query.category || query.supplier || query.short
  const active = [query.from, query.to, query.category, query.supplier].filter(Boolean).length
  return (
    <>
      <PageTitle
        title="Forecasting"
        subtitle="What of each item is needed and what comes, and what is left of it."
      />
      <BoardTabs segment={segment} slug={board.slug} current="planning/forecasting" rights={props.tabs} />
      <PlanningTabs segment={segment} slug={board.slug} current="forecasting" />
      <FilterBar url={url} region={REGION}>
        <SearchBox label="Search code or name" value={query.search} />
        <FilterSelect
          name="by"
          label="By week"
          value={query.by === 'month' ? 'month' : ''}
          options={[{ value: 'month', label: 'By month' }]}
        />
        <FilterSelect
          name="average"
          label="Without an average"
          value={query.average ? String(query.average) : ''}
          options={numbers([3, 4, 6, 8, 12, 26], kind, 'Average of ')}
        />
        <Toggle name="short" label="Shortages only" checked={query.short} />
        <MoreFilters active={active} />
        <FilterSelect
          name="periods"
          label={kind === 'months' ? '6 months' : '8 weeks'}
          value={query.periods ? String(query.periods) : ''}
          options={numbers(kind === 'months' ? [3, 12, 24] : [4, 12, 26, 52], kind)}
        />
        <FilterDate name="from" label="From" value={query.from} />
        <FilterDate name="to" label="To" value={query.to} />
        <FilterSelect
          name="category"
          label="Every category"
          value={query.category}
          options={props.categories}
        />
        <FilterSelect
          name="supplier"
          label="Every supplier"
          value={query.supplier}
          options={props.suppliers}
        />
      </FilterBar>
      <ListTable
        caption="Forecast by item"
        columns={columns(props)}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region={REGION}
        refresh="jobs stock"
        href={({ id }) => itemLink(url, id)}
        opens="page"
        rowclass={({ short }) => (short ? 'short' : undefined)}
        empty={
          <EmptyState
            icon="chart"
            text={narrowed ? 'No item matches.' : 'Nothing is planned in this period.'}
            hint={
              narrowed
                ? undefined
                : 'Items show here once a job, a template that repeats or an order has them on a line.'
            }
          />
        }
      >
        <CircleBanner circle={props.circle} />
        <div className="counted">
          <ListCount total={total} noun="item" />
          {/* In the region: they go by the filter that is drawn anew with it. */}
          <FileMenu id="export-forecast" label="as Excel or PDF">
            {props.canexport && (
              <MenuItem icon="file-text" href={file('XLSX')} download>
                Excel
              </MenuItem>
            )}
            <MenuItem icon="file-text" href={file('PDF')}>
              PDF
            </MenuItem>
          </FileMenu>
        </div>
        <p className="hint forecasthint">
          {shortages > 0 ? `${shortages === 1 ? 'One item runs' : `${shortages} items run`} short. ` : ''}
          Needed is what open jobs of all boards and jobs still to come from templates plan
          {past
            ? `, or the average of ${longDate(past.start)} to ${longDate(past.end)} where that is more.`
            : '. What was used before is left aside: choose an average to count it.'}
        </p>
      </ListTable>
    </>
  )
}

const itemLink = (url: string, id: string) => {
  const [path, query] = withQuery(url, {
    ...{ search: null, category: null, supplier: null, short: null, skip: null, take: null },
  }).split('?')
  return `${path}/${id}${query ? `?${query}` : ''}`
}

const columns = ({ periods, url }: ForecastPageProps): Column<ForecastLine>[] => [
  {
    key: 'item',
    head: 'Item',
    cell: ({ code, name }) => (name === code ? code : `${name} [${code}]`),
  },
  {
    key: 'onhand',
    head: 'On hand',
    numeric: true,
    cell: ({ id, onhand, unit }) => (
      <a {...dialogLink(`/inventory/${id}/levels`)}>
        <QuantityText millionths={onhand} unit={unit} />
      </a>
    ),
  },
  {
    key: 'short',
    head: 'Short',
    tight: true,
    cell: ({ short }) =>
      short ? (
        <Chip level="error" icon="warning">
          {shortDate(short)}
        </Chip>
      ) : (
        ''
      ),
  },
  ...periods.map(
    (period, at): Column<ForecastLine> => ({
      key: `p${at}`,
      head: periodName(period),
      numeric: true,
      cell: (row) => <PeriodCell {...row.periods[at]!} href={`${itemLink(url, row.id)}#period-${at}`} />,
    }),
  ),
]

/** What is left, with what is needed and what comes below it. */
function PeriodCell({ href, ...period }: ForecastFigures & { href: string }) {
  const comes = period.ordered + period.making
  const changes = [
    period.demand > 0 ? `−${formatQuantity(period.demand)}` : '',
    comes > 0 ? `+${formatQuantity(comes)}` : '',
  ].filter(Boolean)
  return (
    <a
      href={href}
      className={isShort(period) ? 'forecastcell below' : 'forecastcell'}
      title={
        isShort(period)
          ? `${periodDays(period)}: ${formatQuantity(period.lowest.quantity)} on ${longDate(period.lowest.day)}`
          : periodDays(period)
      }
    >
      <QuantityText millionths={period.balance} />
      {changes.length > 0 && <small>{changes.join(' ')}</small>}
      {isShort(period) && period.balance >= 0 && <small className="out">short for some days</small>}
    </a>
  )
}
