import type { ReportColumn, ReportRow } from '#views/reporting/reports/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { clipMonth, type ParameterName, type Report, type ReportPeriod, readBySql } from './report.ts'

const SUMS = 'sum(l.netcents) AS net, sum(l.vatcents) AS vat, sum(l.totalcents) AS total'

export const moneyColumns: readonly ReportColumn[] = [
  { key: 'net', head: 'Without VAT', kind: 'money', sums: true },
  { key: 'vat', head: 'VAT', kind: 'money', sums: true },
  { key: 'total', head: 'With VAT', kind: 'money', sums: true },
]

type Documents = Pick<Report, 'group' | 'claims'> & {
  /** What counts: `i` are the documents, `l` their lines. */
  where: string
  /** The report whose rows are the documents themselves. */
  listedin: string
  about(head: string): string
}

type SumsBy = Pick<Report, 'name' | 'title'> & {
  key: string
  head: string
  from: string
  select: string
  order: string
  kind?: ReportColumn['kind']
  quantity?: boolean
  narrows(row: ReportRow, period: ReportPeriod): Partial<Record<ParameterName, string>>
}

/** Lines of documents, added up by one thing; each row opens its documents. */
export const documentSums =
  ({ group, claims, where, listedin, about }: Documents) =>
  ({ name, title, key, head, from, select, order, kind = 'text', quantity, narrows }: SumsBy): Report => ({
    ...{ name, title, group, claims, about: about(head.toLowerCase()) },
    parameters: ['start', 'end'],
    columns: [
      { key, head, kind },
      { key: 'documents', head: 'Documents', kind: 'count' },
      ...(quantity ? [{ key: 'quantity', head: 'Quantity', kind: 'quantity' as const }] : []),
      ...moneyColumns,
    ],
    plot: { label: key, value: 'net' },
    read: readBySql(
      `SELECT ${select}, count(DISTINCT i.id) AS documents${quantity ? ', sum(l.quantity) AS quantity' : ''}, ${SUMS}
      FROM ${from} WHERE ${where} GROUP BY 1 ORDER BY ${order}`,
      ['start', 'end'],
    ),
    links:
      (_, { start, end }) =>
      (row) =>
        withQuery(`/reporting/${listedin}`, { start, end, ...narrows(row, { start, end }) }),
  })

type Narrowing = readonly (readonly [ParameterName, string])[]

/** Rows whose column is what is asked for, if anything is; `none` asks for those without. */
export const narrowedBy = (columns: Narrowing) =>
  columns
    .map(([name, column]) => `(:${name} IS NULL OR coalesce(${column}, 'none') = :${name})`)
    .join(' AND ')

export const byMonth = {
  key: 'month',
  head: 'Month',
  kind: 'month',
  select: 'substr(i.date, 1, 7) AS month',
  order: '1',
  narrows: ({ month }: ReportRow, period: ReportPeriod) => clipMonth(String(month), period),
} as const

export const byItem = {
  key: 'name',
  head: 'Item',
  select: `coalesce(v.id, 'none') AS item, coalesce(iif(v.code IN ('', v.itemname), v.itemname, v.code || ' ' || v.itemname), 'Lines without an item') AS name`,
  order: 'net DESC, name',
  quantity: true,
  narrows: ({ item }: ReportRow) => ({ item: String(item) }),
} as const
