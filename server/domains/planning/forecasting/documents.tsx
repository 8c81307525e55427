import { findBoardOrganisationId } from '#db/queries/documents.ts'
import { readPosition } from '#db/queries/position.ts'
import { boards } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { organisationParty, type Printable } from '#server/documents/parties.ts'
import { print } from '#server/documents/print.ts'
import { previewWidth } from '#server/documents/print-query.ts'
import { resolveOrganisation } from '#server/documents/resolve-organisation.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { exportReply, singleBatch } from '#server/export/exported.ts'
import { computeEtag, documentReply, notModified } from '#server/http/document-reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { findName } from '#server/records.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday, readZone } from '#server/zone.ts'
import type { ForecastData } from '#views/documents/forecast.tsx'
import { instant, shortDate } from '#views/format.ts'
import { type Forecast, type ForecastQuery, type PeriodForecast, readForecast } from './forecast.ts'
import { askedForecast, ForecastFileQuery } from './input.ts'

const TITLE = 'Forecast'

/** Some 40 pages. */
const MOST = 1_500

const figures = ['jobs', 'repeats', 'average', 'demand', 'ordered', 'making', 'balance'] as const
const heads = ['Jobs', 'Repeats', 'Average', 'Needed', 'Ordered', 'Made', 'Left']

const columns: ExportColumn[] = [
  ...['Code', 'Name', 'Unit'].map((head) => ({ head })),
  ...['From', 'To'].map((head) => ({ head, kind: 'date' as const })),
  ...['On hand', ...heads, 'Lowest'].map((head) => ({ head, kind: 'number' as const })),
  { head: 'Lowest on', kind: 'date' },
]

const units = (millionths: number) => toDecimal(millionths, 'quantity')

const fileRows = ({ items }: Forecast): ExportRow[] =>
  items.flatMap(({ code, name, unit, onhand, periods }) =>
    periods.map((period) => [
      ...[code, name, unit, dayCell(period.start), dayCell(period.end), units(onhand)],
      ...figures.map((figure) => units(period[figure])),
      ...[units(period.lowest.quantity), dayCell(period.lowest.day)],
    ]),
  )

const happens = ({ demand, ordered, making, lowest }: PeriodForecast) =>
  demand + ordered + making > 0 || lowest.quantity < 0

type Asked = ForecastQuery & { boardid?: string; organisationid?: string }

/** Periods in which nothing is needed or comes are left out of the paper. */
function buildForecast(db: TenantDb, viewer: Viewer, asked: Asked): Printable<ForecastData> {
  const { boardid, organisationid } = asked
  const seen = boardid !== undefined && viewer.boards.has(boardid)
  const organisation = resolveOrganisation(db, {
    asked: organisationid,
    named: seen ? [findBoardOrganisationId(db, boardid)] : [],
  })
  const { items, periods, past, circle } = readForecast(db, asked)
  const rows = items.flatMap(({ code, name, unit, onhand, periods }) =>
    periods.filter(happens).map((period) => ({ ...period, code, name, unit, onhand })),
  )
  const filter = [
    seen ? findName(db, boards, boardid) : '',
    `${shortDate(periods[0]!.start)} to ${shortDate(periods.at(-1)!.end)}`,
    past ? `average of ${shortDate(past.start)} to ${shortDate(past.end)}` : '',
    asked.search ? `“${asked.search}”` : '',
    circle ? `without the inputs of products: ${circle.join(' → ')} is a circle` : '',
    rows.length > MOST ? `the first ${MOST} of ${rows.length} rows` : '',
  ]
  return {
    organisation: organisationParty(organisation),
    title: TITLE,
    filter: filter.filter(Boolean).join('  ·  '),
    printed: instant(db.now().toISOString(), readZone(db)),
    rows: rows.slice(0, MOST),
  }
}

export const forecastDocuments: Route[] = [
  page(
    'GET /render/forecasts',
    {
      claim: 'stock.read',
      query: ForecastFileQuery,
      summary: 'The forecast as a PDF, or as a file with `format=xlsx` or `csv`.',
    },
    async (c) => {
      const { format = 'pdf', width } = c.query
      const asked = askedForecast(c.query)
      if (format === 'xlsx' || format === 'csv')
        return exportReply(c, format, {
          title: TITLE,
          columns,
          batches: singleBatch(c.read((db) => fileRows(readForecast(db, asked)))),
        })
      const today = c.read((db) => readToday(db))
      const etag = c.read((db) =>
        computeEtag(VERSION, c.url.search, c.person.userid, readPosition(db), today),
      )
      const same = notModified(c.request, etag)
      if (same) return same
      const data = c.read((db, viewer) => buildForecast(db, viewer, asked))
      const bytes = await print(
        c.services.files,
        whileConnected(c),
        { document: 'forecast', data },
        previewWidth({ format, width }),
      )
      return documentReply(bytes, { name: `${TITLE} ${today}`, etag })
    },
  ),
]
