import { sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  accountcodes,
  assertions,
  divisions,
  equipment,
  job_steps,
  locations,
  pricinggroups,
  storage,
  suppliers,
  workers,
} from '#db/schema/tenant/index.ts'
import { isTrue, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const any = (table: SQLiteTable) => isTrue(sql`EXISTS (SELECT 1 FROM ${table})`)

const used = statement((q) =>
  q
    .select({
      'pages.mywork': any(job_steps),
      'pages.suppliers': any(suppliers),
      'pages.equipment': any(equipment),
      'pages.customise.assertions': any(assertions),
      'pages.admin.locations': any(locations),
      'pages.admin.pricing': any(pricinggroups),
      'pages.admin.storage': any(storage),
      'pages.admin.workers': any(workers),
      'pages.admin.accountcodes': any(accountcodes),
      'pages.admin.divisions': any(divisions),
    })
    .from(sql`(VALUES (1))`),
)

/** Pages of the menu whose records the account has, so that they stand with those that everybody needs. */
export const listUsedPages = (db: TenantDb): ReadonlySet<string> =>
  new Set(Object.entries(used.get(db) ?? {}).flatMap(([page, isUsed]) => (isUsed ? [page] : [])))
