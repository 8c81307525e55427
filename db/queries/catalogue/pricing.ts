import { holdsAll, toGlobPatterns } from '#db/queries/alike.ts'
import { ITEM_NAME } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { byWords } from '#db/word-order.ts'

export type GroupRow = {
  id: string
  version: number
  archived: number
  createdutc: string
  updatedutc: string
  name: string
  inventorycount: number
  clientcount: number
}

/** Groups by name, with how many items and clients each has. */
export const pricingGroups = (db: TenantDb, { search = '', archived = false, id = '' }) =>
  prepared<GroupRow>(
    db,
    `SELECT g.*,
       (SELECT count(*) FROM pricing_entries AS e WHERE e.pricinggroup = g.id AND e.archived = 0) AS inventorycount,
       (SELECT count(*) FROM pricing_clients AS c WHERE c.pricinggroup = g.id) AS clientcount
     FROM pricinggroups AS g
     WHERE ${holdsAll('g.name', 1)} AND (?2 OR g.archived = 0) AND (?3 = '' OR g.id = ?3)
     ORDER BY ${byWords('g.name')}`,
  ).all([toGlobPatterns(search), Number(archived), id])

/** A group of this name other than one, whatever its case. */
export const groupNamed = (db: TenantDb, name: string, except = '') =>
  prepared<{ id: string; archived: number }>(
    db,
    'SELECT id, archived FROM pricinggroups WHERE name = ? COLLATE NOCASE AND id <> ?',
  ).get([name, except])

/** The three figures that make a price: of an entry, or of an item itself. */
export type Figures = { baserate: number; markuppercent: number; markupamount: number }

export type EntryRow = Figures & {
  version: number
  archived: number
  pricinggroup: string
  groupname: string
  inventory: string
  code: string
  name: string
  baseunit: string
  exclusive: number
  ownrate: number
  ownpercent: number
  ownamount: number
}

const ENTRY = `
  SELECT e.version, e.archived, e.pricinggroup, g.name AS groupname, e.inventory, e.baserate, e.markuppercent,
    e.markupamount, i.code, ${ITEM_NAME} AS name, i.baseunit, i.exclusive, i.rate AS ownrate,
    i.mupercent AS ownpercent, i.muamount AS ownamount
  FROM pricing_entries AS e
  JOIN pricinggroups AS g ON g.id = e.pricinggroup
  JOIN inventory AS i ON i.id = e.inventory`

const MATCHES = `e.pricinggroup = ?1 AND e.archived = 0
  AND ${holdsAll(`concat_ws(char(31), i.code, ${ITEM_NAME})`, 2)}`

type Page = { search?: string; skip?: number; take?: number }

/** The entries of a group by item, with how many match. */
export function listGroupEntries(db: TenantDb, group: string, { search, skip = 0, take = 50 }: Page = {}) {
  const values = [group, toGlobPatterns(search)]
  const rows = prepared<EntryRow>(
    db,
    `${ENTRY} WHERE ${MATCHES} ORDER BY ${byWords(ITEM_NAME)}, i.id LIMIT ?3 OFFSET ?4`,
  ).all([...values, take, skip])
  const counted = prepared<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM pricing_entries AS e JOIN inventory AS i ON i.id = e.inventory WHERE ${MATCHES}`,
  ).get(values)
  return { rows, total: counted?.n ?? 0 }
}

/** The entry of one item in a group, also one that was removed. */
export const findPricingEntry = (db: TenantDb, group: string, inventory: string) =>
  prepared<EntryRow>(db, `${ENTRY} WHERE e.pricinggroup = ? AND e.inventory = ?`).get([group, inventory])

export type ClientLink = { client: string; clientname: string; pricinggroup: string; groupname: string }

/** Which client is in which group, by the clients' names; of one group or one client when named. */
export const clientLinks = (db: TenantDb, { pricinggroup = '', client = '' } = {}) =>
  prepared<ClientLink>(
    db,
    `SELECT l.client, c.name AS clientname, l.pricinggroup, g.name AS groupname
     FROM pricing_clients AS l
     JOIN clients AS c ON c.id = l.client
     JOIN pricinggroups AS g ON g.id = l.pricinggroup
     WHERE (?1 = '' OR l.pricinggroup = ?1) AND (?2 = '' OR l.client = ?2)
     ORDER BY ${byWords('c.name')}`,
  ).all([pricinggroup, client])

export const linkClient = (db: TenantDb, client: string, pricinggroup: string) =>
  prepared(
    db,
    `INSERT INTO pricing_clients (client, pricinggroup) VALUES (?, ?)
     ON CONFLICT (client) DO UPDATE SET pricinggroup = excluded.pricinggroup`,
  ).run([client, pricinggroup])

export const unlinkClient = (db: TenantDb, client: string) =>
  prepared(db, 'DELETE FROM pricing_clients WHERE client = ?').run([client])

export type AgreedRow = Figures & { jobid: string; inventoryid: string }

/** What the clients of some jobs have agreed to pay for some items. */
export const agreedPrices = (db: TenantDb, jobids: readonly string[], inventoryids: readonly string[]) =>
  prepared<AgreedRow>(
    db,
    `SELECT j.id AS jobid, e.inventory AS inventoryid, e.baserate, e.markuppercent, e.markupamount
     FROM json_each(?) AS wanted
     JOIN jobs AS j ON j.id = wanted.value
     JOIN pricing_clients AS l ON l.client = j.client
     JOIN pricinggroups AS g ON g.id = l.pricinggroup AND g.archived = 0
     JOIN json_each(?) AS item
     JOIN pricing_entries AS e ON e.pricinggroup = g.id AND e.inventory = item.value AND e.archived = 0`,
  ).all([JSON.stringify(jobids), JSON.stringify(inventoryids)])
