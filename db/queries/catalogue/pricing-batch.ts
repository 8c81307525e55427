import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { inventory, pricing_entries } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { PriceFigures } from './pricing.ts'

type Asked = { group: string; category: string; add: boolean; some: boolean; ids: readonly string[] }

const targets = statement((q, p: Params<Asked>) =>
  q
    .select({
      inventory: inventory.id,
      code: inventory.code,
      name: nameIn(inventory),
      /** Of the entry; 0 for an item that has none in the group. */
      version: sql<number>`coalesce(${pricing_entries.version}, 0)`,
      baserate: sql<number>`coalesce(${pricing_entries.baserate}, ${inventory.rate})`,
      markuppercent: sql<number>`coalesce(${pricing_entries.markuppercent}, ${inventory.mupercent})`,
      markupamount: sql<number>`coalesce(${pricing_entries.markupamount}, ${inventory.muamount})`,
    })
    .from(inventory)
    .leftJoin(
      pricing_entries,
      and(
        eq(pricing_entries.inventory, inventory.id),
        eq(pricing_entries.pricinggroup, p.group),
        eq(pricing_entries.archived, false),
      ),
    )
    .where(
      and(
        eq(inventory.archived, false),
        or(sql`${p.category} = ''`, eq(inventory.category, p.category)),
        or(sql`${p.add}`, isNotNull(pricing_entries.id)),
        or(sql`NOT ${p.some}`, inList(inventory.id, p.ids)),
      ),
    )
    .orderBy(asc(inventory.code)),
)

export type BatchTarget = RowOf<typeof targets>

export type PriceScope = {
  category?: string | null
  inventories?: readonly string[]
  add?: boolean
}

export const listBatchTargets = (db: TenantDb, group: string, { category, inventories, add }: PriceScope) =>
  targets.all(db, {
    group,
    category: category ?? '',
    add: add ?? false,
    some: inventories !== undefined,
    ids: inventories ?? [],
  })

type PricingEntryValues = PriceFigures & { id: string; inventory: string }

export const savePricingEntries = (
  db: TenantDb,
  now: string,
  group: string,
  entries: readonly PricingEntryValues[],
) =>
  prepared(
    db,
    `INSERT INTO pricing_entries
       (id, createdutc, updatedutc, pricinggroup, inventory, baserate, markuppercent, markupamount)
     SELECT e.value ->> 'id', ?1, ?1, ?2, e.value ->> 'inventory', e.value ->> 'baserate',
       e.value ->> 'markuppercent', e.value ->> 'markupamount'
     FROM json_each(?3) AS e WHERE true
     ON CONFLICT (pricinggroup, inventory) DO UPDATE SET baserate = excluded.baserate,
       markuppercent = excluded.markuppercent, markupamount = excluded.markupamount, archived = 0,
       version = version + 1, updatedutc = excluded.updatedutc`,
  ).run([now, group, JSON.stringify(entries)])

/** Takes an entry out of its group; it keeps its row, so that its history can be followed. */
export const removeEntryRow = (db: TenantDb, now: string, group: string, inventory: string) =>
  prepared(
    db,
    `UPDATE pricing_entries SET archived = 1, version = version + 1, updatedutc = ?
     WHERE pricinggroup = ? AND inventory = ?`,
  ).run([now, group, inventory])
