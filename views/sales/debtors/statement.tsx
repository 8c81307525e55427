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
import type { Ageing, StatementDeposit, StatementLine } from './types.ts'

type StatementPageProps = {
  title: string
  client: { id: string; name: string }
  date: string
  chosen: boolean
  lines: readonly StatementLine[]
  deposits: readonly StatementDeposit[]
  ages: Ageing
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
  const { title, client, date, chosen, lines, deposits, ages, url, canwrite, reminder } = props
  const day = chosen ? date : undefined
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`${formatRand(ages.owed)} owed on ${longDate(date)}${ages.credit > 0 ? `, ${formatRand(ages.credit)} of credit` : ''}`}
        actions={
          <>
            <LinkButton
              icon="file-text"
              href={withQuery(`/render/statement/${client.id}`, { date: day })}
              target="_blank"
            >
              PDF
            </LinkButton>
            {canwrite && (
              <LinkButton
                icon="mail"
                {...dialogLink(withQuery(`/mail/statement/${client.id}`, { date: day }))}
              >
                E-mail
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
      <FilterBar url={url} region="statement">
        <FilterDate name="date" label="On" value={date} />
      </FilterBar>
      {reminder && (
        <p className="hint">
          <ReminderText reminder={reminder} />, to {reminder.recipient}.
        </p>
      )}
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
            <td colSpan={6}>{ages.credit > 0 ? 'Balance: owed less credit' : 'Owed'}</td>
            <td className="number">
              <Money cents={ages.total} />
            </td>
          </tr>
        }
        empty={<EmptyState icon="receipt" text="This client owed nothing on this day." />}
      />
      {deposits.length > 0 && <Deposits deposits={deposits} />}
    </>
  )
}

const Deposits = ({ deposits }: { deposits: readonly StatementDeposit[] }) => (
  <>
    <h2>Deposits held</h2>
    <ul className="plainlist">
      {deposits.map(({ id, number, jobreference, held }) => (
        <li key={id}>
          {formatRand(held)} for job {jobreference}, <a {...dialogLink(`/invoices/${id}`)}>{number}</a>
        </li>
      ))}
    </ul>
    <p className="hint">Each is taken off the invoice of its job, so what is owed above is without them.</p>
  </>
)

/** Leads to what a client owes. */
