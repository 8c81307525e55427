import { ITEM_NAME } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Figures } from './pricing.ts'

/** An item that a batch may change: with its entry's figures, else with its own. */
export type Target = Figures & {
  inventory: string
  code: string
  name: string
  /** Of the entry; 0 for an item that has none in the group. */
  version: number
}

export type Scope = {
  category?: string | null
  inventories?: readonly string[]
  /** Items that have no entry in the group are in it too. */
  add?: boolean
}

/** The items in use that a batch is about, by code. */
export const batchTargets = (db: TenantDb, group: string, { category, inventories, add }: Scope) =>
  prepared<Target>(
    db,
    `SELECT i.id AS inventory, i.code, ${ITEM_NAME} AS name, coalesce(e.version, 0) AS version,
       coalesce(e.baserate, i.rate) AS baserate, coalesce(e.markuppercent, i.mupercent) AS markuppercent,
       coalesce(e.markupamount, i.muamount) AS markupamount
     FROM inventory AS i
     LEFT JOIN pricing_entries AS e ON e.inventory = i.id AND e.pricinggroup = ?1 AND e.archived = 0
     WHERE i.archived = 0 AND (?2 = '' OR i.category = ?2) AND (?3 OR e.id IS NOT NULL)
       AND (?4 = '' OR i.id IN (SELECT value FROM json_each(?5)))
     ORDER BY i.code`,
  ).all([
    group,
    category ?? '',
    Number(add ?? false),
    inventories ? 'some' : '',
    JSON.stringify(inventories ?? []),
  ])

export type NewEntry = Figures & { id: string; inventory: string }

/** Writes many entries at once; one that is there, or was removed, takes the new figures and a new version. */
export const putEntries = (db: TenantDb, now: string, group: string, entries: readonly NewEntry[]) =>
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
