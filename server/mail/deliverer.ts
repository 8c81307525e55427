import type { BackgroundJob } from '#server/background.ts'

export type Deliverer = {
  job: BackgroundJob
  mailQueued(accountid: string): void
  wake(): void
  retryNow(accountid?: string): Promise<void>
}
