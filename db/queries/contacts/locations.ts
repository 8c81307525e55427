import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { keptCount } from '#db/queries/list-figures.ts'
import { contains, countTotal, type ListQuery, orderByWords, TAKE } from '#db/queries/lists.ts'
import { searchRecords } from '#db/queries/search/record-search.ts'
import { splitSearchTerms } from '#db/queries/search-patterns.ts'
import { clients, location_stakeholders, locations, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { sortsEqual, wordSortKeys } from '#db/word-order.ts'

const parents = alias(locations, 'parents')

const shown = {
  location: locations,
  clientname: clients.name,
  parentname: parents.name,
  firstname: users.firstname,
  lastname: users.lastname,
}

const selectLocations = (db: TenantDb) =>
  db
    .select(shown)
    .from(locations)
    .leftJoin(clients, eq(clients.id, locations.client))
    .leftJoin(parents, eq(parents.id, locations.parent))
    .leftJoin(users, eq(users.id, locations.responsibilityid))

export type LocationRow = NonNullable<ReturnType<typeof locationById>>

export const locationById = (db: TenantDb, id: string) =>
  selectLocations(db).where(eq(locations.id, id)).get()

/** Of all locations the clients are looked through once beside them; of few, each one's own. */
const matchesTerm = (term: string, few: boolean): SQL | undefined =>
  or(
    contains([locations.name, locations.city, locations.contactname], term),
    few
      ? sql`EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.id} = ${locations.client} AND ${contains([clients.name], term)})`
      : sql`${locations.client} IN (SELECT ${clients.id} FROM ${clients} WHERE ${contains([clients.name], term)})`,
  )

type LocationQuery = ListQuery & { client?: string }

export function listLocations(db: TenantDb, { exact, ...query }: LocationQuery) {
  const whereOf = (search?: string, few = false) =>
    and(
      query.archived ? undefined : eq(locations.archived, false),
      query.client ? eq(locations.client, query.client) : undefined,
      ...splitSearchTerms(search).map((term) => matchesTerm(term, few)),
    )
  const linked = { kind: 'client', by: locations.client } as const
  const found = exact
    ? undefined
    : searchRecords(db, query.search, {
        ...{ kind: 'location', table: locations, linked },
        where: (search) => whereOf(search, true),
      })
  const where = found
    ? sql`${locations.id} IN (SELECT value FROM json_each(${JSON.stringify(found.ids)}))`
    : whereOf(query.search)
  const sortable = {
    name: locations.name,
    city: locations.city,
    client: clients.name,
    contactname: locations.contactname,
  }
  const ids = db
    .select({ id: locations.id })
    .from(locations)
    .leftJoin(clients, eq(clients.id, locations.client))
    .where(where)
    .orderBy(...orderByWords(sortable, query.sort, locations.name), asc(locations.id))
    .limit(query.take ?? TAKE)
    .offset(query.skip ?? 0)
    .all()
  const byId = new Map(listed.all(db, { ids: ids.map(({ id }) => id) }).map((row) => [row.location.id, row]))
  const counted = () =>
    (query.search || query.client ? undefined : keptCount(db, locations, query.archived)) ??
    db.select({ n: count() }).from(locations).where(where).get()?.n ??
    0
  return {
    rows: ids.flatMap(({ id }) => byId.get(id) ?? []),
    total: found?.ids.length ?? countTotal(ids.length, query, counted),
    more: found?.more,
  }
}

/** Looked up once their order is known: to sort all of them whole costs more than all the rest. */
const listed = statement((q, { ids }: Params<{ ids: readonly string[] }>) =>
  q
    .select(shown)
    .from(locations)
    .leftJoin(clients, eq(clients.id, locations.client))
    .leftJoin(parents, eq(parents.id, locations.parent))
    .leftJoin(users, eq(users.id, locations.responsibilityid))
    .where(inList(locations.id, ids)),
)

export const locationsByName = (db: TenantDb, name: string) =>
  selectLocations(db)
    .where(and(sortsEqual(locations.name, name), eq(locations.name, name), eq(locations.archived, false)))
    .all()

export const listSublocations = (db: TenantDb, id: string) =>
  selectLocations(db)
    .where(eq(locations.parent, id))
    .orderBy(...wordSortKeys(locations.name), asc(locations.id))
    .all()

// Drizzle has no recursive query.
const WITHIN = `
  WITH RECURSIVE above(id) AS (
    VALUES (?1) UNION SELECT l.parent FROM locations AS l JOIN above ON l.id = above.id WHERE l.parent IS NOT NULL)
  SELECT 1 FROM above WHERE id = ?2`

export const isWithin = (db: TenantDb, id: string, other: string) =>
  prepared(db, WITHIN).get([id, other]) !== null

const stakeholder = {
  id: users.id,
  firstname: users.firstname,
  lastname: users.lastname,
  email: users.email,
  roles: users.roles,
}

export type StakeholderRow = { id: string; firstname: string; lastname: string; email: string; roles: string }

export const listLocationStakeholders = (db: TenantDb, locationid: string): StakeholderRow[] =>
  db
    .select(stakeholder)
    .from(location_stakeholders)
    .innerJoin(users, eq(users.id, location_stakeholders.userid))
    .where(eq(location_stakeholders.locationid, locationid))
    .orderBy(asc(users.firstname))
    .all()

const places = statement((q) =>
  q
    .select({
      id: locations.id,
      name: locations.name,
      client: locations.client,
      clientname: clients.name,
    })
    .from(locations)
    .leftJoin(clients, eq(clients.id, locations.client)),
)
export type LocationParent = RowOf<typeof places>

export const listLocationParents = (db: TenantDb) => places.all(db)

const followers = statement((q) =>
  q
    .select({ locationid: location_stakeholders.locationid, userid: location_stakeholders.userid })
    .from(location_stakeholders)
    .orderBy(asc(location_stakeholders.locationid), asc(location_stakeholders.userid)),
)

export function linkedPeople(db: TenantDb): Map<string, string[]> {
  const linked = new Map<string, string[]>()
  for (const { locationid, userid } of followers.all(db)) {
    const held = linked.get(locationid)
    if (held) held.push(userid)
    else linked.set(locationid, [userid])
  }
  return linked
}

export function linkPeople(db: TenantDb, locationid: string, userids: readonly string[]) {
  prepared(db, 'DELETE FROM location_stakeholders WHERE locationid = ?').run([locationid])
  prepared(
    db,
    'INSERT INTO location_stakeholders (locationid, userid) SELECT ?, value FROM json_each(?)',
  ).run([locationid, JSON.stringify(userids)])
}
