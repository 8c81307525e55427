import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { contains, type ListQuery, orderByWords, TAKE } from '#db/queries/lists.ts'
import { accounts, pictures, platformUsers, seats } from '#db/schema/platform/index.ts'
import { isTrue, type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'
import { wordSortKeys } from '#db/word-order.ts'

export type PersonDetails = { email: string; firstname: string; lastname: string; phone: string }

const isAccepted = isNull(seats.invited)

/** What was typed stands for what is known until the person accepts. */
const typed = (field: keyof PersonDetails) =>
  sql<string>`iif(${isAccepted}, ${platformUsers[field]}, json_extract(${seats.invited}, ${`$.${field}`}))`
/** Nothing until the person accepts. */
const once = <T>(column: SQLWrapper) => sql<T | null>`iif(${isAccepted}, ${column}, NULL)`

/** Who sits there, as the account may know them. */
export const seatColumns = {
  email: typed('email'),
  firstname: typed('firstname'),
  lastname: typed('lastname'),
  phone: typed('phone'),
  confirmedutc: once<string>(platformUsers.confirmedutc),
}

const shown = {
  id: platformUsers.id,
  seatid: seats.id,
  ...seatColumns,
  isInvited: isTrue(isNotNull(seats.invited)),
  userversion: sql<number>`iif(${isAccepted}, ${platformUsers.version}, 0)`,
  seatversion: seats.version,
  roles: seats.roles,
  licensed: seats.licensed,
  archived: seats.archived,
  userarchived: isTrue(sql`iif(${isAccepted}, ${platformUsers.archived}, 0)`),
  seenutc: seats.seenutc,
  pictureutc: once<string>(pictures.updatedutc),
}

const selectSeats = (db: PlatformDb) =>
  db
    .select(shown)
    .from(seats)
    .innerJoin(platformUsers, eq(platformUsers.id, seats.userid))
    .leftJoin(pictures, eq(pictures.userid, seats.userid))

export type SeatRow = NonNullable<ReturnType<typeof findSeat>>

export const findSeat = (db: PlatformDb, accountid: string, userid: string) =>
  selectSeats(db)
    .where(and(eq(seats.userid, userid), eq(seats.accountid, accountid)))
    .get()

export const seatRows = (db: PlatformDb, accountid: string, userids: readonly string[]): SeatRow[] =>
  selectSeats(db)
    .where(and(eq(seats.accountid, accountid), inArray(seats.userid, [...userids])))
    .all()

export type PeopleQuery = ListQuery & {
  role?: string
  status?: 'active' | 'invited' | 'noseat'
  /** Only who has set a password or come in by another way: not who was merely invited. */
  confirmed?: boolean
}

const fullname = sql`${seatColumns.firstname} || ' ' || ${seatColumns.lastname}`

/** What a person goes by in the list: who was only invited may have nothing but an address yet. */
const calledBy = sql`coalesce(nullif(trim(${fullname}), ''), ${seatColumns.email})`

const statuses: Record<NonNullable<PeopleQuery['status']>, () => SQL | undefined> = {
  active: () => and(eq(seats.licensed, true), isNotNull(seatColumns.confirmedutc)),
  invited: () => isNull(seatColumns.confirmedutc),
  noseat: () => eq(seats.licensed, false),
}

const holds = (roleid: string) =>
  sql`EXISTS (SELECT 1 FROM json_each(${seats.roles}) WHERE value = ${roleid})`

export function listPeople(db: PlatformDb, accountid: string, query: PeopleQuery) {
  const where = and(
    eq(seats.accountid, accountid),
    query.archived ? undefined : eq(seats.archived, false),
    query.role ? holds(query.role) : undefined,
    query.status ? statuses[query.status]() : undefined,
    query.confirmed ? isNotNull(seatColumns.confirmedutc) : undefined,
    contains([fullname, seatColumns.email, seatColumns.phone] as never, query.search),
  )
  const sortable = {
    name: calledBy,
    email: seatColumns.email,
    phone: seatColumns.phone,
    lastseen: sql`coalesce(${seats.seenutc}, '')`,
    seat: seats.licensed,
  }
  const rows = selectSeats(db)
    .where(where)
    .orderBy(...orderByWords(sortable, query.sort, calledBy, ['lastseen']), asc(platformUsers.id))
    .limit(query.take ?? TAKE)
    .offset(query.skip ?? 0)
    .all()
  const total = db
    .select({ n: count() })
    .from(seats)
    .innerJoin(platformUsers, eq(platformUsers.id, seats.userid))
    .where(where)
    .get()
  return { rows, total: total?.n ?? 0 }
}

/** Who can sign in to the account with that role: seated, licensed and confirmed. */
export const listUserIdsWithRole = (db: PlatformDb, accountid: string, roleid: string): string[] =>
  db
    .select({ id: platformUsers.id })
    .from(seats)
    .innerJoin(platformUsers, eq(platformUsers.id, seats.userid))
    .where(
      and(
        eq(seats.accountid, accountid),
        eq(seats.archived, false),
        eq(seats.licensed, true),
        eq(platformUsers.archived, false),
        isNotNull(seatColumns.confirmedutc),
        holds(roleid),
      ),
    )
    .all()
    .map(({ id }) => id)

export const listUserAccountIds = (db: PlatformDb, userid: string): string[] =>
  db
    .select({ id: seats.accountid })
    .from(seats)
    .where(and(eq(seats.userid, userid), eq(seats.archived, false), isAccepted))
    .all()
    .map(({ id }) => id)

export const MOST_SEATS = 1000

const lines = statement((q, p: Params<{ accountid: string }>) =>
  q
    .select({
      id: seats.id,
      userid: platformUsers.id,
      firstname: seatColumns.firstname,
      lastname: seatColumns.lastname,
      email: seatColumns.email,
      confirmed: isTrue(isNotNull(seatColumns.confirmedutc)),
      /** JSON array of role ids. */
      roles: seats.roles,
      licensed: seats.licensed,
      seenutc: seats.seenutc,
    })
    .from(seats)
    .innerJoin(platformUsers, eq(platformUsers.id, seats.userid))
    .where(and(eq(seats.accountid, p.accountid), eq(seats.archived, false)))
    .orderBy(desc(seats.licensed), ...wordSortKeys(sql`trim(${fullname})`), asc(seatColumns.email))
    .limit(MOST_SEATS),
)
export type SeatLine = RowOf<typeof lines>

export const seatLines = (db: PlatformDb, accountid: string): SeatLine[] => lines.all(db, { accountid })

const counted = alias(seats, 'counted')

export const seatsUsedSubquery = (accountid: SQLWrapper) =>
  sql<number>`(SELECT count(*) FROM ${seats} AS ${counted}
    WHERE ${counted.accountid} = ${accountid} AND ${counted.archived} = 0 AND ${counted.licensed} = 1)`

const figures = statement((q, p: Params<{ accountid: string }>) =>
  q
    .select({
      utcexpires: accounts.utcexpires,
      seatspaid: accounts.seatspaid,
      platformowner: accounts.platformowner,
      seatsused: seatsUsedSubquery(accounts.id),
    })
    .from(accounts)
    .where(eq(accounts.id, p.accountid)),
)
type SeatFigures = RowOf<typeof figures>

export const seatFigures = (db: PlatformDb, accountid: string): SeatFigures =>
  figures.get(db, { accountid }) ?? { utcexpires: null, seatspaid: 0, platformowner: false, seatsused: 0 }
