import { and, eq, isNull } from 'drizzle-orm'
import { accounts, linktags } from '#db/schema/platform/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

const byTag = statement((q, p: Params<{ tag: string }>) =>
  q
    .select({ id: accounts.id })
    .from(linktags)
    .innerJoin(accounts, eq(accounts.id, linktags.accountid))
    .where(and(eq(linktags.tag, p.tag), eq(accounts.archived, false))),
)

export const accountByLinkTag = (db: PlatformDb, tag: string) => byTag.get(db, { tag })?.id

const untagged = statement((q) =>
  q.select({ id: linktags.accountid }).from(linktags).where(isNull(linktags.tag)),
)

export const listUntagged = (db: PlatformDb) => untagged.all(db)

export const setLinkTag = (db: PlatformDb, id: string, tag: string) =>
  prepared(db, 'UPDATE linktags SET tag = ? WHERE accountid = ?').run([tag, id])
