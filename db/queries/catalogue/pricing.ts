import { and, asc, count, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { containsAll, toGlobPatterns } from '#db/queries/search-patterns.ts'
import {
  clients,
  inventory,
  jobs,
  pricing_clients,
  pricing_entries,
  pricinggroups,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import {
  filtered,
  type GivenParams,
  listItems,
  type Params,
  pairFirst,
  pairSecond,
  type RowOf,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { wordSortKeys } from '#db/word-order.ts'

const groups = statement((q, p: Params<{ globs: string; archived: boolean; id: string }>) =>
  q
    .select({
      ...getTableColumns(pricinggroups),
      inventorycount: sql<number>`(SELECT count(*) FROM ${pricing_entries}
        WHERE ${pricing_entries.pricinggroup} = ${pricinggroups.id} AND ${pricing_entries.archived} = 0)`,
      clientcount: sql<number>`(SELECT count(*) FROM ${pricing_clients}
        WHERE ${pricing_clients.pricinggroup} = ${pricinggroups.id})`,
    })
    .from(pricinggroups)
    .where(
      and(
        containsAll(pricinggroups.name, p.globs),
        or(sql`${p.archived}`, eq(pricinggroups.archived, false)),
        or(sql`${p.id} = ''`, eq(pricinggroups.id, p.id)),
      ),
    )
    .orderBy(...wordSortKeys(pricinggroups.name)),
)

export const listPricingGroups = (db: TenantDb, { search = '', archived = false, id = '' }) =>
  groups.all(db, { globs: toGlobPatterns(search), archived, id })

const namesake = statement((q, p: Params<{ name: string; except: string }>) =>
  q
    .select({ id: pricinggroups.id, archived: pricinggroups.archived })
    .from(pricinggroups)
    .where(sql`${pricinggroups.name} = ${p.name} COLLATE NOCASE AND ${pricinggroups.id} <> ${p.except}`),
)

export const findGroupByName = (db: TenantDb, name: string, except = '') => namesake.get(db, { name, except })

const figures = {
  baserate: pricing_entries.baserate,
  markuppercent: pricing_entries.markuppercent,
  markupamount: pricing_entries.markupamount,
}

export type PriceFigures = Record<keyof typeof figures, number>

const entry = {
  version: pricing_entries.version,
  archived: pricing_entries.archived,
  pricinggroup: pricing_entries.pricinggroup,
  groupname: pricinggroups.name,
  inventory: pricing_entries.inventory,
  ...figures,
  code: inventory.code,
  name: nameIn(inventory),
  baseunit: inventory.baseunit,
  exclusive: inventory.exclusive,
  ownrate: inventory.rate,
  ownpercent: inventory.mupercent,
  ownamount: inventory.muamount,
}

type Matched = { group: string; globs: string }

const matches = (p: Params<Matched>) =>
  and(
    eq(pricing_entries.pricinggroup, p.group),
    eq(pricing_entries.archived, false),
    containsAll(sql`concat_ws(char(31), ${inventory.code}, ${nameIn(inventory)})`, p.globs),
  )

const entryPage = statement((q, p: Params<Matched & { take: number; skip: number }>) =>
  q
    .select(entry)
    .from(pricing_entries)
    .innerJoin(pricinggroups, eq(pricinggroups.id, pricing_entries.pricinggroup))
    .innerJoin(inventory, eq(inventory.id, pricing_entries.inventory))
    .where(matches(p))
    .orderBy(...wordSortKeys(nameIn(inventory)), asc(inventory.id))
    .limit(p.take)
    .offset(p.skip),
)
export type EntryRow = RowOf<typeof entryPage>

const entryTotal = statement((q, p: Params<Matched>) =>
  q
    .select({ n: count() })
    .from(pricing_entries)
    .innerJoin(inventory, eq(inventory.id, pricing_entries.inventory))
    .where(matches(p)),
)

type Page = { search?: string; skip?: number; take?: number }

export function listGroupEntries(db: TenantDb, group: string, { search, skip = 0, take = 50 }: Page = {}) {
  const matched = { group, globs: toGlobPatterns(search) }
  return {
    rows: entryPage.all(db, { ...matched, take, skip }),
    total: entryTotal.get(db, matched)?.n ?? 0,
  }
}

const oneEntry = statement((q, p: Params<{ group: string; inventory: string }>) =>
  q
    .select(entry)
    .from(pricing_entries)
    .innerJoin(pricinggroups, eq(pricinggroups.id, pricing_entries.pricinggroup))
    .innerJoin(inventory, eq(inventory.id, pricing_entries.inventory))
    .where(and(eq(pricing_entries.pricinggroup, p.group), eq(pricing_entries.inventory, p.inventory))),
)

export const findPricingEntry = (db: TenantDb, group: string, inventory: string) =>
  oneEntry.get(db, { group, inventory })

type Linked = { pricinggroup?: string; client?: string }

const links = filtered((q, p: GivenParams<Linked>, _: null) =>
  q
    .select({
      client: pricing_clients.client,
      clientname: clients.name,
      pricinggroup: pricing_clients.pricinggroup,
      groupname: pricinggroups.name,
    })
    .from(pricing_clients)
    .innerJoin(clients, eq(clients.id, pricing_clients.client))
    .innerJoin(pricinggroups, eq(pricinggroups.id, pricing_clients.pricinggroup))
    .where(
      and(
        p.pricinggroup && eq(pricing_clients.pricinggroup, p.pricinggroup),
        p.client && eq(pricing_clients.client, p.client),
      ),
    )
    .orderBy(...wordSortKeys(clients.name)),
)
export type ClientLink = { client: string; clientname: string; pricinggroup: string; groupname: string }

export const listClientLinks = (db: TenantDb, linked: Linked = {}): ClientLink[] =>
  links.all(db, linked, null)

export const linkClient = (db: TenantDb, client: string, pricinggroup: string) =>
  prepared(
    db,
    `INSERT INTO pricing_clients (client, pricinggroup) VALUES (?, ?)
     ON CONFLICT (client) DO UPDATE SET pricinggroup = excluded.pricinggroup`,
  ).run([client, pricinggroup])

export const unlinkClient = (db: TenantDb, client: string) =>
  prepared(db, 'DELETE FROM pricing_clients WHERE client = ?').run([client])

const agreed = statement((q, p: Params<{ pairs: readonly string[] }>) =>
  q
    .select({ jobid: jobs.id, inventoryid: pricing_entries.inventory, ...figures })
    .from(listItems(p.pairs))
    .innerJoin(jobs, eq(jobs.id, pairFirst))
    .innerJoin(pricing_clients, eq(pricing_clients.client, jobs.client))
    .innerJoin(
      pricinggroups,
      and(eq(pricinggroups.id, pricing_clients.pricinggroup), eq(pricinggroups.archived, false)),
    )
    .innerJoin(
      pricing_entries,
      and(
        eq(pricing_entries.pricinggroup, pricinggroups.id),
        eq(pricing_entries.inventory, pairSecond),
        eq(pricing_entries.archived, false),
      ),
    ),
)

/** Of pairs of a job and an item. */
export const listAgreedPrices = (db: TenantDb, pairs: readonly string[]) => agreed.all(db, { pairs })
