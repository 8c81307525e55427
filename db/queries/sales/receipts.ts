import { desc, eq } from 'drizzle-orm'
import { receipts } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const ofSubject = statement((q, p: Params<{ subjectid: string }>) =>
  q
    .select({ number: receipts.number, snapshot: receipts.snapshot, sha256: receipts.sha256 })
    .from(receipts)
    .where(eq(receipts.subjectid, p.subjectid))
    .orderBy(desc(receipts.series))
    .limit(1),
)

export type GivenReceipt = RowOf<typeof ofSubject>

/** The last that was given out of a payment, an invoice or a job. */
export const newestReceipt = (db: TenantDb, subjectid: string) => ofSubject.get(db, { subjectid })
