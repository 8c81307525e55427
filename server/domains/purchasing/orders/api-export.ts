import { dayCell, type ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { toRand } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { stateWords } from '#views/purchasing/orders/states.tsx'
import type { OrderSummary } from '#views/purchasing/orders/types.ts'
import { listOrderSummaries } from './find-orders.ts'
import { OrderList } from './input.ts'

const columns: ExportColumn[] = [
  { head: 'Number' },
  { head: 'Date', kind: 'date' },
  { head: 'Status' },
  { head: 'Supplier' },
  { head: 'Reference' },
  { head: 'Organisation' },
  { head: 'Needed by', kind: 'date' },
  { head: 'Promised for', kind: 'date' },
  { head: 'Late' },
  { head: 'Lines', kind: 'number' },
  { head: 'Total without VAT', kind: 'money' },
]

const exportRow = (one: OrderSummary) => [
  ...[one.number, dayCell(one.date), stateWords[one.state], one.supplier.name, one.reference],
  ...[one.organisation.name, dayCell(one.required), dayCell(one.expected), one.late ? 'yes' : ''],
  ...[one.lines, one.total === null ? null : toRand(one.total)],
]

export const ordersExport: Route = page(
  'GET /purchase/export',
  {
    claim: 'purchase.read',
    query: object({ ...OrderList.properties, ...exportQuery }),
    summary: 'A file of the purchase orders.',
  },
  (c) => {
    const { format, ...query } = c.query
    return exportReply(c, format, {
      title: c.read((db) => pageTitle(db, 'pages.purchase')),
      columns,
      batches: byPages(
        c,
        (db, part, viewer) => listOrderSummaries(db, viewer, { ...query, ...part }),
        ({ id }) => id,
        exportRow,
      ),
    })
  },
)
