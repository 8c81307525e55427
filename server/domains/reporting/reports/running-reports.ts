import { rm } from 'node:fs/promises'
import { randomUUIDv7 } from 'bun'
import { notFound } from '#server/errors.ts'
import { MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'
import type { Report, ReportParameters } from './report.ts'
import type { ReportResult } from './run-report.ts'

/** One that lies in the data folder until somebody takes it. */
type ReportFile = { path: string; headers: Record<string, string>; bytes: number }

/** A report that is being read for a page or as a file, or was read and not taken yet. */
export type ReportRun<T> = {
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
  outcome: Promise<T>
  /** Set once the outcome is there. */
  over: boolean
  /** Whoever waits asks again within this time, or it is ended. */
  leave: NodeJS.Timeout
  controller: AbortController
}

export type RunningReport = ReportRun<ReportResult>
export type RunningFile = ReportRun<ReportFile>

export type ReportRuns<T> = {
  /** How long a page waits for its report before it says how far that is. */
  patiencems: number
  byid: Map<string, ReportRun<T>>
  /** Of an outcome that nobody took. */
  discard?: (outcome: T) => void
}

const PATIENCE_MS = 1_000
const UNASKED_MS = 15_000
const UNTAKEN_MS = 10 * MINUTE_MS

type AllRuns = { pages: ReportRuns<ReportResult>; files: ReportRuns<ReportFile> }

const held = new WeakMap<Services, AllRuns>()

function heldBy(services: Services): AllRuns {
  const known = held.get(services)
  if (known) return known
  const created: AllRuns = {
    pages: { patiencems: PATIENCE_MS, byid: new Map() },
    files: {
      patiencems: PATIENCE_MS,
      byid: new Map(),
      discard: ({ path }) => void rm(path, { force: true }),
    },
  }
  held.set(services, created)
  return created
}

export const getReportRuns = (services: Services) => heldBy(services).pages
export const getFileRuns = (services: Services) => heldBy(services).files

type Asked = Pick<RunningReport, 'accountid' | 'userid' | 'report' | 'parameters' | 'url'>
type Read<T> = (signal: AbortSignal, progress: (rows: number) => void) => Promise<T>

/** Goes on while somebody asks for it. */
export function startReport<T>(runs: ReportRuns<T>, asked: Asked, read: Read<T>): ReportRun<T> {
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
  const run: ReportRun<T> = Object.assign(begun, { outcome, leave })
  // Whoever waits for it is told; without anybody waiting it is no failure of the program.
  run.outcome.catch(() => {})
  runs.byid.set(run.id, run)
  return run
}

/** Whole seconds that it has been read for. */
export const elapsedSeconds = ({ startedms }: Pick<RunningReport, 'startedms'>) =>
  Math.round((performance.now() - startedms) / 1_000)

/** Another person's is not found either. @throws 404 */
export function findRunningReport<T>(
  runs: ReportRuns<T>,
  id: string,
  { accountid, userid }: Pick<RunningReport, 'accountid' | 'userid'>,
): ReportRun<T> {
  const run = runs.byid.get(id)
  if (run?.accountid !== accountid || run.userid !== userid) throw notFound('report')
  run.leave.refresh()
  return run
}

/** It is there, and whoever waited for it may have gone for a coffee. */
export function keepReport<T>(runs: ReportRuns<T>, run: ReportRun<T>) {
  clearTimeout(run.leave)
  run.leave = setTimeout(() => endReport(runs, run), UNTAKEN_MS).unref()
}

/** What it came to belongs to whoever takes it. */
export function takeReport<T>(runs: ReportRuns<T>, run: ReportRun<T>) {
  clearTimeout(run.leave)
  runs.byid.delete(run.id)
}

/** Ends its thread, if it is still being read. */
export function endReport<T>(runs: ReportRuns<T>, run: ReportRun<T>) {
  takeReport(runs, run)
  if (runs.discard) run.outcome.then(runs.discard, () => {})
  if (!run.over) run.controller.abort(new DOMException('The report was stopped.', 'AbortError'))
}

/** Whether it came within the time. @throws what went wrong in it */
export async function waitForReport<T>({ outcome }: ReportRun<T>, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([outcome, promise])
  } finally {
    clearTimeout(timer)
  }
}
