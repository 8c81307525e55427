import { counted, formatRand } from '#views/format.ts'
import { RemindButton, type Reminder, ReminderText } from '#views/sales/reminders/reminders.tsx'
import { Money } from '#views/ui/figures.tsx'
import { FilterBar, FilterDate } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { AgedFoot, ageColumns } from './age-columns.tsx'
import type { Ageing } from './types.ts'

type Debtor = { id: string; client: string | null; name: string; ages: Ageing; reminder?: Reminder }

type DebtorsPageProps = {
  title: string
  rows: readonly Debtor[]
  ages: Ageing
  /** Cents that are held as deposits, which nobody is owed yet. */
  deposits: number
  date: string
  /** Whether that is another day than today. */
  chosen: boolean
  url: string
  canwrite: boolean
}

const columns: Column<Debtor>[] = [
  {
    key: 'name',
    head: 'Client',
    cell: ({ name, reminder }) => (
      <>
        {name}
        {reminder && (
          <div className="hint">
            <ReminderText reminder={reminder} />
          </div>
        )}
      </>
    ),
  },
  ...ageColumns,
]

const isOverdue = ({ notdue, owed, total }: Ageing) => total > 0 && owed > notdue

const owedWords =
  'Owed is what is open on issued invoices. Credit is money received that pays no invoice yet. A statement asks for what is owed less the credit.'

/** What each client owes, by how long it is past due. */
export function DebtorsPage({ title, rows, ages, deposits, date, chosen, url, canwrite }: DebtorsPageProps) {
  const remindable = canwrite && !chosen && rows.some(({ client, ages }) => client && isOverdue(ages))
  // Its credit is what is held today, which the list of payments shows.
  const linked = ages.credit > 0 && !chosen
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`${formatRand(ages.owed)} owed, by days past the due date.${
          deposits > 0 ? ` ${formatRand(deposits)} of deposits is held beside it.` : ''
        } Press a client for the statement.`}
      />
      <FilterBar url={url} region="debtors">
        <FilterDate name="date" label="On" value={date} />
      </FilterBar>
      <p className="hint">{owedWords}</p>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={rows.length}
        query={{}}
        url={url}
        region="debtors"
        refresh="invoices"
        opens="page"
        href={({ client }) =>
          client
            ? `/invoices/statement/${client}${chosen ? `?date=${date}` : ''}`
            : '/invoices?cash=true&state=unpaid'
        }
        foot={
          <AgedFoot
            ages={ages}
            label={counted(rows.length, 'client')}
            actions={remindable}
            credit={linked ? <PaymentsLink cents={ages.credit} /> : undefined}
          />
        }
        actions={
          remindable
            ? ({ client, ages }) => client && isOverdue(ages) && <RemindButton client={client} look="quiet" />
            : undefined
        }
        empty={<EmptyState icon="receipt" text="Nobody owed anything on this day." />}
      />
    </>
  )
}

const PaymentsLink = ({ cents }: { cents: number }) => (
  <a href="/invoices/payments?credit=true">
    <Money cents={cents} />
  </a>
)
