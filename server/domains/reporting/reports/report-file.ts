import { Problem } from '#server/errors.ts'
import type { Requester } from '#server/fair-queue.ts'
import { disposition } from '#server/files/disposition.ts'
import { logFailure } from '#server/log.ts'
import { askReader } from '#server/reader/reader.ts'
import { sendTemporaryFile } from '#server/reader/temporary-file.ts'
import type { Services } from '#server/services.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday } from '#server/zone.ts'
import { UNABLE_TO_DOWNLOAD } from '#views/ui/unable-to-download.ts'
import type { Report, ReportParameters } from './report.ts'
import type { ReportRequest, ReportResult } from './run-report.ts'

/** Whoever asks, by a session or by a token. */
type Asker = {
  services: Pick<Services, 'tenants' | 'config'>
  person: { accountid: string; userid: string }
  request: Request
  now(): Date
}

/** @throws 500, 503 */
export async function askReport(
  c: Pick<Asker, 'services' | 'now'>,
  requester: Requester,
  request: Pick<ReportRequest, 'name' | 'parameters' | 'file' | 'most' | 'sort'>,
  onProgress?: (rows: number) => void,
): Promise<ReportResult> {
  const path = c.services.tenants.path(requester.accountid)
  try {
    const report = { ...request, path, nowutc: c.now().toISOString() }
    const reply = await askReader(requester, { report }, onProgress)
    return (reply as { reported: ReportResult }).reported
  } catch (error) {
    if (error instanceof Problem || requester.signal?.aborted) throw error
    logFailure(`report ${request.name}`, error)
    throw new Problem(500, UNABLE_TO_DOWNLOAD, { code: 'reportfailed' })
  }
}

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  plaincsv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

export type FileFormat = keyof typeof fileTypes

/** Nothing of it is stored on the way. */
export const fileHeaders = (format: FileFormat, filename: string, shown = false) => ({
  'content-type': fileTypes[format],
  'content-disposition': disposition(filename, shown),
  'cache-control': 'no-store',
})

export const reportFileName = (
  { services }: Pick<Asker, 'services'>,
  accountid: string,
  { title }: Report,
  format: FileFormat,
) => `${title} ${services.tenants.read(accountid, readToday)}.${format === 'plaincsv' ? 'csv' : format}`

/** The whole report as a file. */
export async function reportFile(
  c: Asker,
  report: Report,
  parameters: ReportParameters,
  format: Exclude<FileFormat, 'pdf'>,
): Promise<Response> {
  const { name } = report
  const make = (to: string) =>
    askReport(c, whileConnected(c), { name, parameters, file: { format, to }, most: 0 })
  const body =
    c.request.method === 'GET' ? await sendTemporaryFile(c.person, c.services.config.data, make) : null
  return new Response(body, {
    headers: fileHeaders(format, reportFileName(c, c.person.accountid, report, format)),
  })
}
