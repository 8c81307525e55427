import { accountIds, makeMailDue, nextMail } from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import { type PlatformDb, type PlatformTx, SYSTEM, type TenantDb } from '#db/types.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'

/** Files looked into in one go after the start, so that ten thousand of them never keep a request waiting. */
const AT_ONCE = 40
const TRY_AGAIN_MS = 10 * MINUTE_MS

const scans = new WeakMap<Services['tenants'], Set<Outboxes>>()

export type Outbox = {
  accountid?: string
  read<T>(run: (db: PlatformDb | TenantDb) => T): T
  write<T>(run: (tx: PlatformTx | Tx) => T): Promise<T>
}

/** Nothing is written anywhere: mail queued by an earlier run is found by looking into every file once. */
export class Outboxes {
  private readonly nextLook = new Map<string, string>()
  private unscanned: Set<string> | undefined
  private lastNow = ''

  constructor(
    private readonly services: Pick<Services, 'platform' | 'tenants' | 'clock'>,
    private readonly about: {
      accounts: (db: PlatformDb) => string[]
      next: (db: TenantDb) => string | null
    } = { accounts: accountIds, next: nextMail },
  ) {
    const beside = scans.get(services.tenants) ?? new Set()
    scans.set(services.tenants, beside.add(this))
  }

  noteQueued(accountid: string) {
    this.nextLook.set(accountid, '')
  }

  accountsWaiting(): string[] {
    return [...this.nextLook.keys()]
  }

  async makeDue(accountid: string, error?: string) {
    await this.services.tenants.write(accountid, SYSTEM, ({ db, now }) => makeMailDue(db, now, error))
    this.noteQueued(accountid)
  }

  /** Accounts in which something waits. */
  get waiting(): number {
    return this.nextLook.size
  }

  /** True once all have been looked into. What waits for another reason is looked up while the file is open. */
  async scan(): Promise<boolean> {
    const { tenants } = this.services
    const unscanned = this.begin()
    for (const accountid of unscanned.values().take(AT_ONCE).toArray()) {
      const together = [...(scans.get(tenants) ?? [])]
      const lookAll = () => {
        for (const one of together) one.lookFirst(accountid)
      }
      try {
        if (tenants.isMine(accountid) && tenants.exists(accountid)) tenants.glance(accountid, lookAll)
      } catch {
        // Each is to ask again later.
        lookAll()
      }
      unscanned.delete(accountid)
      await new Promise(setImmediate)
    }
    return unscanned.size === 0
  }

  private begin(): Set<string> {
    this.unscanned ??= new Set(this.services.platform.read(this.about.accounts))
    return this.unscanned
  }

  private lookFirst(accountid: string) {
    if (this.begin().delete(accountid) && !this.nextLook.has(accountid)) this.look(accountid)
  }

  due(now: string): Outbox[] {
    const { platform, tenants } = this.services
    // The clock was set back: what it said before was ahead.
    if (now < this.lastNow) for (const accountid of this.nextLook.keys()) this.noteQueued(accountid)
    this.lastNow = now
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
