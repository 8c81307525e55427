import type { Route } from '#server/http/route.ts'
import { createRegistry, type Registry } from './registry.ts'

/** Seconds: from what nobody notices to what a browser gives up on. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const WRITE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

export type RequestKind = Route['kind'] | 'asset' | 'live' | 'unknown'
type RequestSeen = {
  method: string
  kind: RequestKind
  /** As it is declared, `/jobs/:id`, never as it was asked: an address may hold a secret. */
  route: string
  status: number
  seconds: number
}

export type Metrics = {
  registry: Registry
  sawRequest(seen: RequestSeen): void
  /** How many since the start. */
  answered(): number
  sawWrite(seconds: number): void
  sawRun(job: string, seconds: number, ok: boolean, now: Date): void
  sawSlowStatement(): void
  sawMail(outcome: 'sent' | 'failed'): void
  sawWebhook(outcome: 'delivered' | 'failed'): void
}

/** What is counted as it happens; what is measured only when asked for stands in `measure-program.ts`. */
export function createMetrics(): Metrics {
  const registry = createRegistry()
  const requests = registry.counter(
    'joblane_http_requests_total',
    'Requests answered, by method, declared route and status.',
  )
  const durations = registry.histogram(
    'joblane_http_request_duration_seconds',
    'Time from a request to the beginning of its answer, by kind.',
    REQUEST_SECONDS,
  )
  const writes = registry.histogram(
    'joblane_write_duration_seconds',
    'Time from asking for a write of an account to having it on the disk.',
    WRITE_SECONDS,
  )
  const runs = registry.counter('joblane_background_runs_total', 'Runs of background jobs, by outcome.')
  const runSeconds = registry.counter(
    'joblane_background_seconds_total',
    'Time that background jobs took, waiting included.',
  )
  const slow = registry.counter('joblane_slow_statements_total', 'Statements slower than the setting allows.')
  const mails = registry.counter('joblane_mails_total', 'Attempts to deliver mails, by outcome.')
  const webhooks = registry.counter(
    'joblane_webhook_attempts_total',
    'Attempts to deliver events, by outcome.',
  )
  let answered = 0
  const succeeded = new Map<string, number>()
  registry.gauge(
    'joblane_background_last_success_timestamp_seconds',
    'When each background job last ended well.',
    () => [...succeeded].map(([job, at]) => [{ job }, at] as const),
  )
  return {
    registry,
    sawRequest({ method, kind, route, status, seconds }) {
      answered++
      requests.add({ method, route, status: String(status) })
      durations.observe({ kind }, seconds)
    },
    answered: () => answered,
    sawWrite: (seconds) => writes.observe({}, seconds),
    sawRun(job, seconds, ok, now) {
      runs.add({ job, outcome: ok ? 'ok' : 'failed' })
      runSeconds.add({ job }, seconds)
      if (ok) succeeded.set(job, now.getTime() / 1000)
    },
    sawSlowStatement: () => slow.add(),
    sawMail: (outcome) => mails.add({ outcome }),
    sawWebhook: (outcome) => webhooks.add({ outcome }),
  }
}
