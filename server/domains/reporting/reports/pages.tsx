import { findSampleJob } from '#db/queries/work/sample-job.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { choice, object } from '#server/http/fields.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { whileConnected } from '#server/while-connected.ts'
import { ReportList } from '#views/reporting/reports/list.tsx'
import { ReportCancelled, ReportProgress } from '#views/reporting/reports/progress.tsx'
import { ReportBody, ReportPage } from '#views/reporting/reports/report.tsx'
import type { LinkedRow } from '#views/reporting/reports/types.ts'
import { beginReport } from './begin-report.ts'
import { chooseOrSay, chooseReport, describeNarrowing } from './choose-report.ts'
import { ByName, ByRun, reportQuery, sortedQuery } from './input.ts'
import { dropForbiddenLinks, listReports } from './permit-report.ts'
import { printReport } from './print-report.ts'
import type { Report, ReportParameters } from './report.ts'
import { askReport, reportFile } from './report-file.ts'
import {
  elapsedSeconds,
  endReport,
  findRunningReport,
  getReportRuns,
  type RunningReport,
  waitForReport,
} from './running-reports.ts'

const claim = 'reports.read'
const about = { page: 'pages.reporting' }
/** What a page shows; files hold all. */
const SHOWN = 500

/** Ended when its reader goes before the page has answered, or later by `endReport`. */
const beginPage = (c: Context, report: Report, parameters: ReportParameters, sort?: string) =>
  beginReport(c, getReportRuns(c.services), { report, parameters }, (printer, requester, progress) =>
    askReport(printer, requester, { name: report.name, parameters, file: null, most: SHOWN, sort }, progress),
  )

const waitOf = (run: RunningReport) => ({
  runurl: `/reporting/${run.report.name}/runs/${run.id}`,
  rows: run.rows,
  seconds: elapsedSeconds(run),
})

/** The result, or null while it is still being read. @throws what went wrong in it */
async function takeResult(c: Pick<Context, 'services' | 'request' | 'can' | 'read'>, run: RunningReport) {
  const runs = getReportRuns(c.services)
  const leave = () => endReport(runs, run)
  c.request.signal.addEventListener('abort', leave)
  try {
    const result = await waitForReport(run, runs.patiencems)
    if (result) endReport(runs, run)
    const permitted = (rows: LinkedRow[]) => c.read((_, viewer) => dropForbiddenLinks(rows, c, viewer))
    return result && { ...result, rows: permitted(result.rows), bars: permitted(result.bars) }
  } catch (error) {
    endReport(runs, run)
    throw error
  } finally {
    c.request.signal.removeEventListener('abort', leave)
  }
}

/** The sample job where a report counts it: among its rows, of a report that names jobs. */
function sampleIn(c: Pick<Context, 'read'>, { group, columns }: Report, result: Taken): string | undefined {
  const sample = group === 'Jobs' ? c.read((db) => findSampleJob(db)?.reference) : undefined
  const names = columns.some(({ key }) => key === 'reference')
  const counted = !names || result?.rows.some(({ reference }) => reference === sample)
  return counted ? sample : undefined
}

type Taken = Awaited<ReturnType<typeof takeResult>>

const runOf = (c: Pick<Context, 'services' | 'person'>, id: string) =>
  findRunningReport(getReportRuns(c.services), id, c.person)

export const reportPages: Route[] = [
  page('GET /reporting', { claim, summary: 'The reports that one may read.' }, (c) => {
    const { found, seesvat } = c.read((_, viewer) => ({
      found: listReports(c, viewer),
      seesvat: viewer.everything && c.can('invoices.read'),
    }))
    return view(<ReportList reports={found} seesvat={seesvat} />, { ...about, title: 'Reports' })
  }),

  page(
    'GET /reporting/:report',
    { claim, params: ByName, query: object(sortedQuery), summary: 'A report as a table, with a plot.' },
    async (c) => {
      const { report, parameters, problem } = chooseOrSay(c, c.params.report, c.query)
      const run = problem ? undefined : beginPage(c, report, parameters, c.query.sort)
      const result = run ? await takeResult(c, run) : null
      return view(
        <ReportPage
          report={report}
          parameters={parameters}
          problem={problem}
          narrowed={c.read((db) => describeNarrowing(db, parameters))}
          result={result}
          waiting={run && waitOf(run)}
          url={c.url.pathname + c.url.search}
          canexport={c.can('records.export')}
          sample={sampleIn(c, report, result)}
        />,
        { ...about, title: report.title },
      )
    },
  ),

  page(
    'GET /reporting/:report/runs/:run',
    { claim, params: ByRun, summary: 'How far a report is, or its table once it is there.' },
    async (c) => {
      const run = runOf(c, c.params.run)
      const result = await takeResult(c, run)
      if (!result) return fragment(<ReportProgress {...waitOf(run)} />)
      const canexport = c.can('records.export')
      const sample = sampleIn(c, run.report, result)
      return fragment(<ReportBody {...{ report: run.report, result, url: run.url, canexport, sample }} />)
    },
  ),

  page(
    'POST /reporting/:report/runs/:run/cancel',
    { claim, params: ByRun, summary: 'Stops a report that is being read.' },
    (c) => {
      const run = runOf(c, c.params.run)
      endReport(getReportRuns(c.services), run)
      return fragment(<ReportCancelled url={run.url} />)
    },
  ),

  page(
    'GET /reporting/:report/file',
    {
      claim,
      params: ByName,
      query: object({ ...reportQuery, format: choice('csv', 'xlsx', 'json', 'pdf') }),
      summary: 'All rows of a report as a file, or its first pages as a PDF.',
    },
    (c) => {
      if (!c.can('records.export')) throw forbidden()
      const { report, parameters } = chooseReport(c, c.params.report, c.query)
      const { format } = c.query
      if (format !== 'pdf') return reportFile(c, report, parameters, format)
      const narrowed = c.read((db) => describeNarrowing(db, parameters))
      return printReport(c, whileConnected(c), { report, parameters, narrowed })
    },
  ),
]
