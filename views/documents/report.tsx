import type { ReportColumn, ReportRow } from '#views/reporting/reports/types.ts'
import { isNumeric, reportValue } from '#views/reporting/reports/values.ts'
import { ContinuedBand, FootBand, TitleBand } from './frame.tsx'
import { type DocumentTable, TableHead, TableRow } from './lines.tsx'
import {
  DocumentBand,
  DocumentField,
  DocumentPage,
  DocumentRow,
  grey,
  landscape,
  type VariedDocumentView,
} from './parts.tsx'
import { documentHeader } from './text-rows.ts'
import type { Organisation } from './types.ts'

type ReportData = {
  organisation: Organisation
  title: string
  about: string
  /** Its days, and what it is narrowed to. */
  filter: string
  printed: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  /** Of all rows, of which the first may stand here alone. */
  total: number
  sums: ReportRow
}

const width = 745

/** How wide a column of a kind is beside others. */
const weights: Record<ReportColumn['kind'], number> = {
  text: 2,
  ...{ date: 1.3, month: 1.2, money: 1.5, rate: 1.4, quantity: 1.3, percent: 1, minutes: 1.1, count: 1.1 },
}

/** By its place: the key of a column may be any word, and so one that the row has a meaning for. */
const cellName = (at: number) => `column${at}`

function tableOf(columns: readonly ReportColumn[]): DocumentTable {
  const whole = columns.reduce((sum, { kind }) => sum + weights[kind], 0)
  const cells = columns.map((column, at) => ({
    name: cellName(at),
    label: column.head,
    width: Math.floor((weights[column.kind] / whole) * width),
    // The row of a table sets its first cell on the left.
    ...(isNumeric(column) && at > 0 && { align: 'right' as const }),
  }))
  return { name: 'report', cells }
}

const layoutOf = (columns: readonly ReportColumn[]) => (
  <DocumentPage paper={landscape}>
    <TitleBand width={width} />
    <DocumentBand name="about">
      <DocumentField name="about" width={width} colour={grey} />
      <DocumentRow style={{ paddingTop: 4, justifyContent: 'space-between' }}>
        <DocumentField name="filter" width={480} />
        <DocumentField name="summary" width={250} colour={grey} align="right" />
      </DocumentRow>
    </DocumentBand>
    <TableHead {...tableOf(columns)} />
    <TableRow {...tableOf(columns)} />
    <DocumentBand name="nothing" when="nothing">
      <DocumentRow style={{ paddingTop: 16 }}>
        <DocumentField name="nothing" width={width} colour={grey} />
      </DocumentRow>
    </DocumentBand>
    <ContinuedBand width={width} />
    <FootBand width={width} />
  </DocumentPage>
)

/** A table of which each report has its own columns, with the sums below. */
export const report: VariedDocumentView<ReportData> = {
  paper: landscape,
  vary: ({ columns }) => ({
    key: JSON.stringify(columns.map(({ head, kind }) => [head, kind])),
    layout: () => layoutOf(columns),
  }),
  content: ({ organisation, title, about, filter, printed, columns, rows, total, sums }) => {
    const base = documentHeader(organisation, title, '', printed)
    const cut = rows.length < total ? `the first ${rows.length} of ${total} rows` : `${total} rows`
    const texts = (row: ReportRow) =>
      Object.fromEntries(columns.map((column, at) => [cellName(at), reportValue(column, row)]))
    const isSummed = columns.some((column) => column.sums)
    const sum = columns.map((column, at) => [cellName(at), column.sums ? reportValue(column, sums) : ''])
    const foot = isSummed && rows.length > 0 ? [{ ...Object.fromEntries(sum), [cellName(0)]: 'Sum' }] : []
    return {
      ...base,
      texts: {
        ...base.texts,
        ...{ about, filter },
        summary: `${total === 1 ? '1 row' : cut}, printed ${printed}`,
        nothing: rows.length === 0 ? 'There is nothing to count in this period.' : '',
      },
      rows: { report: [...rows.map(texts), ...foot] },
    }
  },
}
