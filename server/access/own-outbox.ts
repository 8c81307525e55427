import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { platformOutbox } from '#db/schema/platform/platform.ts'
import type { Tenants } from '#db/tenants.ts'
import type { PlatformDb } from '#db/types.ts'

const PAGE = 1_000

function* dueRows(db: PlatformDb, kind: string, now: string) {
  for (let after = ''; ; ) {
    const rows = db
      .select({ id: platformOutbox.id, begun: platformOutbox.createdutc, payload: platformOutbox.payload })
      .from(platformOutbox)
      .where(
        and(
          isNull(platformOutbox.sentutc),
          lte(platformOutbox.nextutc, now),
          eq(platformOutbox.kind, kind),
          gt(platformOutbox.id, after),
        ),
      )
      .orderBy(asc(platformOutbox.id))
      .limit(PAGE)
      .all()
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}

/** The oldest thousand that are due of the accounts that this process serves; others wait for their own. */
export const listOwnDue = <T extends { accountid: string }>(
  { platform, tenants }: { platform: Platform; tenants: Tenants },
  kind: string,
  now: string,
): { id: string; begun: string; payload: T }[] =>
  platform.read((db) =>
    dueRows(db, kind, now)
      .map((row) => ({ ...row, payload: JSON.parse(row.payload) as T }))
      .filter(({ payload }) => tenants.isMine(payload.accountid))
      .take(PAGE)
      .toArray(),
  )
