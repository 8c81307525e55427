import { randomUUIDv7 } from 'bun'
import { notFound } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import type { Report, ReportParameters } from './report.ts'
import type { ReportResult } from './run-report.ts'

/** A report that is being read for a page, or was read and not shown yet. */
export type RunningReport = {
  id: string
  accountid: string
  userid: string
  report: Report
  parameters: ReportParameters
  /** The address that asked for it. */
  url: string
  startedms: number
  /** Rows that were read by now. */
  rows: number
  outcome: Promise<ReportResult>
  /** Set once the outcome is there. */
  over: boolean
  /** Whoever waits asks again within this time, or it is ended. */
  leave: NodeJS.Timeout
  controller: AbortController
}

type Runs = {
  /** How long a page waits for its report before it says how far that is. */
  patiencems: number
  byid: Map<string, RunningReport>
}

const PATIENCE_MS = 1_000
const UNASKED_MS = 15_000

const held = new WeakMap<Services, Runs>()

export function getReportRuns(services: Services): Runs {
  const known = held.get(services)
  if (known) return known
  const created: Runs = { patiencems: PATIENCE_MS, byid: new Map() }
  held.set(services, created)
  return created
}

type Asked = Pick<RunningReport, 'accountid' | 'userid' | 'report' | 'parameters' | 'url'>
type Read = (signal: AbortSignal, progress: (rows: number) => void) => Promise<ReportResult>

/** Goes on while somebody asks for it. */
export function startReport(runs: Runs, asked: Asked, read: Read): RunningReport {
  const begun = {
    ...asked,
    id: randomUUIDv7(),
    startedms: performance.now(),
    rows: 0,
    over: false,
    controller: new AbortController(),
  }
  const outcome = read(begun.controller.signal, (rows) => {
    begun.rows = rows
  }).finally(() => {
    begun.over = true
  })
  const leave = setTimeout(() => endReport(runs, run), UNASKED_MS).unref()
  const run: RunningReport = Object.assign(begun, { outcome, leave })
  // Whoever waits for it is told; without anybody waiting it is no failure of the program.
  run.outcome.catch(() => {})
  runs.byid.set(run.id, run)
  return run
}

/** Another person's is not found either. @throws 404 */
export function findRunningReport(
  runs: Runs,
  id: string,
  { accountid, userid }: Pick<RunningReport, 'accountid' | 'userid'>,
): RunningReport {
  const run = runs.byid.get(id)
  if (run?.accountid !== accountid || run.userid !== userid) throw notFound('report')
  run.leave.refresh()
  return run
}

/** Ends its thread, if it is still being read. */
export function endReport(runs: Runs, run: RunningReport) {
  clearTimeout(run.leave)
  runs.byid.delete(run.id)
  if (!run.over) run.controller.abort(new DOMException('The report was stopped.', 'AbortError'))
}

/** Whether it came within the time. @throws what went wrong in it */
export async function waitForReport({ outcome }: RunningReport, ms: number): Promise<ReportResult | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([outcome, promise])
  } finally {
    clearTimeout(timer)
  }
}
