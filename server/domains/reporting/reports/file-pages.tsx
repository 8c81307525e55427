import { rename, stat } from 'node:fs/promises'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { choice, object } from '#server/http/fields.ts'
import { fragment, redirect } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { sendTemporaryFile } from '#server/reader/temporary-file.ts'
import { FileCancelled, FileReady, ReportProgress } from '#views/reporting/reports/progress.tsx'
import { beginReport } from './begin-report.ts'
import { chooseReport, describeNarrowing } from './choose-report.ts'
import { ByName, ByRun, reportQuery } from './input.ts'
import { makeReportFile } from './make-file.ts'
import { type FileFormat, fileHeaders, reportFileName } from './report-file.ts'
import {
  elapsedSeconds,
  endReport,
  findRunningReport,
  getFileRuns,
  keepReport,
  type RunningFile,
  takeReport,
  waitForReport,
} from './running-reports.ts'

const claim = 'reports.read'

const runUrl = ({ report, id }: RunningFile) => `/reporting/${report.name}/files/${id}`

/** Whoever reads may export still, and it is theirs. */
function findFile(c: Context, id: string): RunningFile {
  if (!c.can('records.export')) throw forbidden()
  return findRunningReport(getFileRuns(c.services), id, c.person)
}

function beginFile(c: Context, name: string, asked: object, format: FileFormat): RunningFile {
  if (!c.can('records.export')) throw forbidden()
  const { report, parameters } = chooseReport(c, name, asked)
  const narrowed = c.read((db) => describeNarrowing(db, parameters))
  return beginReport(
    c,
    getFileRuns(c.services),
    { report, parameters },
    async (printer, requester, progress) => {
      const printed = { report, parameters, narrowed, format }
      const path = await makeReportFile(printer, requester, printed, progress)
      const headers = fileHeaders(format, reportFileName(c, c.person.accountid, report, format))
      return { path, headers, bytes: (await stat(path)).size }
    },
  )
}

/** What comes at once goes to the person at once; one that was waited for is taken by a click. */
async function answerFile(c: Context, run: RunningFile, waited: boolean) {
  const runs = getFileRuns(c.services)
  try {
    const file = await waitForReport(run, runs.patiencems)
    const url = runUrl(run)
    if (!file)
      return fragment(
        <ReportProgress runurl={url} rows={run.rows} seconds={elapsedSeconds(run)} what="Making the file" />,
      )
    keepReport(runs, run)
    if (!waited) return redirect(`${url}/file`)
    return fragment(<FileReady url={`${url}/file`} bytes={file.bytes} />)
  } catch (error) {
    endReport(runs, run)
    throw error
  }
}

export const reportFilePages: Route[] = [
  page(
    'GET /reporting/:report/files',
    {
      claim,
      params: ByName,
      query: object({ ...reportQuery, format: choice('csv', 'xlsx', 'json', 'pdf') }),
      summary: 'Begins to make a file of a report; says how far it is where it takes longer than a second.',
    },
    (c) => answerFile(c, beginFile(c, c.params.report, c.query, c.query.format), false),
  ),

  page(
    'GET /reporting/:report/files/:run',
    { claim, params: ByRun, summary: 'How far the file of a report is, or that it is there.' },
    (c) => answerFile(c, findFile(c, c.params.run), true),
  ),

  page(
    'GET /reporting/:report/files/:run/file',
    { claim, params: ByRun, summary: 'The file of a report that was made; once.' },
    async (c) => {
      const run = findFile(c, c.params.run)
      const runs = getFileRuns(c.services)
      const file = await run.outcome
      takeReport(runs, run)
      const body = await sendTemporaryFile(c.person, c.services.config.data, (to) => rename(file.path, to))
      return new Response(body, { headers: file.headers })
    },
  ),

  page(
    'POST /reporting/:report/files/:run/cancel',
    { claim, params: ByRun, summary: 'Stops a file of a report that is being made.' },
    (c) => {
      endReport(getFileRuns(c.services), findFile(c, c.params.run))
      return fragment(<FileCancelled />)
    },
  ),
]
