import { changeStoredReply, storedReply, storeReply } from '#db/queries/idempotency.ts'
import { sessionById } from '#db/queries/platform/sessions.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'

/** Of an `Idempotency-Key`. */
type Once = { userid: string; key: string; request: string }
/** Ids of sessions. What they are opened by is kept nowhere. */
type Handover = { from: string; to: string }

/** The session that this request gave in place of that one, if it was made before and its answer was lost. */
export function findHandover(db: PlatformDb, once: Once | null, from: string): string | undefined {
  const stored = once && storedReply(db, once.userid, once.key)
  if (!stored || stored.request !== once.request) return
  const handover = JSON.parse(stored.reply) as Handover
  return handover.from === from && sessionById(db, handover.to)?.endedutc === null ? handover.to : undefined
}

export function keepHandover({ db, now }: PlatformTx, once: Once | null, handover: Handover) {
  if (!once) return
  const { userid, key, request } = once
  const kept = { status: 200, reply: JSON.stringify(handover) }
  if (storedReply(db, userid, key)) changeStoredReply(db, userid, key, kept)
  else storeReply(db, now, userid, key, { ...kept, request })
}
