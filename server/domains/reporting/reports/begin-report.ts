import type { Requester } from '#server/fair-queue.ts'
import type { Context } from '#server/http/context.ts'
import type { Printer } from './print-report.ts'
import type { Report, ReportParameters } from './report.ts'
import { type ReportRun, type ReportRuns, startReport } from './running-reports.ts'

type Chosen = { report: Report; parameters: ReportParameters }
type Read<T> = (printer: Printer, requester: Requester, progress: (rows: number) => void) => Promise<T>

/** For a page or a file of whoever asks, by the instant at which they ask. */
export function beginReport<T>(
  c: Context,
  runs: ReportRuns<T>,
  { report, parameters }: Chosen,
  read: Read<T>,
): ReportRun<T> {
  const { accountid, userid } = c.person
  const now = c.now()
  const printer = { services: c.services, now: () => now }
  return startReport(
    runs,
    { accountid, userid, report, parameters, url: c.url.pathname + c.url.search },
    (signal, progress) => read(printer, { accountid, userid, signal }, progress),
  )
}
