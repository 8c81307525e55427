import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { formatQuantity } from '#views/format.ts'
import { type ForecastFigures, periodName } from './periods.ts'

const HEIGHT = 120
const BAND = 60

type ForecastPlotProps = { title: string; unit: string; onhand: number; periods: readonly ForecastFigures[] }

/** Bars of what is needed and what comes, and the line of what is left; the table below it has the figures. */
export function ForecastPlot({ title, unit, onhand, periods }: ForecastPlotProps) {
  const width = periods.length * BAND
  const values = periods.flatMap(({ balance, demand, ordered, making }) => [
    balance,
    demand,
    ordered + making,
  ])
  const y = scaleLinear([Math.min(0, ...values), Math.max(1, onhand, ...values)], [HEIGHT, 0]).nice()
  const x = scaleBand(
    periods.map(({ start }) => start),
    [0, width],
  ).padding(0.25)
  const half = x.bandwidth() / 2
  const left = (start: string) => x(start) ?? 0
  const path = line<ForecastFigures>()
    .x(({ start }) => left(start) + half)
    .y(({ balance }) => y(balance))
  const bar = (key: string, at: number, value: number, look: string) =>
    value > 0 && <rect key={key} className={look} x={at} y={y(value)} width={half} height={y(0) - y(value)} />
  return (
    <figure className="forecastplot">
      <svg
        role="img"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-labelledby="forecast-title forecast-desc"
      >
        <title id="forecast-title">{title}</title>
        <desc id="forecast-desc">
          {periods
            .map((period) => `${periodName(period)}: ${formatQuantity(period.balance, unit)} left`)
            .join('; ')}
        </desc>
        {periods.map(({ start, demand }) => bar(`${start}d`, left(start), demand, 'needed'))}
        {periods.map(({ start, ordered, making }) =>
          bar(`${start}s`, left(start) + half, ordered + making, 'comes'),
        )}
        <line className="zero" x1={0} x2={width} y1={y(0)} y2={y(0)} />
        <path className="left" d={path([...periods]) ?? undefined} />
      </svg>
      <figcaption>
        <span className="needed">Needed</span>
        <span className="comes">Comes</span>
        <span className="left">Left at the end</span>
      </figcaption>
    </figure>
  )
}
