import { and, desc, eq, isNull } from 'drizzle-orm'
import { statement_links } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const byCode = statement((q, p: Params<{ codehash: string }>) =>
  q
    .select()
    .from(statement_links)
    .where(and(eq(statement_links.codehash, p.codehash), isNull(statement_links.endedutc))),
)
export type StatementLinkRow = RowOf<typeof byCode>

/** One that was not withdrawn or replaced. */
export const findOpenStatementLink = (db: TenantDb, codehash: string) => byCode.get(db, { codehash })

const endedByCode = statement((q, p: Params<{ codehash: string }>) =>
  q.select({ id: statement_links.id }).from(statement_links).where(eq(statement_links.codehash, p.codehash)),
)

/** Also one that was withdrawn or replaced. */
export const isStatementLink = (db: TenantDb, codehash: string) => endedByCode.get(db, { codehash }) !== null

const ofClient = statement((q, p: Params<{ client: string }>) =>
  q
    .select()
    .from(statement_links)
    .where(eq(statement_links.client, p.client))
    .orderBy(desc(statement_links.id)),
)

export const listStatementLinks = (db: TenantDb, client: string) => ofClient.all(db, { client })

export const endStatementLink = (db: TenantDb, id: string, why: 'withdrawn' | 'replaced', now: string) =>
  prepared(db, 'UPDATE statement_links SET endedutc = ?, ended = ? WHERE id = ?').run([now, why, id])

export const setStatementLinkOpened = (db: TenantDb, id: string, now: string) =>
  prepared(db, 'UPDATE statement_links SET openedutc = coalesce(openedutc, ?) WHERE id = ?').run([now, id])

/** It goes out anew, with the last day that is chosen now. */
export const setStatementLinkSent = (db: TenantDb, id: string, sentto: string, expiresutc: string) =>
  prepared(db, 'UPDATE statement_links SET sentto = ?, expiresutc = ? WHERE id = ?').run([
    sentto,
    expiresutc,
    id,
  ])
