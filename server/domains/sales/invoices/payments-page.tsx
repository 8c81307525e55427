import { TAKE } from '#db/queries/lists.ts'
import { listCredits, sumCredit } from '#db/queries/sales/client-payments.ts'
import { listPayments, sumPayments } from '#db/queries/sales/payments.ts'
import { clients } from '#db/schema/tenant/index.ts'
import { jobScope } from '#server/access/viewer.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { CreditsPage, PaymentsPage } from '#views/sales/invoices/payments.tsx'
import { requireWholeView } from './client-payment.ts'
import { PaymentList } from './input.ts'

const title = 'Payments'

export const paymentsPage: Route = page(
  'GET /invoices/payments',
  {
    claim: 'invoices.read',
    query: PaymentList,
    summary: 'What was received, by the day of payment: for invoices, or as credit of clients.',
  },
  (c) =>
    c.read((db, viewer) => {
      const { skip = 0, take = TAKE, start, end, credit, client } = c.query
      const days = { start: start || undefined, end: end || undefined }
      const ofOne = client || undefined
      const head = { title, query: c.query, url: c.url.pathname + c.url.search }
      const shown = { title, page: 'pages.invoices' } as const
      if (credit) {
        requireWholeView(viewer)
        const filter = { ...days, client: ofOne }
        const { count, cents } = sumCredit(db, filter)
        const rows = listCredits(db, filter, { skip, take })
        const name = ofOne && getRecord(db, clients, ofOne).name
        return view(<CreditsPage {...head} rows={rows} total={count} sum={cents} client={name} />, shown)
      }
      const scope = jobScope(viewer)
      const { count, cents } = sumPayments(db, scope, days)
      const rows = listPayments(db, scope, days, { skip, take })
      const held = viewer.everything ? sumCredit(db, days).cents : undefined
      return view(<PaymentsPage {...head} rows={rows} total={count} sum={cents} held={held} />, shown)
    }),
)
