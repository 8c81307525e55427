import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** What a category says about VAT, and the account code that it is booked under. */
export const categoryTax = (db: TenantDb, categoryid: string) =>
  prepared<{ vatexempt: number; override: number | null }>(
    db,
    `SELECT c.vatexempt, a.vat AS override FROM categories AS c
     LEFT JOIN accountcodes AS a ON a.id = c.accountcode WHERE c.id = ?`,
  ).get([categoryid])
