import { TAKE } from '#db/queries/lists.ts'
import { listPayments, sumPayments } from '#db/queries/sales/payments.ts'
import { jobScope } from '#server/access/viewer.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { PaymentsPage } from '#views/sales/invoices/payments.tsx'
import { PaymentList } from './input.ts'

const title = 'Payments'

export const paymentsPage: Route = page(
  'GET /invoices/payments',
  { claim: 'invoices.read', query: PaymentList, summary: 'What was received, by the day of payment.' },
  (c) =>
    c.read((db, viewer) => {
      const scope = jobScope(viewer)
      const { skip = 0, take = TAKE } = c.query
      const { count, cents } = sumPayments(db, scope, c.query)
      return view(
        <PaymentsPage
          title={title}
          rows={listPayments(db, scope, c.query, { skip, take })}
          total={count}
          sum={cents}
          query={c.query}
          url={c.url.pathname + c.url.search}
        />,
        { title, page: 'pages.invoices' },
      )
    }),
)
