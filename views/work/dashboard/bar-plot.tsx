import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { ownPiece } from '#views/ui/cached-pieces.ts'
import { classes } from '#views/ui/classes.ts'
import { safeColour } from '#views/ui/colour.ts'

export type PlotRow = {
  key: string
  label: string
  href: string
  value: number
  /** The figure as it is read. */
  shown: string
  /** A part of the value that is drawn stronger. */
  part?: number
  /** What the value should not pass; null: there is none. */
  limit?: number | null
  colour?: string | null
  look?: 'late'
}

type BarPlotProps = {
  id: string
  /** What is drawn, said to who does not see it. */
  title: string
  /** Of the columns of labels and figures. */
  heads: readonly [label: string, figure: string]
  rows: readonly PlotRow[]
}

const BAND = 10
const WIDTH = 100

/** Bars beside their names and figures: a table, of which one column is a picture of the whole. */
export const BarPlot = ownPiece(PlotTable)

function PlotTable({ id, title, heads, rows }: BarPlotProps) {
  return (
    <table className="plot">
      <caption className="unseen">{title}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col">Plot</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, href, shown, look }, n) => (
          <tr key={key}>
            <th scope="row" title={label}>
              {label}
            </th>
            {n === 0 && (
              <td className="bars" rowSpan={rows.length}>
                <Bars id={id} title={title} rows={rows} />
              </td>
            )}
            <td className={classes('figure', look)}>
              <a href={href} aria-label={`${label}: ${shown}`}>
                {shown}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bars({ id, title, rows }: Pick<BarPlotProps, 'id' | 'title' | 'rows'>) {
  const height = rows.length * BAND
  const most = Math.max(1, ...rows.map(({ value, limit }) => Math.max(value, limit ?? 0)))
  const x = scaleLinear([0, most], [0, WIDTH])
  const y = scaleBand(
    rows.map(({ key }) => key),
    [0, height],
  ).padding(0.3)
  const bar = (row: PlotRow, width: number, part: boolean) => (
    <rect
      key={`${row.key}${part}`}
      className={classes(!part && row.part !== undefined && 'whole', row.look)}
      x={0}
      y={y(row.key)}
      width={x(width)}
      height={y.bandwidth()}
      style={row.colour ? { fill: safeColour(row.colour) } : undefined}
    />
  )
  return (
    <svg
      role="img"
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{rows.map(({ label, shown }) => `${label}: ${shown}`).join('; ')}</desc>
      {rows.map((row) => bar(row, row.value, false))}
      {rows.flatMap((row) => (row.part === undefined ? [] : bar(row, row.part, true)))}
      <path className="limit" d={limitPath(rows, x) ?? undefined} />
    </svg>
  )
}

/** A line down the rows at what each should not pass, interrupted where there is nothing to say. */
function limitPath(rows: readonly PlotRow[], x: (value: number) => number): string | null {
  const points = rows.flatMap(({ limit }, n) =>
    [n, n + 1].map((edge) => ({ limit: limit ?? null, at: edge * BAND })),
  )
  return line<(typeof points)[number]>()
    .defined(({ limit }) => limit !== null)
    .x(({ limit }) => x(limit ?? 0))
    .y(({ at }) => at)(points)
}
