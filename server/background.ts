import { logFailure } from './log.ts'

export type BackgroundJob = {
  name: string
  everyms: number
  run: () => unknown
  stop?: () => void
  /** Of nobody's account: where several processes serve the folder, the platform alone runs it. */
  ofplatform?: boolean
}

/** A job never runs twice at the same time; its failure is logged and tried next time. */
export class Background {
  private jobs: readonly BackgroundJob[] = []
  private clocks: NodeJS.Timeout[] = []
  private readonly running = new Map<string, Promise<void>>()

  /** @param ended is told of each run, with what it took in milliseconds */
  constructor(private readonly ended: (name: string, ms: number, ok: boolean) => void = () => {}) {}

  start(jobs: readonly BackgroundJob[]) {
    this.jobs = jobs
    this.clocks = jobs.map(({ name, everyms }) => setInterval(() => this.soon(name), everyms))
    for (const clock of this.clocks) clock.unref()
  }

  /** Waits for a run that is under way. @throws what it threw */
  run(name: string): Promise<void> {
    const job = this.jobs.find((one) => one.name === name)
    if (!job) throw new Error(`There is no background job ${name}.`)
    const under = this.running.get(name)
    if (under) return under
    const made = this.runJob(job).finally(() => this.running.delete(name))
    this.running.set(name, made)
    return made
  }

  soon(name: string) {
    // Before the start nothing runs; what was queued by then is found by the first run.
    if (this.jobs.length > 0) this.run(name).catch((error) => logFailure(name, error))
  }

  async stop() {
    this.clocks.forEach(clearInterval)
    for (const job of this.jobs) job.stop?.()
    await Promise.allSettled(this.running.values())
  }

  private async runJob(job: BackgroundJob) {
    const began = performance.now()
    let ok = false
    try {
      await job.run()
      ok = true
    } finally {
      this.ended(job.name, performance.now() - began, ok)
    }
  }
}
