import { formatQuantity, longDate, shortDate } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { QuantityText } from '#views/ui/figures.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { type BoardTabRights, BoardTabs } from '#views/work/jobs/board-tabs.tsx'
import { CircleBanner } from './circle-banner.tsx'
import { ForecastPlot } from './forecast-plot.tsx'
import { type ForecastFigures, type ForecastPast, isShort, periodDays, periodName } from './periods.ts'
import { type PlanLine, PlanLines } from './plan-lines.tsx'
import { PlanningTabs } from './planning-tabs.tsx'

type ForecastItemPageProps = {
  board: { name: string; slug: string }
  segment: string
  item: {
    id: string
    code: string
    name: string
    unit: string
    onhand: number
    minimum: number
    periods: readonly ForecastFigures[]
    short?: string
    consumption?: { used: number; days: number; outdays: number }
  }
  past?: ForecastPast
  circle?: readonly string[]
  plans: readonly PlanLine[]
  /** Of the address, with its question mark. */
  search: string
  tabs: BoardTabRights
}

const figures = [
  ['jobs', 'Jobs'],
  ['repeats', 'Repeats'],
  ['average', 'Average'],
  ['demand', 'Needed'],
  ['ordered', 'Ordered'],
  ['making', 'Made'],
  ['balance', 'Left'],
] as const

export function ForecastItemPage(props: ForecastItemPageProps) {
  const { board, segment, item, past, plans, search, tabs } = props
  const list = `/${segment}/${board.slug}/planning/forecasting`
  const title = item.name === item.code ? item.code : `${item.name} [${item.code}]`
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`${formatQuantity(item.onhand, item.unit)} on hand today.`}
        actions={
          <>
            <LinkButton icon="chevron-left" href={`${list}${search}`}>
              All items
            </LinkButton>
            <LinkButton icon="boxes" {...dialogLink(`/inventory/${item.id}/levels`)}>
              Stock
            </LinkButton>
          </>
        }
      />
      <BoardTabs segment={segment} slug={board.slug} current="planning/forecasting" rights={tabs} />
      <PlanningTabs segment={segment} slug={board.slug} current="forecasting" />
      <CircleBanner circle={props.circle} />
      {item.short && <Banner level="warning">There is too little from {longDate(item.short)} on.</Banner>}
      <Panel title="What is left">
        <ForecastPlot
          title={`What is needed of ${item.name}, what comes and what is left`}
          unit={item.unit}
          onhand={item.onhand}
          periods={item.periods}
        />
        <PeriodTable periods={item.periods} unit={item.unit} plans={plans} />
        {past && item.consumption && <AverageText {...item} {...item.consumption} past={past} />}
      </Panel>
      {item.periods.map((period, at) => {
        const lines = linesIn(plans, period)
        if (lines.length === 0) return null
        return (
          <div key={period.start} id={`period-${at}`} className="anchor">
            <Panel title={periodDays(period)}>
              <PlanLines lines={lines} unit={item.unit} />
            </Panel>
          </div>
        )
      })}
      {plans.length === 0 && (
        <EmptyState icon="chart" text="No job, template or order has this item in this period." />
      )}
    </>
  )
}

type PeriodTableProps = { periods: readonly ForecastFigures[]; unit: string; plans: readonly PlanLine[] }

const linesIn = (plans: readonly PlanLine[], { start, end }: ForecastFigures) =>
  plans.filter(({ day }) => day >= start && day <= end)

function PeriodTable({ periods, unit, plans }: PeriodTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className="scrollx" tabIndex={0} aria-label="Figures by period">
      <table className="parts forecastfigures">
        <caption className="unseen">Figures by period, in {unit || 'units'}</caption>
        <thead>
          <tr>
            <th scope="col">Period</th>
            {figures.map(([name, head]) => (
              <th key={name} scope="col" className="number">
                {head}
              </th>
            ))}
            <th scope="col" className="number">
              Lowest
            </th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period, at) => (
            <tr key={period.start} className={isShort(period) ? 'short' : undefined}>
              <th scope="row" title={periodDays(period)}>
                {linesIn(plans, period).length > 0 ? (
                  <a href={`#period-${at}`}>{periodName(period)}</a>
                ) : (
                  periodName(period)
                )}
              </th>
              {figures.map(([name]) => (
                <td key={name} className="number">
                  {period[name] === 0 && name !== 'balance' ? (
                    <span className="nothing">–</span>
                  ) : (
                    <QuantityText millionths={period[name]} />
                  )}
                </td>
              ))}
              <td className="number">
                <QuantityText millionths={period.lowest.quantity} />{' '}
                <small>{shortDate(period.lowest.day).replace(/ \d{4}$/, '')}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type AverageTextProps = {
  id: string
  unit: string
  used: number
  days: number
  outdays: number
  past: ForecastPast
}

function AverageText({ id, unit, used, days, outdays, past }: AverageTextProps) {
  const instock = days - outdays
  const link = withQuery(`/inventory/${id}/stock`, { start: past.start, end: past.end })
  return (
    <p className="hint">
      Average: <a href={link}>{formatQuantity(used, unit)} used</a> from {longDate(past.start)} to{' '}
      {longDate(past.end)}, {days} days of which {outdays} without stock
      {instock > 0 ? `: divided by ${instock}, times the days of each period.` : ', so there is none.'} Needed
      is the more of it and of what is planned.
    </p>
  )
}
