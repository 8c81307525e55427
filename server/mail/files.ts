import { accountIds, nextMail } from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import { type PlatformDb, type PlatformTx, SYSTEM, type TenantDb } from '#db/types.ts'
import { after, MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'

/** Files looked into in one go after the start, so that ten thousand of them never keep a request waiting. */
const AT_ONCE = 40
const TRY_AGAIN_MS = 10 * MINUTE_MS

/** A file that mails wait in: the platform's, or that of one account. */
export type MailFile = {
  accountid?: string
  read<T>(run: (db: PlatformDb | TenantDb) => T): T
  write<T>(run: (tx: PlatformTx | Tx) => T): Promise<T>
}

/**
 * Knows which files have mail waiting without opening those that have none. What is queued while the program runs
 * is heard after its commit; what was left by an earlier run is found by looking into every file once, a few at a
 * time. Nothing about it is written anywhere, so there is nothing that a crash could make wrong.
 */
export function mailFiles(services: Services) {
  const { platform, tenants, clock } = services
  /** When to look into an account's file next. */
  const looks = new Map<string, string>()
  let unseen: string[] | undefined

  const fileOf = (accountid: string): MailFile => ({
    accountid,
    read: (run) => tenants.read(accountid, run),
    write: (run) => tenants.write(accountid, SYSTEM, run),
  })

  /** Asks an account's file when its next mail is due. One that cannot be opened now is asked again later. */
  function look(accountid: string) {
    try {
      const next = tenants.glance(accountid, nextMail)
      if (next) looks.set(accountid, next)
      else looks.delete(accountid)
    } catch {
      looks.set(accountid, after(clock(), TRY_AGAIN_MS))
    }
  }

  return {
    heard: (accountid: string) => looks.set(accountid, ''),

    /** Looks into a few more of the files that were there at the start. True once all have been looked into. */
    async explore(): Promise<boolean> {
      unseen ??= platform.read(accountIds)
      for (const accountid of unseen.splice(0, AT_ONCE)) {
        if (!looks.has(accountid) && tenants.exists(accountid)) look(accountid)
        await new Promise(setImmediate)
      }
      return unseen.length === 0
    },

    /** The files that may have a mail due now. */
    due(now: string): MailFile[] {
      const accounts = [...looks].filter(([, at]) => at <= now).map(([accountid]) => accountid)
      return [{ read: platform.read, write: platform.write }, ...accounts.map(fileOf)]
    },

    /** After a look at what was due: when to come back. */
    seen: ({ accountid }: MailFile) => accountid && look(accountid),
  }
}
