import { formatRand } from '#views/format.ts'
import { RemindButton, type Reminder, ReminderText } from '#views/sales/reminders/reminders.tsx'
import { Money } from '#views/ui/figures.tsx'
import { FilterBar, FilterDate } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'
import { type AgeBucket, type Ageing, ageNames } from './types.ts'

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

const bucketNames = Object.keys(ageNames) as AgeBucket[]

const money = (cents: number) => (cents === 0 ? null : <Money cents={cents} />)

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
  ...bucketNames.map((age) => ({
    key: age,
    head: ageNames[age],
    numeric: true,
    cell: ({ ages }: Debtor) => money(ages[age]),
  })),
  { key: 'owed', head: 'Owed', numeric: true, cell: ({ ages }) => money(ages.owed) },
  { key: 'credit', head: 'Credit', numeric: true, cell: ({ ages }) => money(ages.credit) },
]

const isOverdue = ({ notdue, owed, total }: Ageing) => total > 0 && owed > notdue

const owedWords =
  'Owed is what is open on issued invoices. Credit is money received that pays no invoice yet. A statement asks for what is owed less the credit.'

/** What each client owes, by how long it is past due. */
export function DebtorsPage({ title, rows, ages, deposits, date, chosen, url, canwrite }: DebtorsPageProps) {
  const remindable = canwrite && !chosen && rows.some(({ client, ages }) => client && isOverdue(ages))
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
          client ? `/invoices/statement/${client}${chosen ? `?date=${date}` : ''}` : '/invoices?state=unpaid'
        }
        foot={<Foot ages={ages} count={rows.length} actions={remindable} linked={!chosen} />}
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

/** `linked`: its credit is what is held today, which the list of payments shows. */
type FootProps = { ages: Ageing; count: number; actions: boolean; linked: boolean }

const Foot = ({ ages, count, actions, linked }: FootProps) => (
  <tr>
    <td>
      {count.toLocaleString('en-ZA')} {count === 1 ? 'client' : 'clients'}
    </td>
    {bucketNames.map((age) => (
      <td key={age} className="number" data-label={ageNames[age]}>
        <Money cents={ages[age]} />
      </td>
    ))}
    <td className="number" data-label="Owed">
      <Money cents={ages.owed} />
    </td>
    <td className="number" data-label="Credit">
      {ages.credit > 0 && linked ? (
        <a href="/invoices/payments?credit=true">
          <Money cents={ages.credit} />
        </a>
      ) : (
        <Money cents={ages.credit} />
      )}
    </td>
    {actions && <td />}
  </tr>
)
