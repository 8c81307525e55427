import { accountIds, nextMail } from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import { type PlatformDb, type PlatformTx, SYSTEM, type TenantDb } from '#db/types.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'

/** Files looked into in one go after the start, so that ten thousand of them never keep a request waiting. */
const AT_ONCE = 40
const TRY_AGAIN_MS = 10 * MINUTE_MS

export type Outbox = {
  accountid?: string
  read<T>(run: (db: PlatformDb | TenantDb) => T): T
  write<T>(run: (tx: PlatformTx | Tx) => T): Promise<T>
}

/** Nothing is written anywhere: mail queued by an earlier run is found by looking into every file once. */
export class Outboxes {
  private readonly nextLook = new Map<string, string>()
  private unscanned: string[] | undefined

  constructor(
    private readonly services: Pick<Services, 'platform' | 'tenants' | 'clock'>,
    private readonly about: {
      accounts: (db: PlatformDb) => string[]
      next: (db: TenantDb) => string | null
    } = { accounts: accountIds, next: nextMail },
  ) {}

  noteQueued(accountid: string) {
    this.nextLook.set(accountid, '')
  }

  /** Accounts in which something waits. */
  get waiting(): number {
    return this.nextLook.size
  }

  /** True once all have been looked into. */
  async scan(): Promise<boolean> {
    const { platform, tenants } = this.services
    this.unscanned ??= platform.read(this.about.accounts)
    for (const accountid of this.unscanned.splice(0, AT_ONCE)) {
      if (!this.nextLook.has(accountid) && tenants.isMine(accountid) && tenants.exists(accountid))
        this.look(accountid)
      await new Promise(setImmediate)
    }
    return this.unscanned.length === 0
  }

  due(now: string): Outbox[] {
    const { platform, tenants } = this.services
    for (const accountid of this.nextLook.keys())
      if (!tenants.isMine(accountid)) this.nextLook.delete(accountid)
    const accounts = [...this.nextLook].filter(([, at]) => at <= now)
    return [
      { read: platform.read, write: platform.write },
      ...accounts.map(([accountid]) => this.outboxOf(accountid)),
    ]
  }

  reschedule({ accountid }: Outbox) {
    if (accountid) this.look(accountid)
  }

  private outboxOf(accountid: string): Outbox {
    const { tenants } = this.services
    return {
      accountid,
      read: (run) => tenants.read(accountid, run),
      write: (run) => tenants.write(accountid, SYSTEM, run),
    }
  }

  /** One that cannot be opened now is asked again later. */
  private look(accountid: string) {
    const { tenants, clock } = this.services
    try {
      const next = tenants.glance(accountid, this.about.next)
      if (next) this.nextLook.set(accountid, next)
      else this.nextLook.delete(accountid)
    } catch {
      this.nextLook.set(accountid, addMs(clock(), TRY_AGAIN_MS))
    }
  }
}
