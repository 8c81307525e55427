import { BillingTabs } from '#views/sales/billing/tabs.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Money } from '#views/ui/figures.tsx'
import { dialogLink, intoDialog, listLink, withQuery } from '#views/ui/links.ts'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { reasonWords } from './reasons.ts'
import type { BankLineView, BankState } from './types.ts'

type Props = {
  title: string
  rows: readonly BankLineView[]
  total: number
  counts: Record<BankState, number>
  query: { state: BankState; skip?: number; take?: number }
  url: string
  canwrite: boolean
}

const states: Record<BankState, string> = { open: 'To book', booked: 'Booked', ignored: 'Put aside' }

const base: Column<BankLineView>[] = [
  { key: 'date', head: 'Day', tight: true, cell: ({ date }) => <DateText date={date} /> },
  {
    key: 'description',
    head: 'Text',
    cell: ({ description, reference }) => [description, reference].filter(Boolean).join(' · '),
  },
  { key: 'account', head: 'Account', tight: true, cell: ({ bankname }) => bankname },
  { key: 'amount', head: 'Amount', numeric: true, cell: ({ amountcents }) => <Money cents={amountcents} /> },
]

const match: Column<BankLineView> = {
  key: 'match',
  head: 'May pay',
  cell: ({ matches: [first] }) =>
    first && (
      <>
        {first.number} {first.clientname ?? 'Cash sale'} <small className="muted">{reasonWords(first)}</small>
      </>
    ),
}

const booked: Column<BankLineView> = {
  key: 'client',
  head: 'Booked for',
  cell: ({ client }) => client ?? 'Cash sale',
}

/** What came in by statements: nothing of it is booked before somebody says so. */
export function BankPage({ title, rows, total, counts, query, url, canwrite }: Props) {
  const { state } = query
  const extra = { open: [match], booked: [booked], ignored: [] }[state]
  return (
    <>
      <PageTitle
        title={title}
        subtitle="Money that came in by bank statements. Nothing is booked before you say so."
        actions={
          canwrite && (
            <Button look="primary" icon="upload" hx-get="/billing/bank/new" {...intoDialog}>
              Take in a statement
            </Button>
          )
        }
      />
      <BillingTabs current="/billing/bank" />
      <ListTable
        caption={title}
        columns={[...base, ...extra]}
        rows={rows}
        total={total}
        query={query}
        url={url}
        region="bank"
        refresh="bank invoices"
        actions={canwrite ? (line) => <LineActions {...line} /> : undefined}
        empty={
          <EmptyState
            icon="landmark"
            text={
              state === 'open' ? 'There is no line to book.' : `Nothing is ${states[state].toLowerCase()}.`
            }
            hint={state === 'open' ? 'Take in a statement of your bank, as OFX or CSV.' : undefined}
          />
        }
      >
        <div className="counted">
          <nav className="states" aria-label="State">
            {(Object.keys(states) as BankState[]).map((one) => (
              <a
                key={one}
                aria-current={one === state ? 'true' : undefined}
                {...listLink(withQuery(url, { state: one === 'open' ? null : one, skip: null }), 'bank')}
              >
                {states[one]} <span>{counts[one]}</span>
              </a>
            ))}
          </nav>
        </div>
      </ListTable>
    </>
  )
}

function LineActions({ id, state, paymentid, date }: BankLineView) {
  if (state === 'booked')
    return (
      <span className="rowbuttons">
        <LinkButton small {...dialogLink(`/invoices/payments/${paymentid}`)}>
          Payment
        </LinkButton>
      </span>
    )
  const url = `/billing/bank/${id}`
  return (
    <span className="rowbuttons">
      {state === 'open' && (
        <Button small hx-get={url} {...intoDialog} aria-label={`Book the line of ${date}`}>
          Book
        </Button>
      )}
      <Button small look="quiet" hx-post={`${url}/${state === 'open' ? 'ignore' : 'restore'}`} hx-swap="none">
        {state === 'open' ? 'Put aside' : 'Bring back'}
      </Button>
    </span>
  )
}
