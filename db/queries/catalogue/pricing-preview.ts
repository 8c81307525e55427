import { eq } from 'drizzle-orm'
import { accountcodes, categories } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const tax = statement((q, p: Params<{ categoryid: string }>) =>
  q
    .select({
      vatexempt: categories.vatexempt,
      override: accountcodes.vat,
      overridechanges: accountcodes.vatchanges,
    })
    .from(categories)
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(eq(categories.id, p.categoryid)),
)

export const categoryTax = (db: TenantDb, categoryid: string) => tax.get(db, { categoryid })
