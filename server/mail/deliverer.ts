import type { BackgroundJob } from '#server/background.ts'

export type Deliverer = {
  job: BackgroundJob
  mailQueued(accountid: string): void
  /** Accounts in which a mail waits. */
  waiting(): number
  wake(): void
  retryNow(accountid?: string): Promise<void>
}
