import { and, asc, eq, type Placeholder, sql } from 'drizzle-orm'
import { COMPLETE } from '#db/job-status.ts'
import { clients, jobs } from '#db/schema/tenant/index.ts'
import {
  filtered,
  type GivenParams,
  inList,
  listItem,
  listItems,
  type Params,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isOnLanes } from './on-lanes.ts'

type Values = { boardid: string; locations?: readonly string[]; since?: string }

export type AgingRow = {
  id: string
  seq: number
  status: number
  reference: string
  description: string
  created: string
  moved: string
  quotedcents: number
  client: string | null
  clientname: string | null
}

// By the index of the lanes: jobs that are invoiced or archived are not looked at, however many there are.
const onLanes = filtered((q, p: GivenParams<Values>, _: object) =>
  q
    .select({
      id: jobs.id,
      seq: jobs.seq,
      status: jobs.status,
      reference: jobs.reference,
      description: jobs.description,
      created: jobs.created,
      moved: sql<string>`coalesce(${jobs.movedutc}, ${jobs.created})`.as('moved'),
      quotedcents: jobs.quotedcents,
      client: jobs.client,
      clientname: clients.name,
    })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(
      and(
        isOnLanes,
        eq(jobs.boardid, p.boardid as Placeholder),
        p.since &&
          sql`(${jobs.status} <> ${COMPLETE} OR coalesce(${jobs.completed}, ${p.since}) >= ${p.since})`,
        p.locations && inList(jobs.location, p.locations),
      ),
    )
    .orderBy(asc(jobs.created), asc(jobs.id)),
)

type Scope = { boardid: string; locations: readonly string[] | null; since?: string }

/** What lies on the lanes of a board, without what was complete before `since`; the oldest first. */
export const listAgingRows = (db: TenantDb, { boardid, locations, since }: Scope): AgingRow[] =>
  onLanes.all(db, { boardid, locations: locations ?? undefined, since }, {})

const moved = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: jobs.id, moved: sql<string>`coalesce(${jobs.movedutc}, ${jobs.created})`.as('moved') })
    .from(listItems(p.ids))
    .crossJoin(jobs)
    .where(eq(jobs.id, listItem)),
)

/** When each came to its lane. */
export const movedInstants = (db: TenantDb, ids: readonly string[]): Map<string, string> =>
  new Map(moved.all(db, { ids }).map((row) => [row.id, row.moved]))
