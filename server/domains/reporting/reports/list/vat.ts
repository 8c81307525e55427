import { prepared } from '#db/sqlite.ts'
import { withQuery } from '#views/ui/links.ts'
import { moneyColumns } from '../document-sums.ts'
import type { Report } from '../report.ts'
import { CHARGED_SQL, ISSUED, nameCharged } from '../sales.ts'

const BY_RATE = `SELECT o.id, o.name AS organisation, ${CHARGED_SQL} AS supply, count(DISTINCT i.id) AS documents,
    sum(l.netcents) AS net, sum(l.vatcents) AS vat, sum(l.totalcents) AS total
  FROM invoices i JOIN invoice_lines l ON l.invoiceid = i.id JOIN organisations o ON o.id = i.organisation
  WHERE ${ISSUED} AND l.vatrate IS NOT NULL
  GROUP BY o.id, i.kind, l.vatrate, l.exempt ORDER BY o.name, l.exempt, l.vatrate DESC, i.kind DESC`

type RateSum = {
  id: string
  organisation: string
  supply: string
  documents: number
  net: number
  vat: number
  total: number
}

export const vat: Report = {
  name: 'vat',
  title: 'VAT charged',
  about:
    'The VAT of issued documents by organisation and rate, by the dates of the documents. The VAT report of each period says it by the fields of the VAT201.',
  group: 'Money',
  claims: ['invoices.read'],
  parameters: ['start', 'end'],
  columns: [
    { key: 'organisation', head: 'Organisation', kind: 'text' },
    { key: 'charged', head: 'Charged', kind: 'text' },
    { key: 'documents', head: 'Documents', kind: 'count' },
    ...moneyColumns,
  ],
  *read(db, { start, end }) {
    for (const sums of prepared<RateSum>(db, BY_RATE).iterate({ start, end }))
      yield { ...sums, charged: nameCharged(sums.supply) }
  },
  links:
    (_, { start, end }) =>
    ({ id, supply }) =>
      withQuery('/reporting/sales-documents', { start, end, organisation: id, charged: supply }),
}
