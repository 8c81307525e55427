import { inArray } from 'drizzle-orm'
import { openSessions } from '#db/queries/platform/sessions.ts'
import { sessions } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from './audit.ts'

type SessionSelection = { accountid?: string; except?: string; only?: string; by: string; address?: string }

/** Returns the ids of what has ended: their live connections are for the caller to close once this is committed. */
export function endSessions(tx: PlatformTx, userid: string, which: SessionSelection): string[] {
  const { accountid, except, only, by, address } = which
  const ids = openSessions(tx.db, tx.now, userid, accountid)
    .map(({ id }) => id)
    .filter((id) => id !== except && (only === undefined || id === only))
  if (ids.length === 0) return []
  tx.db.update(sessions).set({ endedutc: tx.now }).where(inArray(sessions.id, ids)).run()
  const what = only ? 'signout' : 'sessionsended'
  recordAudit(tx, what, { userid, accountid, address, detail: by === userid ? '' : 'by an administrator' })
  return ids
}
