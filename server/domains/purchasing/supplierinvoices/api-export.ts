import { dayCell, type ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toRand } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { invoiceStateWords, supplierKindWords } from '#views/purchasing/supplierinvoices/states.tsx'
import type { SupplierInvoiceSummary } from '#views/purchasing/supplierinvoices/types.ts'
import { listSupplierInvoiceSummaries } from './find-invoices.ts'
import { SupplierInvoiceList } from './input.ts'

const columns: ExportColumn[] = [
  ...[{ head: 'Document' }, { head: 'Number' }, { head: 'Date', kind: 'date' as const }],
  ...[{ head: 'Supplier' }, { head: 'Organisation' }, { head: 'Status' }],
  ...[
    { head: fieldLabels.due, kind: 'date' as const },
    { head: 'VAT claimed on', kind: 'date' as const },
  ],
  ...['Net', 'VAT', 'Total', 'Paid', 'Open'].map((head) => ({ head, kind: 'money' as const })),
]

const exportRow = (one: SupplierInvoiceSummary) => [
  ...[supplierKindWords[one.kind], one.number, dayCell(one.date), one.supplier.name, one.organisation.name],
  ...[invoiceStateWords[one.state], dayCell(one.duedate), dayCell(one.vatdate)],
  ...[one.net, one.vat, one.total, one.paid, one.open].map(toRand),
]

export const supplierInvoicesExport: Route = page(
  'GET /supplierinvoices/export',
  {
    claim: 'supplierinvoices.read',
    query: object({ ...SupplierInvoiceList.properties, ...exportQuery }),
    summary: 'A file of what suppliers charge and credit.',
  },
  (c) => {
    const { format, ...query } = c.query
    return exportReply(c, format, {
      title: c.read((db) => pageTitle(db, 'pages.supplierinvoices')),
      columns,
      batches: byPages(
        c,
        (db, part) => listSupplierInvoiceSummaries(db, { ...query, ...part }),
        ({ id }) => id,
        exportRow,
      ),
    })
  },
)
