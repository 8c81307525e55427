import type { BackgroundJob } from '#server/background.ts'

export type Deliverer = {
  job: BackgroundJob
  mailQueued(accountid: string): void
  /** Accounts in which a mail waits. */
  waiting(): number
  wake(): void
  /** Of one account, else of the platform: all that waits is due. */
  retryNow(accountid?: string): Promise<void>
  /** The server of an account is asked with the next mail, even if it was down. */
  askServer(accountid: string): void
}
