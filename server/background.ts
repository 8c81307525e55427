import { logFailure } from './log.ts'

/** Work that goes on beside requests. It is asked for again and again, and does nothing when nothing is due. */
export type Job = {
  name: string
  everyms: number
  run: () => unknown
  /** Asks a run that is under way to come to its end. */
  stop?: () => void
}

export type Background = {
  /** Runs a job now, or waits for the run that is under way. Tests use it instead of waiting. @throws what it threw. */
  run(name: string): Promise<void>
  /** Runs a job as soon as may be, without waiting for it: what has just been queued need not wait for its turn. */
  soon(name: string): void
  stop(): Promise<void>
}

/** Starts the jobs' clocks. A job never runs twice at the same time; its failure is logged and tried next time. */
export function startBackground(jobs: readonly Job[]): Background {
  const running = new Map<string, Promise<void>>()
  const run = (name: string): Promise<void> => {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`There is no background job ${name}.`)
    const under = running.get(name)
    if (under) return under
    const made = (async () => {
      await job.run()
    })().finally(() => running.delete(name))
    running.set(name, made)
    return made
  }
  const soon = (name: string) => {
    run(name).catch((error) => logFailure(name, error))
  }
  const clocks = jobs.map(({ name, everyms }) => setInterval(() => soon(name), everyms))
  for (const clock of clocks) clock.unref()
  return {
    run,
    soon,
    async stop() {
      clocks.forEach(clearInterval)
      for (const job of jobs) job.stop?.()
      await Promise.allSettled(running.values())
    },
  }
}
