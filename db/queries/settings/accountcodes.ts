import { and, asc, eq, or, sql } from 'drizzle-orm'
import { accountcodes } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const codes = statement((q, p: Params<{ type: number; chosen: string | null }>) =>
  q
    .select({ id: accountcodes.id, code: accountcodes.code, description: accountcodes.description })
    .from(accountcodes)
    .where(
      or(and(eq(accountcodes.type, p.type), eq(accountcodes.archived, false)), eq(accountcodes.id, p.chosen)),
    )
    .orderBy(asc(sql`${accountcodes.code} COLLATE NOCASE`)),
)

export const listAccountCodes = (db: TenantDb, type: number, chosen: string | null) =>
  codes.all(db, { type, chosen })
