import { counted, wholeNumber } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { FileMenu } from '#views/ui/export.tsx'
import { withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate, ListRegion } from '#views/ui/list.tsx'
import { MenuItem } from '#views/ui/menu.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { UNABLE_TO_DOWNLOAD } from '#views/ui/unable-to-download.ts'
import { BarPlot, type PlotRow } from '#views/work/dashboard/bar-plot.tsx'
import { splitAbout } from './about.ts'
import { unnarrowed } from './narrowings.ts'
import { ReportProgress, type ReportWait } from './progress.tsx'
import type { LinkedRow, ReportColumn, ReportRow } from './types.ts'
import { isNumeric, reportValue, runsOn } from './values.ts'

type ShownReport = {
  name: string
  title: string
  about: string
  parameters: readonly string[]
  columns: readonly ReportColumn[]
  plot?: { label: string; value: string }
}

type ReportPageProps = {
  report: ShownReport
  parameters: { start: string; end: string; date: string }
  /** What is wrong with the days, in place of the rows. */
  problem?: string
  /** Names of what its rows are narrowed to. */
  narrowed: readonly string[]
  /** Null while it is being read. */
  result: ShownResult | null
  waiting?: ReportWait
  url: string
  canexport: boolean
  /** The reference of the sample job, where it is among the rows. */
  sample?: string
}

type ShownResult = { rows: readonly LinkedRow[]; bars: readonly LinkedRow[]; total: number; sums: ReportRow }

const REGION = 'report'

/** A report with the days that it is asked for, its bars and its rows. */
export function ReportPage({
  report,
  parameters,
  problem,
  narrowed,
  result,
  waiting,
  url,
  canexport,
  sample,
}: ReportPageProps) {
  const { title, about } = report
  const [what, how] = splitAbout(about)
  return (
    <>
      <PageTitle title={title} actions={<LinkButton href="/reporting">Reports</LinkButton>} />
      <div className="reportabout hint">
        {what}
        {how && (
          <details>
            <summary>How it is reckoned</summary>
            {how}
          </details>
        )}
      </div>
      {report.parameters.length > 0 && (
        <FilterBar url={url} region={REGION}>
          {report.parameters.includes('start') && (
            <FilterDate name="start" label="From" value={parameters.start} />
          )}
          {report.parameters.includes('end') && <FilterDate name="end" label="To" value={parameters.end} />}
          {report.parameters.includes('date') && (
            <FilterDate name="date" label="On" value={parameters.date} />
          )}
        </FilterBar>
      )}
      <ListRegion id={REGION} url={url} ispart>
        {narrowed.length > 0 && (
          <p className="narrowed">
            {narrowed.map((name) => (
              <Chip key={name}>{name}</Chip>
            ))}
            <a href={withQuery(url, unnarrowed)}>Show all</a>
          </p>
        )}
        {problem && <Banner level="warning">{problem}</Banner>}
        {result ? (
          <ReportBody report={report} result={result} url={url} canexport={canexport} sample={sample} />
        ) : (
          waiting && <ReportProgress {...waiting} />
        )}
      </ListRegion>
    </>
  )
}

/** Its bars, its files and its rows. */
export function ReportBody({
  report,
  result,
  url,
  canexport,
  sample,
}: Pick<ReportPageProps, 'report' | 'url' | 'canexport' | 'sample'> & { result: ShownResult }) {
  const { title, plot, columns } = report
  const { rows, bars, total } = result
  return (
    <>
      {sample && (
        <Banner level="info">Job {sample} is a sample, and is counted here until it is removed.</Banner>
      )}
      {plot && bars.length > 1 && <Plot report={report} plot={plot} rows={bars} total={total} />}
      <div className="listfoot">
        <span className="hint">
          {counted(total, 'row')}
          {rows.length < total &&
            `, of which the first ${wholeNumber(rows.length)} are shown; a file holds all`}
        </span>
        {canexport && <Files name={report.name} url={url} />}
      </div>
      <div id={FILES} />
      <div className="reportrows">
        <Table
          caption={title}
          columns={columns.map(tableColumn)}
          rows={rows.map((row, at) => ({ ...row, at }))}
          rowid={({ at }) => `row-${at}`}
          url={url}
          region={REGION}
          href={rows.some(({ href }) => href) ? ({ href }) => String(href ?? url) : undefined}
          opens="page"
          foot={columns.some(({ sums }) => sums) && <Foot columns={columns} result={result} />}
          empty={<EmptyState icon="chart" text="There is nothing to count in this period." />}
        />
      </div>
    </>
  )
}

type NumberedRow = LinkedRow & { at: number }

const tableColumn = (column: ReportColumn): Column<NumberedRow> => ({
  key: column.key,
  head: column.head,
  sortable: true,
  numeric: isNumeric(column),
  tight: column.kind === 'date' || column.kind === 'month',
  cell: (row) => reportValue(column, row),
})

function Foot({ columns, result }: { columns: readonly ReportColumn[]; result: ShownResult }) {
  return (
    <tr>
      {columns.map((column, at) =>
        column.sums ? (
          <td key={column.key} className="number" data-label={column.head}>
            {reportValue(column, result.sums)}
          </td>
        ) : (
          <td key={column.key} className={isNumeric(column) ? 'number' : undefined}>
            {at === 0 && 'Sum'}
          </td>
        ),
      )}
    </tr>
  )
}

type PlotProps = {
  report: ShownReport
  plot: { label: string; value: string }
  rows: readonly LinkedRow[]
  /** Of all rows, also those that are not drawn. */
  total: number
}

function Plot({ report, plot, rows, total }: PlotProps) {
  const label = report.columns.find(({ key }) => key === plot.label)
  const value = report.columns.find(({ key }) => key === plot.value)
  if (!label || !value) return null
  const bars = rows.map(
    (row, at): PlotRow => ({
      key: String(at),
      label: reportValue(label, row),
      href: row.href ?? '/reporting',
      value: Math.max(0, Number(row[value.key] ?? 0)),
      shown: reportValue(value, row),
    }),
  )
  return (
    <Panel title={`${value.head} by ${label.head.toLowerCase()}`}>
      <BarPlot
        id="report-plot"
        title={`${report.title}: ${value.head}`}
        heads={[label.head, value.head]}
        rows={bars}
      />
      {rows.length < total && (
        <p className="hint">
          The {runsOn(label) ? 'newest' : 'largest'} {rows.length} of {wholeNumber(total)} rows
        </p>
      )}
    </Panel>
  )
}

const FILES = 'report-file'
const formats = [
  ['pdf', 'PDF'],
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
] as const

function Files({ name, url }: { name: string; url: string }) {
  const link = (format: string) =>
    withQuery(`/reporting/${name}/files?${url.split('?')[1] ?? ''}`, { format })
  return (
    <FileMenu id="report-files" label="as PDF, CSV, Excel or JSON">
      {formats.map(([format, label]) => (
        <MenuItem
          key={format}
          icon="file-text"
          script={{
            ...{ 'hx-get': link(format), 'hx-target': `#${FILES}`, 'hx-swap': 'innerHTML' },
            'data-failed': UNABLE_TO_DOWNLOAD,
          }}
        >
          {label}
        </MenuItem>
      ))}
    </FileMenu>
  )
}
