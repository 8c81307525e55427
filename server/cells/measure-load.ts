import type { Services } from '#server/services.ts'
import { VERSION } from '#server/version.ts'

/** What a process did of late, as it says itself. */
export type CellLoad = {
  version: string
  memory: number
  /** Of the last minute: answers a second, and which part of a core it used. */
  requests: number
  processor: number
  /** Accounts whose files are open, which are those used within some minutes. */
  inuse: string[]
}

export type LoadSample = { atms: number; requests: number; processorms: number }

const WINDOW_MS = 60_000

const takeSample = ({ metrics }: Pick<Services, 'metrics'>): LoadSample => {
  const { user, system } = process.cpuUsage()
  return { atms: performance.now(), requests: metrics.answered(), processorms: (user + system) / 1000 }
}

/** Every few seconds, so that there is one from a minute ago. */
export function sampleLoad(services: Services) {
  const samples = services.cell?.samples ?? []
  samples.push(takeSample(services))
  while (samples[1] && samples[1].atms <= performance.now() - WINDOW_MS) samples.shift()
}

export function measureLoad(services: Services): CellLoad {
  const now = takeSample(services)
  const before = services.cell?.samples[0] ?? { atms: 0, requests: 0, processorms: 0 }
  const elapsedms = Math.max(1, now.atms - before.atms)
  return {
    version: VERSION,
    memory: process.memoryUsage.rss(),
    requests: ((now.requests - before.requests) * 1000) / elapsedms,
    processor: (now.processorms - before.processorms) / elapsedms,
    inuse: services.tenants.openIds(),
  }
}
