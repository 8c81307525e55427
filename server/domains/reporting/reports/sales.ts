import type { ReportColumn, ReportRow } from '#views/reporting/reports/types.ts'
import { withQuery } from '#views/ui/links.ts'
import { type ParameterName, type Report, type ReportParameters, readBySql } from './report.ts'

/** Credit notes count against: their lines are below zero. What a deposit request asks for is no sale. */
export const ISSUED = `i.state <> 'draft' AND i.kind IN ('invoice', 'creditnote') AND i.date BETWEEN :start AND :end`

/** Lines keep the item that they charged by their line of the job. */
export const LINES = `invoices i JOIN invoice_lines l ON l.invoiceid = i.id
  LEFT JOIN materials m ON m.id = l.materialid LEFT JOIN inventory v ON v.id = m.inventoryid`

const SUMS = 'sum(l.netcents) AS net, sum(l.vatcents) AS vat, sum(l.totalcents) AS total'

export const moneyColumns: readonly ReportColumn[] = [
  { key: 'net', head: 'Without VAT', kind: 'money', sums: true },
  { key: 'vat', head: 'VAT', kind: 'money', sums: true },
  { key: 'total', head: 'With VAT', kind: 'money', sums: true },
]

type SalesBy = Pick<Report, 'name' | 'title'> & {
  key: string
  head: string
  from: string
  select: string
  order: string
  kind?: ReportColumn['kind']
  quantity?: boolean
  narrows(row: ReportRow): Partial<Record<ParameterName, string>>
}

/** What was invoiced, added up by one thing; each row opens its documents. */
export function salesBy({
  name,
  title,
  key,
  head,
  from,
  select,
  order,
  kind = 'text',
  quantity,
  narrows,
}: SalesBy): Report {
  const counted: ReportColumn[] = quantity ? [{ key: 'quantity', head: 'Quantity', kind: 'quantity' }] : []
  return {
    name,
    title,
    about: `What was invoiced in these days by ${head.toLowerCase()}, by the dates of the documents. Credit notes count against it; drafts and deposit requests do not count.`,
    group: 'Sales',
    claims: ['invoices.read'],
    parameters: ['start', 'end'],
    columns: [
      { key, head, kind },
      { key: 'documents', head: 'Documents', kind: 'count' },
      ...counted,
      ...moneyColumns,
    ],
    plot: { label: key, value: 'net' },
    read: readBySql(
      `SELECT ${select}, count(DISTINCT i.id) AS documents${quantity ? ', sum(l.quantity) AS quantity' : ''}, ${SUMS}
      FROM ${from} WHERE ${ISSUED} GROUP BY 1 ORDER BY ${order}`,
      ['start', 'end'],
    ),
    links:
      (_, { start, end }: ReportParameters) =>
      (row) =>
        withQuery('/reporting/sales-documents', { start, end, ...narrows(row) }),
  }
}
