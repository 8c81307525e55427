import { TAKE } from '#db/queries/lists.ts'
import { listAllocations, listCredits, sumCredit } from '#db/queries/sales/client-payments.ts'
import { listPayments, type PaymentFilter, sumPayments } from '#db/queries/sales/payments.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, jobScope, type Viewer } from '#server/access/viewer.ts'
import { dayCell, type ExportColumn } from '#server/export/cells.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { toRand } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { methodName } from '#views/sales/invoices/payment-methods.ts'
import { CreditsPage, PaymentsPage } from '#views/sales/invoices/payments.tsx'
import { requireWholeView } from './client-payment.ts'
import { PaymentList } from './input.ts'

const title = 'Payments'

/** As a query of the address has it: what is left empty narrows nothing. */
export const givenFilter = ({
  start,
  end,
  method,
  client,
}: {
  [Name in keyof PaymentFilter]?: string | null
}): PaymentFilter => ({
  start: start || undefined,
  end: end || undefined,
  method: method || undefined,
  client: client || undefined,
})

type Page = { skip: number; take: number }

/** What came in and what went back, with what each is for of what the person sees. */
function readMoved(db: TenantDb, viewer: Viewer, filter: PaymentFilter, at: Page) {
  const rows = listPayments(db, jobScope(viewer), filter, at)
  const seen = listAllocations(
    db,
    rows.map(({ id }) => id),
  ).filter(({ amount, boardid, location }) => amount !== 0 && canSeeJobAt(viewer, boardid, location))
  const byPayment = Map.groupBy(seen, ({ paymentid }) => paymentid)
  return rows.map(({ id, day, cents, mirror, reason, ...row }) => ({
    ...row,
    id: mirror ? `${id}-reversed` : id,
    paymentid: id,
    date: day,
    amountcents: cents,
    pays: mirror ? `Reversed: ${reason}` : paysWords({ ...row, amount: cents }, byPayment.get(id) ?? []),
  }))
}

type Moved = { reverseddate: string | null; amount: number; open: number; paidback: number }

function paysWords(
  { reverseddate, amount, open, paidback }: Moved,
  put: readonly { number: string | null }[],
) {
  if (reverseddate) return 'Reversed later'
  const numbers = put.map(({ number }) => number ?? 'Draft')
  const isCredit = open > 0 || (amount < 0 && put.length === 0)
  return [...numbers, ...(isCredit ? ['Credit'] : []), ...(paidback > 0 ? ['Paid back'] : [])].join(', ')
}

export const paymentsPage: Route = page(
  'GET /invoices/payments',
  {
    claim: 'invoices.read',
    query: PaymentList,
    summary: 'What was received, by the day of payment: for invoices, or as credit of clients.',
  },
  (c) =>
    c.read((db, viewer) => {
      const { skip = 0, take = TAKE, credit } = c.query
      const filter = givenFilter(c.query)
      const name = filter.client && getRecord(db, clients, filter.client).name
      const canexport = c.can('records.export')
      const head = { title, query: c.query, url: c.url.pathname + c.url.search, client: name, canexport }
      const shown = { title, page: 'pages.invoices' } as const
      if (credit) {
        requireWholeView(viewer)
        const { count, cents } = sumCredit(db, filter)
        const rows = listCredits(db, filter, { skip, take })
        return view(<CreditsPage {...head} rows={rows} total={count} sum={cents} />, shown)
      }
      const scope = jobScope(viewer)
      const { count, cents } = sumPayments(db, scope, filter)
      const rows = readMoved(db, viewer, filter, { skip, take })
      const held = viewer.everything ? sumCredit(db, filter).cents : undefined
      return view(
        <PaymentsPage
          {...head}
          rows={rows}
          total={count}
          sum={cents}
          held={held}
          canimport={viewer.everything && c.can('invoices.write')}
        />,
        shown,
      )
    }),
)

const paymentColumns: ExportColumn[] = [
  { head: 'Paid on', kind: 'date' },
  { head: 'For' },
  { head: 'Client' },
  { head: 'Method' },
  { head: 'Reference' },
  { head: 'Amount', kind: 'money' },
]
const creditColumns = paymentColumns
  .filter(({ head }) => head !== 'For')
  .map((column) => (column.head === 'Amount' ? { ...column, head: 'Credit' } : column))

const clientCell = (client: string | null) => client ?? 'Cash sale'

export const receivedExport: Route = page(
  'GET /invoices/payments/export',
  {
    claim: 'invoices.read',
    query: object({ ...PaymentList.properties, ...exportQuery }),
    summary: 'A file of what was received, or of what of it pays no invoice yet.',
  },
  (c) => {
    const { credit, format } = c.query
    const filter = givenFilter(c.query)
    if (!credit)
      return exportReply(c, format, {
        title,
        columns: paymentColumns,
        batches: byPages(
          c,
          (db, part, viewer) => readMoved(db, viewer, filter, part),
          ({ id }) => id,
          ({ date, pays, client, method, reference, amountcents }) => [
            ...[dayCell(date), pays, clientCell(client), methodName(method), reference],
            toRand(amountcents),
          ],
        ),
      })
    c.read((_, viewer) => requireWholeView(viewer))
    return exportReply(c, format, {
      title: 'Credit of clients',
      columns: creditColumns,
      batches: byPages(
        c,
        (db, part) => listCredits(db, filter, part),
        ({ id }) => id,
        ({ date, client, method, reference, open }) => [
          ...[dayCell(date), clientCell(client), methodName(method), reference, toRand(open)],
        ],
      ),
    })
  },
)
