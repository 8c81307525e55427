import { Problem } from '#server/errors.ts'
import { disposition } from '#server/files/disposition.ts'
import { logFailure } from '#server/log.ts'
import { askReader } from '#server/reader/reader.ts'
import { sendTemporaryFile } from '#server/reader/temporary-file.ts'
import type { Services } from '#server/services.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday } from '#server/zone.ts'
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
  c: Asker,
  request: Pick<ReportRequest, 'name' | 'parameters' | 'file' | 'most'>,
) {
  const path = c.services.tenants.path(c.person.accountid)
  try {
    const report = { ...request, path, nowutc: c.now().toISOString() }
    const reply = await askReader(whileConnected(c), { report })
    return (reply as { reported: ReportResult }).reported
  } catch (error) {
    if (error instanceof Problem || c.request.signal.aborted) throw error
    logFailure(`report ${request.name}`, error)
    throw new Problem(500, 'Unable to download', { code: 'reportfailed' })
  }
}

const types = {
  csv: 'text/csv; charset=utf-8',
  plaincsv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The whole report as a file. */
export async function reportFile(
  c: Asker,
  report: Report,
  parameters: ReportParameters,
  format: keyof typeof types,
): Promise<Response> {
  const day = c.services.tenants.read(c.person.accountid, readToday)
  const { name, title } = report
  const make = (to: string) => askReport(c, { name, parameters, file: { format, to }, most: 0 })
  const body =
    c.request.method === 'GET' ? await sendTemporaryFile(c.person, c.services.config.data, make) : null
  const extension = format === 'plaincsv' ? 'csv' : format
  return new Response(body, {
    headers: {
      'content-type': types[format],
      'content-disposition': disposition(`${title} ${day}.${extension}`),
      'cache-control': 'no-store',
    },
  })
}
