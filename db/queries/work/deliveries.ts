import { and, asc, eq, gte, lte, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { allowedSort, bindSearch, containsBound, type ListQuery, TAKE } from '#db/queries/lists.ts'
import {
  boards,
  clients,
  type DeliveryState,
  deliveries,
  delivery_lines,
  delivery_pdfs,
  jobs,
  locations,
  materials,
  organisations,
  storage,
} from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export type Delivery = typeof deliveries.$inferSelect

// What was issued keeps the names that it was issued with; a draft shows today's.
const issuedName = (party: string) =>
  sql<
    string | null
  >`CASE WHEN ${deliveries.state} <> 'draft' THEN json_extract(${deliveries.snapshot}, ${`$.${party}.name`}) END`
const clientName = sql<string | null>`coalesce(${issuedName('client')}, ${clients.name})`
const placeName = sql<string | null>`coalesce(${issuedName('site')}, ${locations.name})`

const jobReferences = sql<string>`coalesce((SELECT group_concat(DISTINCT j.reference)
  FROM ${delivery_lines} AS l JOIN ${materials} AS m ON m.id = l.materialid JOIN ${jobs} AS j ON j.id = m.jobid
  WHERE l.deliveryid = ${deliveries.id}), '')`

const shown = {
  delivery: deliveries,
  clientname: clientName,
  locationname: placeName,
  organisationname: organisations.name,
  storagename: storage.name,
  boardname: boards.name,
  boardslug: boards.slug,
  jobreferences: jobReferences,
  lines: sql<number>`(SELECT count(*) FROM ${delivery_lines} AS l WHERE l.deliveryid = ${deliveries.id})`,
}

const selectDeliveries = (q: QueryBuilder) =>
  q
    .select(shown)
    .from(deliveries)
    .crossJoin(boards)
    .crossJoin(organisations)
    .leftJoin(clients, eq(clients.id, deliveries.client))
    .leftJoin(locations, eq(locations.id, deliveries.location))
    .leftJoin(storage, eq(storage.id, deliveries.storageid))

const isJoined = and(eq(boards.id, deliveries.boardid), eq(organisations.id, deliveries.organisation))

const one = statement((q, p: Params<{ id: string }>) =>
  selectDeliveries(q).where(and(isJoined, eq(deliveries.id, p.id))),
)
export type DeliveryRow = RowOf<typeof one>

export const deliveryRow = (db: TenantDb, id: string) => one.get(db, { id })

export type DeliveryFilter = {
  /** Those that the person sees; null: all. */
  boards: readonly string[] | null
  locations: readonly string[] | null
  boardid?: string
  client?: string
  jobid?: string
  state?: DeliveryState
  start?: string | null
  end?: string | null
  search?: string
}

type Values = {
  boards?: readonly string[]
  locations?: readonly string[]
  boardid?: string
  client?: string
  jobid?: string
  state?: DeliveryState
  start?: string
  end?: string
} & ReturnType<typeof bindSearch>

const bind = ({ boards, locations, boardid, client, jobid, state, start, end, search }: DeliveryFilter) => ({
  boards: boards ?? undefined,
  locations: locations ?? undefined,
  boardid: boardid || undefined,
  client: client || undefined,
  jobid: jobid || undefined,
  state: state || undefined,
  start: start || undefined,
  end: end || undefined,
  ...bindSearch(search),
})

const matches = (p: GivenParams<Values>): SQL | undefined =>
  and(
    p.boards && inList(deliveries.boardid, p.boards),
    p.locations && inList(deliveries.location, p.locations),
    p.boardid && eq(deliveries.boardid, p.boardid),
    p.client && eq(deliveries.client, p.client),
    p.state && eq(deliveries.state, p.state),
    p.start && gte(deliveries.date, p.start),
    p.end && lte(deliveries.date, p.end),
    p.jobid &&
      sql`${deliveries.id} IN (SELECT l.deliveryid FROM ${materials} AS m JOIN ${delivery_lines} AS l
        ON l.materialid = m.id WHERE m.jobid = ${p.jobid})`,
    containsBound(
      [
        sql`${deliveries.number}`,
        deliveries.reference,
        deliveries.waybill,
        deliveries.carrier,
        deliveries.receivedby,
        clientName,
        placeName,
      ],
      p,
    ),
  )

const sortable: Record<string, SQL> = {
  number: sql`${deliveries.series}`,
  date: sql`${deliveries.date}`,
  client: sql`${clientName} COLLATE NOCASE`,
  location: sql`${placeName} COLLATE NOCASE`,
  waybill: sql`${deliveries.waybill} COLLATE NOCASE`,
  state: sql`${deliveries.state}`,
}

function order(sort: string): SQL[] {
  const way = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  return [sql`${sortable[sort.replace(/^-/, '')] ?? deliveries.date} ${way}`, sql`${deliveries.id} ${way}`]
}

const listed = filtered(
  (q, p: GivenParams<Values & { take: number; skip: number }>, shape: { sort: string }) =>
    selectDeliveries(q)
      .where(and(isJoined, matches(p)))
      .orderBy(...order(shape.sort))
      .limit(p.take as Placeholder)
      .offset(p.skip as Placeholder),
)

/** The newest first, unless said otherwise. */
export const listDeliveries = (
  db: TenantDb,
  filter: DeliveryFilter,
  { sort = '-date', take = TAKE, skip = 0 }: ListQuery,
): DeliveryRow[] =>
  listed.all(db, { ...bind(filter), take, skip }, { sort: allowedSort(sortable, sort, 'date') })

const tallied = filtered((q, p: GivenParams<Values>, _: Record<never, never>) =>
  q
    .select({ state: deliveries.state, n: sql<number>`count(*)` })
    .from(deliveries)
    .leftJoin(clients, eq(clients.id, deliveries.client))
    .leftJoin(locations, eq(locations.id, deliveries.location))
    .where(matches(p))
    .groupBy(deliveries.state),
)

/** How many stand in each state. */
export const tallyDeliveries = (db: TenantDb, filter: DeliveryFilter) =>
  tallied.all(db, bind({ ...filter, state: undefined }), {})

const pdf = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ bytes: delivery_pdfs.bytes, sha256: delivery_pdfs.sha256 })
    .from(delivery_pdfs)
    .where(eq(delivery_pdfs.deliveryid, p.id)),
)

export const findDeliveryPdf = (db: TenantDb, id: string) => pdf.get(db, { id })

const atClient = statement((q, p: Params<{ client: string }>) =>
  q
    .select({ id: storage.id, name: storage.name })
    .from(storage)
    .where(and(eq(storage.client, p.client), eq(storage.archived, false)))
    .orderBy(asc(sql`${storage.name} COLLATE NOCASE`)),
)

/** Where goods on consignment may lie at a client's. */
export const listClientPlaces = (db: TenantDb, client: string) => atClient.all(db, { client })

const issuedOn = statement((q, p: Params<{ boardid: string }>) =>
  q
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.boardid, p.boardid), ne(deliveries.state, 'draft')))
    .limit(1),
)

/** Whether a board has ever issued a delivery note. */
export const deliversByNotes = (db: TenantDb, boardid: string) => Boolean(issuedOn.get(db, { boardid }))
