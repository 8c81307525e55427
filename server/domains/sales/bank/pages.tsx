import { listBankAccounts } from '#db/queries/sales/bank-lines.ts'
import { requireWholeView } from '#server/domains/sales/invoices/client-payment.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, fragment, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { pageTitle } from '#server/resources.ts'
import { BankPage } from '#views/sales/bank/bank.tsx'
import { BookLineDialog, StatementDialog } from '#views/sales/bank/dialogs.tsx'
import { readBankLine, readBankLines } from './bank.ts'
import { BankList } from './input.ts'

const key = 'pages.billing'
const summary = 'Money that came in by bank statements, and which invoices it may pay.'

export const bankPages: Route[] = [
  page('GET /billing/bank', { claim: 'invoices.read', query: BankList, summary }, (c) =>
    c.read((db, viewer) => {
      const title = pageTitle(db, key)
      const state = c.query.state || 'open'
      return view(
        <BankPage
          title={title}
          {...readBankLines(db, viewer, { ...c.query, state })}
          query={{ ...c.query, state }}
          url={c.url.pathname + c.url.search}
          canwrite={c.can('invoices.write')}
        />,
        { title, page: key },
      )
    }),
  ),

  page(
    'GET /billing/bank/new',
    { claim: 'invoices.write', summary: 'The dialog that takes in a bank statement.' },
    (c) =>
      c.read((db, viewer) => {
        requireWholeView(viewer)
        return fragment(<StatementDialog accounts={listBankAccounts(db).map(({ name }) => name)} />)
      }),
  ),

  page(
    'GET /billing/bank/:id',
    { claim: 'invoices.write', params: ById, summary: 'The dialog that books a line of a statement.' },
    (c) => fragment(<BookLineDialog line={c.read((db, viewer) => readBankLine(db, viewer, c.params.id))} />),
  ),

  api('GET /api/billing/bank', { claim: 'invoices.read', query: BankList, summary }, (c) =>
    c.read((db, viewer) => {
      const { rows, total } = readBankLines(db, viewer, { ...c.query, state: c.query.state || 'open' })
      return dataReply(
        rows.map(({ amountcents, matches, ...line }) => ({
          ...line,
          amount: toDecimal(amountcents, 'cents'),
          matches: matches.map(({ open, ...match }) => ({ ...match, due: toDecimal(open, 'cents') })),
        })),
        { total },
      )
    }),
  ),
]
