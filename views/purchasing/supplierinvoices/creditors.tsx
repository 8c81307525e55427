import { counted, formatRand } from '#views/format.ts'
import { AgedFoot, ageColumns } from '#views/sales/debtors/age-columns.tsx'
import type { Ageing } from '#views/sales/debtors/types.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, FilterDate } from '#views/ui/list.tsx'
import { ListTable } from '#views/ui/list-table.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { Column } from '#views/ui/table.tsx'

type Creditor = { id: string; name: string; ages: Ageing }

type CreditorsProps = {
  title: string
  rows: readonly Creditor[]
  ages: Ageing
  date: string
  /** Whether that is another day than today. */
  chosen: boolean
  url: string
  canpay: boolean
}

const columns: Column<Creditor>[] = [
  { key: 'name', head: 'Supplier', cell: ({ name }) => name },
  ...ageColumns,
]

/** What is owed to each supplier, by how long it is past due. */
export function CreditorsPage({ title, rows, ages, date, chosen, url, canpay }: CreditorsProps) {
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`${formatRand(ages.owed)} owed to suppliers, by days past the due date.`}
        actions={<LinkButton href="/supplierinvoices">Supplier invoices</LinkButton>}
      />
      <FilterBar url={url} region="creditors">
        <FilterDate name="date" label="On" value={date} />
      </FilterBar>
      <p className="hint">
        Owed is what is open on approved invoices. Credit is what stands on credit notes that no payment has
        used yet. Drafts are not counted.
      </p>
      <ListTable
        caption={title}
        columns={columns}
        rows={rows}
        total={rows.length}
        query={{}}
        url={url}
        region="creditors"
        refresh="supplierinvoices"
        opens="page"
        href={({ id }) => `/supplierinvoices?supplier=${id}`}
        foot={<AgedFoot ages={ages} label={counted(rows.length, 'supplier')} actions={canpay && !chosen} />}
        actions={
          canpay && !chosen
            ? ({ id, name }) => (
                <LinkButton
                  small
                  look="quiet"
                  aria-label={`Pay ${name}`}
                  {...dialogLink(`/supplierinvoices/pay?supplier=${id}`)}
                >
                  Pay
                </LinkButton>
              )
            : undefined
        }
        empty={<EmptyState icon="receipt" text="Nothing was owed to a supplier on this day." />}
      />
    </>
  )
}
