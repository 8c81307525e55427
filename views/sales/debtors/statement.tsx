import { fieldLabels } from '#views/field-labels.ts'
import { formatRand, longDate } from '#views/format.ts'
import { PayBackButton, ReceiveButton } from '#views/sales/invoices/payment.tsx'
import { RemindButton, type Reminder, ReminderText } from '#views/sales/reminders/reminders.tsx'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Money } from '#views/ui/figures.tsx'
import { dialogLink, withQuery } from '#views/ui/links.ts'
import { FilterBar, FilterDate } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { nameBalance, sayOwedOn } from './statement-balance.ts'
import type {
  Ageing,
  StatementDeposit,
  StatementLine,
  StatementMovement,
  StatementMovements,
} from './types.ts'

type StatementPageProps = {
  title: string
  client: { id: string; name: string }
  date: string
  chosen: boolean
  lines: readonly StatementLine[]
  deposits: readonly StatementDeposit[]
  ages: Ageing
  movements?: StatementMovements
  url: string
  canwrite: boolean
  reminder?: Reminder
}

const columns: Column<StatementLine>[] = [
  { key: 'date', head: 'Date', tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'name', head: 'Document', cell: ({ name }) => name },
  { key: 'detail', head: 'Job or reference', cell: ({ detail }) => detail },
  {
    key: 'duedate',
    head: fieldLabels.due,
    tight: true,
    cell: ({ duedate }) => duedate && <DateText date={duedate} />,
  },
  { key: 'late', head: 'Days late', numeric: true, cell: ({ late }) => (late > 0 ? late : null) },
  { key: 'total', head: 'Total', numeric: true, cell: ({ total }) => <Money cents={total} /> },
  { key: 'open', head: 'Still due', numeric: true, cell: ({ open }) => <Money cents={open} /> },
]

/** What one client owes on a day, item by item. */
export function StatementPage(props: StatementPageProps) {
  const { title, client, date, chosen, lines, deposits, ages, movements, url, canwrite, reminder } = props
  const period = { date: chosen ? date : undefined, from: movements?.from }
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`${sayOwedOn(ages, longDate(date))}${ages.credit > 0 ? `, ${formatRand(ages.credit)} of credit` : ''}`}
        actions={
          <>
            <LinkButton
              icon="file-text"
              href={withQuery(`/render/statement/${client.id}`, period)}
              target="_blank"
            >
              PDF
            </LinkButton>
            {canwrite && (
              <LinkButton icon="mail" {...dialogLink(withQuery(`/mail/statement/${client.id}`, period))}>
                Send or link
              </LinkButton>
            )}
            {canwrite && !chosen && lines.some(({ kind, late }) => kind === 'invoice' && late > 0) && (
              <RemindButton client={client.id} />
            )}
            {canwrite && !chosen && ages.credit > 0 && <PayBackButton client={client.id} />}
            {canwrite && <ReceiveButton client={client.id} />}
          </>
        }
      />
      <nav className="states" aria-label="What it shows">
        <a
          href={withQuery(`/invoices/statement/${client.id}`, { date: period.date })}
          aria-current={movements ? undefined : 'true'}
        >
          What is open
        </a>
        <a
          href={withQuery(`/invoices/statement/${client.id}`, {
            ...period,
            from: movements?.from ?? monthsBack(date),
          })}
          aria-current={movements ? 'true' : undefined}
        >
          All movements
        </a>
      </nav>
      <FilterBar url={url} region="statement">
        {movements && <FilterDate name="from" label="From" value={movements.from} />}
        <FilterDate name="date" label={movements ? 'Until' : 'On'} value={date} />
      </FilterBar>
      {reminder && (
        <p className="hint">
          <ReminderText reminder={reminder} />, to {reminder.recipient}.
        </p>
      )}
      {movements ? (
        <Movements title={title} url={url} date={date} {...movements} />
      ) : (
        <OpenItems {...props} />
      )}
      {deposits.length > 0 && <Deposits deposits={deposits} />}
    </>
  )
}

/** A quarter of a year is what a client asks about. */
export const monthsBack = (date: string) => `${Temporal.PlainDate.from(date).subtract({ months: 3 })}`

const OpenItems = ({ title, lines, ages, url }: StatementPageProps) => (
  <ListTable
    caption={title}
    columns={columns}
    rows={lines}
    total={lines.length}
    query={{}}
    url={url}
    region="statement"
    refresh="invoices"
    href={({ id, kind }) =>
      kind === 'payment' ? `/invoices/payments/${id}` : `/invoices/${id}?tab=payments`
    }
    foot={
      <tr>
        <td colSpan={6}>{ages.credit > 0 ? 'Balance: owed less credit' : nameBalance(ages)}</td>
        <td className="number">
          <Money cents={ages.total} />
        </td>
      </tr>
    }
    empty={<EmptyState icon="receipt" text="This client owed nothing on this day." />}
  />
)

type MovementsProps = StatementMovements & { title: string; url: string; date: string }

const movementColumns: Column<StatementMovement>[] = [
  { key: 'date', head: 'Date', tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'name', head: 'What', cell: ({ name }) => name },
  { key: 'detail', head: 'Job or reference', cell: ({ detail }) => detail },
  { key: 'amount', head: 'Amount', numeric: true, cell: (line) => <MovementAmount {...line} /> },
  { key: 'balance', head: 'Balance', numeric: true, cell: ({ balance }) => <Money cents={balance} /> },
]

/** What is held for a job counts in no balance until it is taken off its invoice, and says so. */
export const MovementAmount = ({ amount, held }: Pick<StatementMovement, 'amount' | 'held'>) =>
  held === null ? (
    <Money cents={amount} />
  ) : (
    <>
      <Money cents={held} /> <small className="muted">held</small>
    </>
  )

/** Opening balance, what changed it, closing balance. */
const Movements = ({ title, url, date, from, opening, lines, closing }: MovementsProps) => (
  <>
    <p>
      Opening balance on {longDate(from)}: <strong>{formatRand(opening)}</strong>
    </p>
    <ListTable
      caption={title}
      columns={movementColumns}
      rows={lines.map((line, at) => ({ ...line, key: `${line.kind}-${line.id}-${at}` }))}
      total={lines.length}
      query={{}}
      url={url}
      region="statement"
      refresh="invoices"
      href={({ id, kind }) =>
        ['payment', 'reversal', 'refund'].includes(kind)
          ? `/invoices/payments/${id}`
          : `/invoices/${id}?tab=payments`
      }
      foot={
        <tr>
          <td colSpan={4}>Closing balance on {longDate(date)}</td>
          <td className="number">
            <Money cents={closing} />
          </td>
        </tr>
      }
      empty={<EmptyState icon="receipt" text="Nothing changed in this period." />}
    />
  </>
)

const Deposits = ({ deposits }: { deposits: readonly StatementDeposit[] }) => (
  <section className="heldsums">
    <h2>Deposits held</h2>
    <ul className="plainlist">
      {deposits.map(({ id, number, jobreference, held }) => (
        <li key={id}>
          {formatRand(held)} for job {jobreference}, <a {...dialogLink(`/invoices/${id}`)}>{number}</a>
        </li>
      ))}
    </ul>
    <p className="hint">Each is taken off the invoice of its job, so what is owed above is without them.</p>
  </section>
)

/** Leads to what a client owes. */
