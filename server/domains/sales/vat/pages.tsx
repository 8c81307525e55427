import { firstOrganisation, organisationById } from '#db/queries/documents.ts'
import { listOptions } from '#db/queries/options.ts'
import { firstInputDay } from '#db/queries/purchasing/input-vat.ts'
import { firstIssuedDay, type VatDocument } from '#db/queries/sales/vat.ts'
import { type InputTax, organisations } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { forbidden, notFound } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import { choice, date, object, reference, t } from '#server/http/fields.ts'
import { dataReply, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { toDecimal, toRand } from '#server/money/decimal.ts'
import { isVendor } from '#server/money/vat.ts'
import {
  isVatCategory,
  monthsOfPeriod,
  type VatPeriod,
  vatCategories,
  vatPeriod,
  vatPeriods,
} from '#server/money/vat-period.ts'
import { readToday, readZone, todayIn } from '#server/zone.ts'
import { formatVat } from '#views/format.ts'
import { VatDocumentsPage } from '#views/sales/vat/documents.tsx'
import { VatPage } from '#views/sales/vat/report.tsx'
import { vatHref } from '#views/sales/vat/vat-href.ts'
import { withQuery } from '#views/ui/links.ts'
import { buildVatReport, type InputTaxClaimed, listInputTax, listSupplies } from './report.ts'

const title = 'VAT'
const MOST_PERIODS = 18

const asked = {
  organisation: t.Optional(t.Union([t.Literal(''), reference()], { error: 'is not the id of a record' })),
  /** A day in the period. */
  date: t.Optional(date()),
  /** One of the months of that period alone; of another it is none. */
  month: t.Optional(t.String({ pattern: '^([0-9]{4}-(0[1-9]|1[0-2])|)$', error: 'is no month' })),
}
const supplies = {
  ...asked,
  supply: t.Optional(t.String({ pattern: '^([0-9]{1,7}|exempt|other|)$', error: 'is no kind of supply' })),
  kind: t.Optional(choice('invoice', 'creditnote')),
  input: t.Optional(choice('capital', 'other', 'all')),
}
const shown = { claim: 'invoices.read', query: object(asked) } as const

type Asked = { organisation?: string | null; date?: string | null; month?: string }

/** Of an account that has none yet. */
const noOrganisation = {
  ...{ id: '', name: 'No organisation yet', vatnumber: '' },
  ...{ vatcategory: 'A', finyearend: 12, createdutc: '' },
}

/** @throws 403 for whoever does not see all boards, 404 */
function choosePeriod(db: TenantDb, viewer: Viewer, { organisation: id, date: day, month = '' }: Asked) {
  if (!viewer.everything) throw forbidden('What VAT comes to in all is shown to whoever sees all boards.')
  const organisation = id ? organisationById(db, id) : (firstOrganisation(db) ?? noOrganisation)
  if (!organisation) throw notFound('organisation')
  const { vatcategory, finyearend, createdutc } = organisation
  const category = isVatCategory(vatcategory) ? vatcategory : 'A'
  const today = readToday(db)
  const whole = vatPeriod(category, finyearend, day ?? today)
  const months = monthsOfPeriod(whole)
  const alone = months.find(({ start }) => month !== '' && start.startsWith(month))
  const begun = createdutc ? todayIn(readZone(db), new Date(createdutc)) : today
  const [first = begun] = [begun, firstIssuedDay(db, organisation.id), firstInputDay(db, organisation.id)]
    .filter((one) => one !== null)
    .toSorted()
  return {
    organisation,
    category,
    whole,
    months,
    period: alone ?? whole,
    periods: vatPeriods(category, finyearend, { date: today, first, most: MOST_PERIODS }),
  }
}

const inRand = ({ net, vat, total }: Record<'net' | 'vat' | 'total', number>) => ({
  net: toRand(net),
  vat: toRand(vat),
  total: toRand(total),
})

type Supplies = { supply?: string; kind?: 'invoice' | 'creditnote'; input?: InputTaxClaimed | 'all' }
type VatRow = Omit<VatDocument, 'client'> & { party: string | null; inputtax?: InputTax }

/** @throws 403 for input tax, for who does not see what suppliers charge */
function listDocuments(
  { can }: ClaimHolder,
  db: TenantDb,
  organisation: string,
  period: VatPeriod,
  { input, ...asked }: Supplies,
): VatRow[] {
  if (!input)
    return listSupplies(db, organisation, period, asked).map(({ client: party, ...row }) => ({
      ...row,
      party,
    }))
  if (!can('supplierinvoices.read'))
    throw forbidden('Who sees the invoices of suppliers sees what VAT they charge.')
  return listInputTax(db, organisation, period, input).map(({ supplier: party, ...row }) => ({
    ...row,
    party,
    exempt: false,
  }))
}

const kindWords: Record<string, string> = { creditnote: 'Credit note', cancelled: 'Cancelled' }

const columns = (input: Supplies['input']): ExportColumn[] => [
  ...[{ head: 'Document' }, { head: 'Number' }, { head: 'Date', kind: 'date' as const }],
  { head: input ? 'Supplier' : 'Client' },
  ...[{ head: 'VAT number' }, { head: 'VAT rate' }],
  ...['Net', 'VAT', 'Total'].map((head) => ({ head, kind: 'money' as const })),
]

const exportRow = (row: VatRow): ExportRow => [
  ...[kindWords[row.kind] ?? 'Invoice', row.number, dayCell(row.date), row.party],
  ...[row.vatnumber, formatVat(row).replace('\u00a0', ' ')],
  ...[row.net, row.vat, row.total].map(toRand),
]

export const vatPages: Route[] = [
  page(
    'GET /invoices/vat',
    { ...shown, summary: 'What VAT was charged and paid in a period, by the fields of the VAT201.' },
    (c) =>
      c.read((db, viewer) => {
        const { organisation, category, whole, months, period, periods } = choosePeriod(db, viewer, c.query)
        return view(
          <VatPage
            title={title}
            organisation={{
              id: organisation.id,
              name: organisation.name,
              vendor: isVendor(organisation),
            }}
            organisations={listOptions(db, organisations)}
            category={vatCategories[category]}
            financial={
              organisation.id && c.can('organisations.write')
                ? withQuery(`/admin/organisations/${organisation.id}`, { tab: 'financial' })
                : undefined
            }
            period={period}
            whole={whole}
            months={months}
            periods={periods}
            report={buildVatReport(db, {
              organisation: organisation.id,
              period,
              withinputs: c.can('supplierinvoices.read'),
            })}
            url={c.url.pathname + c.url.search}
            canexport={c.can('records.export')}
          />,
          { title, page: 'pages.invoices' },
        )
      }),
  ),

  api(
    'GET /api/invoices/vat',
    { ...shown, summary: 'What VAT was charged and paid in a period, by rate and by field of the VAT201.' },
    (c) =>
      c.read((db, viewer) => {
        const { organisation, period } = choosePeriod(db, viewer, c.query)
        const { sums, boxes, invoiced, rounding, uninvoiced } = buildVatReport(db, {
          ...{ organisation: organisation.id, period },
          withinputs: c.can('supplierinvoices.read'),
        })
        return dataReply({
          organisation: { id: organisation.id, name: organisation.name },
          ...period,
          supplies: sums.map(({ credit, vatrate, exempt, documents, ...sum }) => ({
            kind: credit ? 'creditnote' : 'invoice',
            vatrate: toDecimal(vatrate, 'percent'),
            exempt,
            documents,
            ...inRand(sum),
          })),
          ...inRand(invoiced),
          fields: boxes.map(({ field, label, cents }) => ({ field, label, amount: toRand(cents) })),
          rounding: toRand(rounding),
          uninvoiced: uninvoiced.map(({ id, number, cents }) => ({ id, number, net: toRand(cents) })),
        })
      }),
  ),

  page(
    'GET /invoices/vat/documents',
    {
      claim: 'invoices.read',
      query: object(supplies),
      summary: 'The documents behind a figure of the VAT report.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { organisation, period, whole } = choosePeriod(db, viewer, c.query)
        return view(
          <VatDocumentsPage
            title="VAT by document"
            organisation={organisation.name}
            period={period}
            rows={listDocuments(c, db, organisation.id, period, c.query)}
            isinput={c.query.input !== undefined}
            url={c.url.pathname + c.url.search}
            back={vatHref('/invoices/vat', { organisation, period, whole })}
            canexport={c.can('records.export')}
          />,
          { title: 'VAT by document', page: 'pages.invoices' },
        )
      }),
  ),

  page(
    'GET /invoices/vat/export',
    {
      claim: 'invoices.read',
      query: object({ ...supplies, ...exportQuery }),
      summary: 'A file of the documents of a VAT period.',
    },
    (c) => {
      const { format, ...query } = c.query
      const { rows, end } = c.read((db, viewer) => {
        const { organisation, period } = choosePeriod(db, viewer, query)
        return { rows: listDocuments(c, db, organisation.id, period, query), end: period.end }
      })
      return exportReply(c, format, {
        title: `${title} to ${end}`,
        columns: columns(query.input),
        batches: singleBatch(rows.map(exportRow)),
      })
    },
  ),
]
