import { and, asc, eq, gt, lte, ne, or } from 'drizzle-orm'
import { accounts, placement, xero_connections, xero_signups } from '#db/schema/platform/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'
import { isServedBy, type Serving } from './cells.ts'

const byAccount = statement((q, p: Params<{ accountid: string }>) =>
  q.select().from(xero_connections).where(eq(xero_connections.accountid, p.accountid)),
)
export type XeroConnection = RowOf<typeof byAccount>

export const xeroConnection = (db: PlatformDb, accountid: string): XeroConnection | null =>
  byAccount.get(db, { accountid })

export const putXeroConnection = (db: PlatformDb, row: typeof xero_connections.$inferInsert) =>
  db
    .insert(xero_connections)
    .values(row)
    .onConflictDoUpdate({ target: xero_connections.accountid, set: row })
    .run()

export const changeXeroConnection = (
  db: PlatformDb,
  accountid: string,
  values: Partial<typeof xero_connections.$inferInsert>,
) => db.update(xero_connections).set(values).where(eq(xero_connections.accountid, accountid)).run()

export const dropXeroConnection = (db: PlatformDb, accountid: string) =>
  db.delete(xero_connections).where(eq(xero_connections.accountid, accountid)).run()

const inUseBeside = statement((q, p: Params<{ tenantid: string; accountid: string }>) =>
  q
    .select({ id: xero_connections.accountid })
    .from(xero_connections)
    .where(
      and(
        eq(xero_connections.tenantid, p.tenantid),
        ne(xero_connections.accountid, p.accountid),
        eq(xero_connections.failure, ''),
      ),
    )
    .limit(1),
)

/** Whether another account than this one works with the organisation. */
export const isXeroTenantShared = (db: PlatformDb, tenantid: string, accountid: string): boolean =>
  inUseBeside.get(db, { tenantid, accountid }) !== null

const works = and(ne(xero_connections.tenantid, ''), eq(xero_connections.failure, ''))

const inUse = statement((q) =>
  q
    .select({ id: xero_connections.accountid })
    .from(xero_connections)
    .innerJoin(accounts, eq(accounts.id, xero_connections.accountid))
    .where(and(works, eq(accounts.archived, false))),
)

export const xeroAccountIds = (db: PlatformDb): string[] => inUse.all(db).map(({ id }) => id)

type Unchecked = Serving & { before: string; latest: string; after: string; most: number }

const unchecked = statement((q, p: Params<Unchecked>) =>
  q
    .select({ id: xero_connections.accountid })
    .from(xero_connections)
    .leftJoin(placement, eq(placement.accountid, xero_connections.accountid))
    .where(
      and(
        works,
        or(lte(xero_connections.checkedutc, p.before), gt(xero_connections.checkedutc, p.latest)),
        gt(xero_connections.accountid, p.after),
        isServedBy(p),
      ),
    )
    .orderBy(asc(xero_connections.accountid))
    .limit(p.most),
)

/** Connected accounts of which Xero was not asked since; by id, after one. */
export const listUncheckedXero = (db: PlatformDb, asked: Unchecked): string[] =>
  unchecked.all(db, asked).map(({ id }) => id)

export const addXeroSignup = (db: PlatformDb, row: typeof xero_signups.$inferInsert) =>
  db.insert(xero_signups).values(row).run()

const signup = statement((q, p: Params<{ id: string }>) =>
  q.select().from(xero_signups).where(eq(xero_signups.id, p.id)),
)
export type XeroSignup = RowOf<typeof signup>

export const xeroSignup = (db: PlatformDb, id: string): XeroSignup | null => signup.get(db, { id })

/** It, and those that ran out. */
export const dropXeroSignup = (db: PlatformDb, id: string, now: string) =>
  db
    .delete(xero_signups)
    .where(or(eq(xero_signups.id, id), lte(xero_signups.untilutc, now)))
    .run()
