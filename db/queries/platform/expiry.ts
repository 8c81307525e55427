import { and, eq, gt, lte, min, sql } from 'drizzle-orm'
import { accounts, expirynotices } from '#db/schema/platform/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

const expiring = statement((q, p: Params<{ after: string; upto: string }>) =>
  q
    .select({
      id: accounts.id,
      name: accounts.name,
      // Not null, since it lies between two moments.
      utcexpires: sql<string>`${accounts.utcexpires}`,
      subscribed: accounts.subscribed,
      createdutc: accounts.createdutc,
    })
    .from(accounts)
    .where(
      and(
        gt(accounts.utcexpires, p.after),
        lte(accounts.utcexpires, p.upto),
        eq(accounts.archived, false),
        eq(accounts.platformowner, false),
      ),
    ),
)
export type ExpiringAccount = RowOf<typeof expiring>

export const listExpiring = (db: PlatformDb, after: string, upto: string): ExpiringAccount[] =>
  expiring.all(db, { after, upto })

const given = statement((q, p: Params<{ accountid: string; utcexpires: string }>) =>
  q
    .select({ days: min(expirynotices.days) })
    .from(expirynotices)
    .where(and(eq(expirynotices.accountid, p.accountid), eq(expirynotices.utcexpires, p.utcexpires))),
)

export const findLastNotice = (db: PlatformDb, accountid: string, utcexpires: string): number | null =>
  given.get(db, { accountid, utcexpires })?.days ?? null
