import { clients } from '#db/schema/tenant/index.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { findName } from '#server/records.ts'
import { pageTitle } from '#server/resources.ts'
import { CreditForm } from '#views/sales/invoices/forms.tsx'
import { InvoicesPage } from '#views/sales/invoices/list.tsx'
import type { InvoiceWithCreditable } from '#views/sales/invoices/types.ts'
import { invoicesExport } from './api-export.ts'
import { refuseUncreditable } from './credit-invoice.ts'
import { creditSum } from './credit-sum.tsx'
import { invoiceDialog, missingFacts } from './dialog.tsx'
import { findInvoices, type InvoiceQuery } from './find-invoices.ts'
import { DialogQuery, InvoiceList, MissingQuery } from './input.ts'
import { creditReasons, DAMAGED, DAMAGED_WORDS } from './kinds.ts'
import { partPage } from './part-page.tsx'
import { paymentsPage, receivedExport } from './payments-page.tsx'
import { readInvoiceWithCreditable } from './present.ts'

const key = 'pages.invoices'
const path = '/invoices'

const reasonOptions = Object.entries(creditReasons).flatMap(([value, label]) => [
  { value, label },
  ...(value === 'returned' ? [{ value: DAMAGED, label: DAMAGED_WORDS }] : []),
])

const proposeReason = ({ creditable }: InvoiceWithCreditable) =>
  creditable.some(({ back }) => back > 0) ? 'returned' : undefined

const listPage = (c: Context, query: InvoiceQuery = {}) =>
  c.read((db, viewer) => {
    const title = pageTitle(db, key)
    const { rows, total, more, cut, sum, due, counts } = findInvoices(db, viewer, query)
    const url = c.url.pathname === path ? path + c.url.search : path
    return view(
      <InvoicesPage
        title={title}
        rows={rows}
        total={total}
        more={more}
        cut={cut}
        sum={sum}
        due={due}
        query={query}
        whose={query.cash ? 'Cash sales' : query.client && `Of ${findName(db, clients, query.client)}`}
        url={url}
        counts={counts}
        canexport={c.can('records.export')}
      />,
      { title, page: key },
    )
  })

export const invoicesPages: Route[] = [
  page(
    'GET /invoices',
    { claim: 'invoices.read', query: InvoiceList, cached: true, summary: 'Lists invoices.' },
    (c) => listPage(c, c.query),
  ),

  invoicesExport,

  paymentsPage,
  receivedExport,

  partPage,

  page(
    'GET /invoices/:id/missing',
    {
      claim: 'invoices.read',
      params: ById,
      query: MissingQuery,
      summary: 'What a draft would be without, were it issued by an organisation.',
    },
    (c) =>
      fragment(
        c.read((db, viewer) =>
          missingFacts(c, db, viewer, { id: c.params.id, organisation: c.query.organisation }),
        ),
      ),
  ),

  page(
    'GET /invoices/:id/credit',
    { claim: 'invoices.issue', params: ById, summary: 'The form of a credit note, a tab of an invoice.' },
    (c) =>
      c.read((db, viewer) => {
        const invoice = readInvoiceWithCreditable(db, viewer, c.params.id, c.now())
        refuseUncreditable(invoice)
        return fragment(
          <CreditForm invoice={invoice} reasons={reasonOptions} reason={proposeReason(invoice)} />,
        )
      }),
  ),

  creditSum,

  page(
    'GET /invoices/:id',
    { claim: 'invoices.read', params: ById, query: DialogQuery, summary: 'The dialog of an invoice.' },
    (c) =>
      dialogReply(
        c,
        c.read((db, viewer) => invoiceDialog(c, db, viewer, c.params.id, { tab: c.query.tab })),
        () => listPage(c),
      ),
  ),
]
