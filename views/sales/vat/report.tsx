import { Fragment, type ReactNode } from 'react'
import { formatRand, formatVat, longDate, longMonth, shortDate } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { Money } from '#views/ui/figures.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, FilterSelect, ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { TabNav } from '#views/ui/tabs.tsx'
import type { VatBox, VatReport, VatSupplies } from './types.ts'
import { vatHref } from './vat-href.ts'

type Period = { start: string; end: string }

type VatPageProps = {
  title: string
  organisation: { id: string; name: string; vendor: boolean }
  organisations: readonly { value: string; label: string }[]
  /** With how long its periods are. */
  category: string
  /** The address where it is changed, for who may. */
  financial?: string
  period: Period
  /** That the return is about, and its months; `period` is one of these where that is looked at alone. */
  whole: Period
  months: readonly Period[]
  periods: readonly Period[]
  report: VatReport
  url: string
  canexport: boolean
}

export const describePeriod = ({ start, end }: Period) => `${longDate(start)} to ${longDate(end)}`

/** What is paid or comes back is what the return is for. */
const RESULT = '20'
const emphasise = (field: string, content: ReactNode) =>
  field === RESULT ? <strong>{content}</strong> : content

const boxColumns: Column<VatBox>[] = [
  {
    key: 'field',
    head: 'Field of the VAT201',
    cell: ({ field, label }) => emphasise(field, `${field} – ${label}`),
  },
  {
    key: 'amount',
    head: 'Amount',
    numeric: true,
    cell: ({ field, cents }) => emphasise(field, <Money cents={cents} />),
  },
]

const nameOf = (row: VatSupplies) =>
  `${row.credit ? 'Credit notes' : 'Invoices'}, ${row.exempt ? 'exempt' : row.vatrate === 0 ? 'zero-rated' : formatVat(row)}`

const supplyColumns: Column<VatSupplies>[] = [
  { key: 'name', head: 'Charged', cell: nameOf },
  { key: 'documents', head: 'Documents', numeric: true, cell: ({ documents }) => documents },
  { key: 'net', head: 'Without VAT', numeric: true, cell: ({ net }) => <Money cents={net} /> },
  { key: 'vat', head: 'VAT', numeric: true, cell: ({ vat }) => <Money cents={vat} /> },
  { key: 'total', head: 'With VAT', numeric: true, cell: ({ total }) => <Money cents={total} /> },
]

/** What VAT was charged and paid in a period, as the return asks for it. */
export function VatPage(props: VatPageProps) {
  const { title, organisation, organisations, category, financial, period, whole, periods, report } = props
  const { url, canexport } = props
  const documents = (query: Record<string, string>) => vatHref('/invoices/vat/documents', props, query)
  return (
    <>
      <PageTitle
        title={title}
        subtitle="What was charged and paid in a period, as the return asks for it."
        actions={
          <Button icon="printer" data-print="">
            Print
          </Button>
        }
      />
      <FilterBar url={url} region="vat">
        <FilterSelect
          name="date"
          label="This period"
          value={whole.end === periods[0]?.end ? '' : whole.end}
          options={periods.slice(1).map(({ start, end }) => ({
            value: end,
            label: `${shortDate(start)} – ${shortDate(end)}`,
          }))}
        />
        {organisations.length > 1 && (
          <FilterSelect
            name="organisation"
            label="Default organisation"
            value={organisation.id}
            options={organisations}
          />
        )}
      </FilterBar>
      <ListRegion id="vat" refresh="invoices" url={url} ispart>
        <h2 className="vatperiod">
          {organisation.name}, {describePeriod(period)}
        </h2>
        <Months {...props} />
        <div className="vatnotes">
          <p className="hint">VAT category {category}</p>
          <p className="hint">
            {financial ? <a {...dialogLink(financial)}>Choose another</a> : 'Have another chosen'} where SARS
            gave another.
          </p>
        </div>
        {report.sums.length === 0 &&
        report.uninvoiced.length === 0 &&
        !report.boxes.some(({ cents }) => cents !== 0) ? (
          <div className="table">
            <EmptyState
              icon="receipt"
              text="No VAT was charged or paid in this period."
              hint={
                organisation.vendor
                  ? undefined
                  : `${organisation.name} has no VAT number, so it charges no VAT.`
              }
            />
          </div>
        ) : (
          <>
            <Table
              caption="Fields of the VAT201"
              columns={boxColumns}
              rows={report.boxes}
              rowid={({ field }) => field}
              url=""
              region="vat"
              opens="page"
              href={({ supply = '', input }) => documents(input ? { input } : { supply })}
            />
            <Uninvoiced orders={report.uninvoiced} />
            <Notes report={report} />
            <Table
              caption="By rate"
              columns={supplyColumns}
              rows={report.sums}
              rowid={({ supply, credit }) => `${credit ? 'creditnote' : 'invoice'}-${supply}`}
              url=""
              region="vat"
              opens="page"
              href={({ supply, credit }) => documents({ supply, kind: credit ? 'creditnote' : 'invoice' })}
              foot={<Foot {...report.invoiced} />}
            />
            <div className="listfoot">
              <LinkButton small look="quiet" icon="file-text" href={documents({})}>
                All documents
              </LinkButton>
              {canexport && <ExportMenu id="vat-export" url={vatHref('/invoices/vat', props)} />}
            </div>
          </>
        )}
      </ListRegion>
    </>
  )
}

/** Where a period is of several. */
function Months({ organisation, period, whole, months }: VatPageProps) {
  if (months.length < 2) return null
  const choices = [whole, ...months].map((one) => ({
    href: vatHref('/invoices/vat', { organisation, period: one, whole }),
    label: one === whole ? 'The whole period' : longMonth(one.start),
    current: one.start === period.start && one.end === period.end,
  }))
  return <TabNav label="Months of the period" links={choices} />
}

const NAMED = 5

/** An owner who enters no invoices of suppliers pays too much. */
function Uninvoiced({ orders }: { orders: VatReport['uninvoiced'] }) {
  if (orders.length === 0) return null
  const sum = orders.reduce((cents, one) => cents + one.cents, 0)
  const more = orders.slice(NAMED)
  return (
    <div className="vatmissing">
      <Banner level="warning">
        Goods received in this period for {formatRand(sum)} without VAT have no supplier’s invoice yet: their
        VAT is not in here. Enter it from <OrderLinks orders={orders.slice(0, NAMED)} />
        {more.length > 0 ? (
          <details className="more">
            <summary>and {more.length} more</summary>
            <OrderLinks orders={more} />.
          </details>
        ) : (
          '.'
        )}
      </Banner>
    </div>
  )
}

const OrderLinks = ({ orders }: { orders: VatReport['uninvoiced'] }) =>
  orders.map(({ id, number }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <a {...dialogLink(`/purchase/${id}`)}>{number}</a>
    </Fragment>
  ))

const Notes = ({ report: { rounding, withinputs } }: { report: VatReport }) => (
  <div className="vatnotes">
    <p className="hint">
      What was issued in the period, less its credit notes. Capital goods (field 1A) and exports (2A) are not
      told apart: if you sold any, take them out of fields 1 and 2.
      {rounding !== 0 &&
        ` Field 4 is taken out of field 1, as the form does it; the lines of the documents come to ${formatRand(Math.abs(rounding))} ${rounding < 0 ? 'more' : 'less'}, by their rounding.`}
    </p>
    <p className="hint">
      {withinputs
        ? 'Input tax is what approved invoices of suppliers with a VAT number charge, less their credit notes, by the day on which it is claimed. What is paid to customs (14A, 15A), changes in use and bad debts (16 to 18) are not kept here: add them to the return yourself.'
        : 'Input tax (fields 14 to 19) and what is to be paid (20) are shown to whoever may see the invoices of suppliers.'}
    </p>
  </div>
)

const Foot = ({ net, vat, total }: VatReport['invoiced']) => (
  <tr>
    <td>Together</td>
    <td />
    {[['Without VAT', net] as const, ['VAT', vat] as const, ['With VAT', total] as const].map(
      ([label, cents]) => (
        <td key={label} className="number" data-label={label}>
          <Money cents={cents} />
        </td>
      ),
    )}
  </tr>
)
