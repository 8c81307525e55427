import { randomUUIDv7 } from 'bun'
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { storedReply, storeReply } from '#db/queries/idempotency.ts'
import { outbox } from '#db/schema/platform/platform.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import { after, DAY_MS, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { note } from './audit.ts'

type By = { accountid: string; userid: string; address: string }

const KIND = 'rights'

/**
 * Says that somebody is about to change rights, which stand in the account's own file, while the audit stands in the
 * platform's: no transaction spans both. Returns what the change goes by until `endRights`.
 */
export function beginRights({ db, now }: PlatformTx, by: By): string {
  const id = randomUUIDv7()
  db.insert(outbox)
    .values({
      id,
      kind: KIND,
      payload: JSON.stringify(by),
      createdutc: now,
      nextutc: after(now, MINUTE_MS),
    })
    .run()
  return id
}

/** Keeps what the audit page is to say of a change, in the transaction of the change itself. */
export const keepRights = (tx: Tx, id: string, said: readonly string[]) =>
  storeReply(tx.db, tx.now, '', `${KIND} ${id}`, { request: '', status: 200, reply: JSON.stringify(said) })

/** Writes what is to be said to the audit. Once: a change that is over already says nothing more. */
export function endRights(tx: PlatformTx, id: string, by: By, said: readonly string[]) {
  const begun = tx.db.delete(outbox).where(eq(outbox.id, id)).returning({ now: outbox.createdutc }).get()
  if (begun) for (const detail of said) note({ ...tx, ...begun }, 'rolechanged', { ...by, detail })
}

/**
 * Ends what began more than a minute ago: it was refused, a crash kept its line from the audit, or it still waits for a
 * long write, and then this waits behind it. A file that cannot be read is asked again after twice the time.
 */
export async function settleRights(
  { platform, tenants }: { platform: Platform; tenants: Tenants },
  now: string,
) {
  const due = platform.read((db) =>
    db
      .select({ id: outbox.id, payload: outbox.payload, begun: outbox.createdutc })
      .from(outbox)
      .where(and(isNull(outbox.sentutc), lte(outbox.nextutc, now), eq(outbox.kind, KIND)))
      .orderBy(asc(outbox.id))
      .limit(1_000)
      .all(),
  )
  await Promise.all(
    due.map(async ({ id, payload, begun }) => {
      try {
        const by = JSON.parse(payload) as By
        const actor = { userid: by.userid, name: '' }
        const kept = await tenants.write(by.accountid, actor, ({ db }) =>
          storedReply(db, '', `${KIND} ${id}`),
        )
        const said: string[] = kept ? JSON.parse(kept.reply) : []
        await platform.write((tx) => endRights(tx, id, by, said))
      } catch (error) {
        logFailure(`rights ${id}`, error)
        const age = Date.parse(now) - Date.parse(begun)
        const nextutc = after(now, Math.min(Math.max(age, MINUTE_MS), DAY_MS))
        await platform.write(({ db }) => db.update(outbox).set({ nextutc }).where(eq(outbox.id, id)).run())
      }
    }),
  )
}
