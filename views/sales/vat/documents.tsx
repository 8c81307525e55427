import { counted, formatVat } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money } from '#views/ui/figures.tsx'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { describePeriod } from './report.tsx'

type Row = {
  id: string
  kind: string
  number: string | null
  date: string | null
  /** Or the supplier. */
  party: string | null
  vatrate: number
  exempt: boolean
  inputtax?: string
  net: number
  vat: number
  total: number
}

type VatDocumentsProps = {
  title: string
  organisation: string
  period: { start: string; end: string }
  rows: readonly Row[]
  /** Of suppliers. */
  isinput: boolean
  url: string
  back: string
  canexport: boolean
}

const columns = (whose: string): Column<Row>[] => [
  { key: 'number', head: 'Number', tight: true, cell: ({ number }) => number },
  { key: 'date', head: 'Date', tight: true, cell: ({ date }) => <DateText date={date} /> },
  { key: 'party', head: whose, cell: ({ party }) => party },
  { key: 'vatrate', head: 'VAT rate', numeric: true, cell: formatVat },
  { key: 'net', head: 'Without VAT', numeric: true, cell: ({ net }) => <Money cents={net} /> },
  { key: 'vat', head: 'VAT', numeric: true, cell: ({ vat }) => <Money cents={vat} /> },
  { key: 'total', head: 'With VAT', numeric: true, cell: ({ total }) => <Money cents={total} /> },
]

/** What stands behind a figure of the report, a row for each rate on each document. */
export function VatDocumentsPage({
  title,
  organisation,
  period,
  rows,
  isinput,
  url,
  back,
  canexport,
}: VatDocumentsProps) {
  const sum = (of: 'net' | 'vat' | 'total') => rows.reduce((all, row) => all + row[of], 0)
  return (
    <>
      <PageTitle
        title={title}
        subtitle={`${organisation}, ${describePeriod(period)}`}
        actions={<LinkButton href={back}>VAT report</LinkButton>}
      />
      <ListRegion id="vatdocuments" refresh={isinput ? 'supplierinvoices' : 'invoices'} url={url} ispart>
        <Table
          caption={title}
          columns={columns(isinput ? 'Supplier' : 'Client')}
          rows={rows}
          rowid={({ id, vatrate, exempt, inputtax }) =>
            `${id}-${inputtax ?? (exempt ? 'exempt' : '')}${vatrate}`
          }
          url=""
          region="vatdocuments"
          href={({ id }) => `/${isinput ? 'supplierinvoices' : 'invoices'}/${id}`}
          foot={
            <tr>
              <td colSpan={4}>{counted(rows.length, 'row')}</td>
              {(['net', 'vat', 'total'] as const).map((of) => (
                <td key={of} className="number">
                  <Money cents={sum(of)} />
                </td>
              ))}
            </tr>
          }
          empty={<EmptyState icon="receipt" text="No document of this period is of this kind." />}
        />
        {canexport && (
          <div className="listfoot">
            <ExportMenu id="vatdocuments-export" url={url.replace('/documents', '')} />
          </div>
        )}
      </ListRegion>
    </>
  )
}
