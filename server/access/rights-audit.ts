import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { storedReply, storeReply } from '#db/queries/idempotency.ts'
import { platformOutbox } from '#db/schema/platform/platform.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { recordAudit } from './audit.ts'
import { listOwnDue } from './own-outbox.ts'

type By = { accountid: string; userid: string; address: string }

const KIND = 'rights'

/** Rights stand in the account's file, the audit in the platform's: no transaction spans both. */
export function beginRightsAudit({ db, now }: PlatformTx, by: By): string {
  const id = randomUUIDv7()
  db.insert(platformOutbox)
    .values({
      id,
      kind: KIND,
      payload: JSON.stringify(by),
      createdutc: now,
      nextutc: addMs(now, MINUTE_MS),
    })
    .run()
  return id
}

export const storeRightsAudit = (tx: Tx, id: string, details: readonly string[]) =>
  storeReply(tx.db, tx.now, '', `${KIND} ${id}`, { request: '', status: 200, reply: JSON.stringify(details) })

/** Once: of a change that is finished already nothing more is written. */
export function finishRightsAudit(tx: PlatformTx, id: string, by: By, details: readonly string[]) {
  const begun = tx.db
    .delete(platformOutbox)
    .where(eq(platformOutbox.id, id))
    .returning({ now: platformOutbox.createdutc })
    .get()
  if (begun) for (const detail of details) recordAudit({ ...tx, ...begun }, 'rolechanged', { ...by, detail })
}

/** What began more than a minute ago was refused, lost its line in a crash, or waits for a long write. */
export async function finishRightsAudits(
  { platform, tenants }: { platform: Platform; tenants: Tenants },
  now: string,
) {
  const due = listOwnDue<By>({ platform, tenants }, KIND, now)
  await Promise.all(
    due.map(async ({ id, payload: by, begun }) => {
      try {
        const actor = { userid: by.userid, name: '' }
        const stored = await tenants.write(by.accountid, actor, ({ db }) =>
          storedReply(db, '', `${KIND} ${id}`),
        )
        const details: string[] = stored ? JSON.parse(stored.reply) : []
        await platform.write((tx) => finishRightsAudit(tx, id, by, details))
      } catch (error) {
        logFailure(`rights ${id}`, error)
        const age = Date.parse(now) - Date.parse(begun)
        const nextutc = addMs(now, Math.min(Math.max(age, MINUTE_MS), DAY_MS))
        await platform.write(({ db }) =>
          db.update(platformOutbox).set({ nextutc }).where(eq(platformOutbox.id, id)).run(),
        )
      }
    }),
  )
}
