import { closeSync, openSync, writeSync } from 'node:fs'
import { closeFile, openReadOnly, readSteadily } from '#db/sqlite.ts'
import { type TenantDb, withClock } from '#db/types.ts'
import type { ExportColumn } from '#server/export/cells.ts'
import { dayCell } from '#server/export/cells.ts'
import { csvHead, csvLine } from '#server/export/csv.ts'
import { type WorkbookCell, writeSheets } from '#server/export/xlsx-sheets.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { compareNaturally } from '#server/natural-sort.ts'
import type { LinkedRow, ReportColumn, ReportRow } from '#views/reporting/reports/types.ts'
import { runsOn } from '#views/reporting/reports/values.ts'
import type { Report, ReportParameters } from './report.ts'
import { reportByName } from './reports.ts'

export type ReportRequest = {
  path: string
  name: string
  parameters: ReportParameters
  nowutc: string
  /** A file is written where it is named; else as many rows are shown as these. */
  file: { format: 'csv' | 'plaincsv' | 'xlsx' | 'json'; to: string } | null
  most: number
  /** The key of a column, after a minus from the largest down; else the rows stand as the report reads them. */
  sort?: string
}

/** `bars`: those rows that are drawn. */
export type ReportResult = { rows: LinkedRow[]; bars: LinkedRow[]; total: number; sums: ReportRow }

/** Said this often how far it is. */
const ROWS_AT_ONCE = 2_000

/** Of one state of the account, whatever is written meanwhile. */
export function runReport(
  { path, name, parameters, nowutc, file, most, sort }: ReportRequest,
  onProgress: (rows: number) => void = () => {},
): ReportResult {
  const report = reportByName(name)
  if (!report) throw new Error(`There is no report ${name}.`)
  const sqlite = openReadOnly(path)
  try {
    return readSteadily(sqlite, () => {
      const db = withClock(sqlite.db, () => new Date(nowutc))
      return file
        ? writeFile(db, report, parameters, file, onProgress)
        : addUp(db, report, parameters, { most, sort, onProgress })
    })
  } finally {
    closeFile(sqlite)
  }
}

type Shown = { most: number; sort?: string; onProgress(rows: number): void }

function addUp(
  db: TenantDb,
  report: Report,
  parameters: ReportParameters,
  { most, sort, onProgress }: Shown,
): ReportResult {
  const link = report.links?.(db, parameters)
  const rows = firstRows(most, compareRows(report.columns, sort))
  const bars = firstRows(BARS, compareRows(report.columns, barSort(report)))
  const sums = beginSums(report)
  let total = 0
  for (const row of report.read(db, parameters)) {
    rows.add(row)
    bars.add(row)
    total++
    if (total % ROWS_AT_ONCE === 0) onProgress(total)
    addToSums(sums, row)
  }
  const linked = (found: ReportRow[]) => found.map((row) => ({ ...row, href: link?.(row) ?? null }))
  const drawn = bars.all()
  // Read from left to right.
  if (runsOn(barLabel(report))) drawn.reverse()
  return { rows: linked(rows.all()), bars: linked(drawn), total, sums }
}

type Sums = Record<string, number>

const beginSums = ({ columns }: Report): Sums =>
  Object.fromEntries(columns.filter(({ sums }) => sums).map(({ key }) => [key, 0]))

function addToSums(sums: Sums, row: ReportRow) {
  for (const key in sums) sums[key]! += Number(row[key] ?? 0)
}

/** As many as are told apart at a glance. */
const BARS = 12

/** The newest, since time runs on from bar to bar; of all else the largest. */
function barSort(report: Report): string | undefined {
  const { plot } = report
  return plot && `-${runsOn(barLabel(report)) ? plot.label : plot.value}`
}

const barLabel = ({ columns, plot }: Report) => columns.find(({ key }) => key === plot?.label)

type Compare = (a: ReportRow, b: ReportRow) => number

function compareRows(columns: Report['columns'], sort = ''): Compare | undefined {
  const key = sort.replace(/^-/, '')
  if (!columns.some((column) => column.key === key)) return
  const compare: Compare = ({ [key]: a }, { [key]: b }) =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : compareNaturally(String(a ?? ''), String(b ?? ''))
  return sort.startsWith('-') ? (a, b) => compare(b, a) : compare
}

/** The first of however many, of which no more than twice as many are held. */
function firstRows(most: number, compare?: Compare) {
  let held: ReportRow[] = []
  const cut = () => {
    if (compare) held.sort(compare)
    held = held.slice(0, most)
  }
  return {
    add(row: ReportRow) {
      if (!compare && held.length >= most) return
      held.push(row)
      if (held.length >= 2 * most) cut()
    },
    all() {
      cut()
      return held
    },
  }
}

const decimals = { money: 'cents', rate: 'rate', quantity: 'quantity', percent: 'percent' } as const

/** As calls say it: rand, units, percent, minutes. */
function plainValue({ kind }: ReportColumn, value: string | number | null | undefined) {
  if (typeof value !== 'number') return value ?? null
  return kind in decimals ? toDecimal(value, decimals[kind as keyof typeof decimals]) : value
}

const plainRow = ({ columns }: Report, row: ReportRow) => columns.map((one) => plainValue(one, row[one.key]))

const cell = (column: ReportColumn, row: ReportRow): WorkbookCell =>
  column.kind === 'date' ? dayCell(row[column.key]) : plainValue(column, row[column.key])

const sheetKind = ({ kind }: ReportColumn): ExportColumn['kind'] =>
  kind === 'rate'
    ? 'money'
    : kind === 'money' || kind === 'date'
      ? kind
      : kind in decimals
        ? 'number'
        : 'text'

/** A cell is a bare figure there, so that it is added up. */
const headInFile = ({ head, kind }: ReportColumn) => (kind === 'minutes' ? `${head} (minutes)` : head)

/** With the heads above, and below the sums that its page and its PDF have. */
function* sheetRows(report: Report, rows: Iterable<ReportRow>): Generator<WorkbookCell[]> {
  const { columns } = report
  yield columns.map(headInFile)
  const sums = beginSums(report)
  let isEmpty = true
  for (const row of rows) {
    isEmpty = false
    addToSums(sums, row)
    yield columns.map((column) => cell(column, row))
  }
  if (isEmpty || Object.keys(sums).length === 0) return
  yield columns.map((column, at) => (column.sums ? cell(column, sums) : at === 0 ? 'Sum' : null))
}

type File = NonNullable<ReportRequest['file']>

function writeFile(
  db: TenantDb,
  report: Report,
  parameters: ReportParameters,
  { format, to }: File,
  onProgress: (rows: number) => void,
): ReportResult {
  const out = openSync(to, 'wx', 0o600)
  const encoder = new TextEncoder()
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(out, bytes, at)
  }
  let total = 0
  function* rows() {
    for (const row of report.read(db, parameters)) {
      total++
      if (total % ROWS_AT_ONCE === 0) onProgress(total)
      yield row
    }
  }
  try {
    if (format === 'xlsx') {
      const sheet = { name: report.title.slice(0, 31), rows: sheetRows(report, rows()) }
      writeSheets([{ ...sheet, kinds: report.columns.map(sheetKind) }], write)
    } else if (format === 'json') writeJson(report, parameters, rows(), (text) => write(encoder.encode(text)))
    else {
      const style = format === 'csv' ? 'excel' : 'plain'
      // Other programs know the heads of a plain one.
      const heads = report.columns.map((one) => (format === 'csv' ? headInFile(one) : one.head))
      const columns: ExportColumn[] = heads.map((head) => ({ head }))
      write(encoder.encode(csvHead(columns, style)))
      for (const row of rows())
        write(
          encoder.encode(
            csvLine(
              report.columns.map((one) => cell(one, row)),
              style,
            ),
          ),
        )
    }
  } finally {
    closeSync(out)
  }
  return { rows: [], bars: [], total, sums: {} }
}

function writeJson(
  report: Report,
  parameters: ReportParameters,
  rows: Iterable<ReportRow>,
  write: (text: string) => void,
) {
  const asked = Object.fromEntries(report.parameters.map((name) => [name, parameters[name]]))
  const columns = report.columns.map(({ key, head, kind }) => ({ key, head, kind }))
  write(`{"report":${JSON.stringify(report.name)},"parameters":${JSON.stringify(asked)},`)
  write(`"columns":${JSON.stringify(columns)},"data":[`)
  let first = true
  for (const row of rows) {
    const values = plainRow(report, row)
    const record = Object.fromEntries(report.columns.map(({ key }, at) => [key, values[at]]))
    write(`${first ? '' : ','}\n${JSON.stringify(record)}`)
    first = false
  }
  write(']}\n')
}
