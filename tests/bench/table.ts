/**
 * One measured line: ours against a reference of the same run. `reference` and `ratio` are NaN where there is
 * nothing to compare with. `reach` is the aim in words: "at least 0.7", "at most 1.2" (of the ratio), or
 * "at most 0.4 s" (of our own figure).
 */
export type Row = {
  what: string
  ours: number
  reference: number
  unit: string
  ratio: number
  reach: string
}

/** A row whose ratio is ours divided by the reference. */
export function row(line: Omit<Row, 'ratio'>): Row {
  return { ...line, ratio: line.ours / line.reference }
}

/** A figure in milliseconds that stands alone. */
export const figureAlone = (what: string, ours: number, reach: string): Row => ({
  ...{ what, ours, reach, unit: 'ms' },
  ...{ reference: Number.NaN, ratio: Number.NaN },
})

/** The rows as an aligned Markdown table. */
export function table(rows: Row[]): string {
  const head = ['what', 'ours', 'reference', 'unit', 'ratio', 'reach', 'reached']
  const lines = rows.map((one) => [
    one.what,
    figure(one.ours),
    figure(one.reference),
    one.unit,
    figure(one.ratio),
    one.reach,
    isReached(one) ? 'yes' : 'no',
  ])
  const widths = head.map((word, column) =>
    Math.max(word.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const line = (cells: string[]) => `| ${cells.map((cell, i) => pad(cell, i, widths[i] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (isNumber(i) ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  return [line(head), rule, ...lines.map(line)].join('\n')
}

/** Whether the measured figure keeps to its aim. */
export function isReached({ ours, ratio, reach }: Row): boolean {
  const [, bound, aim] = /^(at least|at most) ([\d.]+)/.exec(reach) ?? []
  if (!bound) throw new Error(`The aim must begin with "at least" or "at most" and a number: ${reach}`)
  const measured = Number.isNaN(ratio) ? ours : ratio
  return bound === 'at least' ? measured >= Number(aim) : measured <= Number(aim)
}

const isNumber = (column: number) => [1, 2, 4].includes(column)

const pad = (cell: string, column: number, width: number) =>
  isNumber(column) ? cell.padStart(width) : cell.padEnd(width)

/** Three figures that count; thousands stay whole. */
function figure(value: number): string {
  if (Number.isNaN(value)) return '–'
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
