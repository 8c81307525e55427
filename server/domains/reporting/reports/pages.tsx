import { findNameById } from '#db/queries/names.ts'
import { categories, clients, inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { choice, object } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { ReportList } from '#views/reporting/reports/list.tsx'
import { ReportPage } from '#views/reporting/reports/report.tsx'
import { ByName, reportQuery } from './input.ts'
import { fillParameters, listReports, permitReport } from './permit-report.ts'
import type { ReportParameters } from './report.ts'
import { askReport, reportFile } from './report-file.ts'

const claim = 'reports.read'
const about = { page: 'pages.reporting' }
/** What a page shows; files hold all. */
const SHOWN = 500

type Asked = Parameters<typeof fillParameters>[2]

function chooseReport(c: Context, name: string, asked: Asked) {
  return c.read((db, viewer) => {
    const report = permitReport(name, c, viewer)
    return { report, parameters: fillParameters(db, report, asked) }
  })
}

export const reportPages: Route[] = [
  page('GET /reporting', { claim, summary: 'The reports that one may read.' }, (c) => {
    const found = c.read((_, viewer) => listReports(c, viewer))
    return view(<ReportList reports={found} />, { ...about, title: 'Reports' })
  }),

  page(
    'GET /reporting/:report',
    { claim, params: ByName, query: object(reportQuery), summary: 'A report as a table, with a plot.' },
    async (c) => {
      const { report, parameters } = chooseReport(c, c.params.report, c.query)
      const result = await askReport(c, { name: report.name, parameters, file: null, most: SHOWN })
      return view(
        <ReportPage
          report={report}
          parameters={parameters}
          narrowed={c.read((db) => describeNarrowing(db, parameters))}
          result={result}
          url={c.url.pathname + c.url.search}
          canexport={c.can('records.export')}
        />,
        { ...about, title: report.title },
      )
    },
  ),

  page(
    'GET /reporting/:report/file',
    {
      claim,
      params: ByName,
      query: object({ ...reportQuery, format: choice('csv', 'xlsx', 'json') }),
      summary: 'All rows of a report as a file.',
    },
    (c) => {
      if (!c.can('records.export')) throw forbidden()
      const { report, parameters } = chooseReport(c, c.params.report, c.query)
      return reportFile(c, report, parameters, c.query.format)
    },
  ),
]

const NONE = { client: 'Cash sale', item: 'Lines without an item', category: 'Without a category' }

/** The names of what the rows are narrowed to. */
function describeNarrowing(db: TenantDb, { client, item, category }: ReportParameters): string[] {
  return [
    client && (client === 'none' ? NONE.client : findNameById(db, clients, client)),
    item && (item === 'none' ? NONE.item : findNameById(db, inventory, item)),
    category && (category === 'none' ? NONE.category : findNameById(db, categories, category)),
  ].filter((name) => typeof name === 'string')
}
