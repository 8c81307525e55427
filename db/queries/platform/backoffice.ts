import { and, asc, count, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { contains, type ListQuery, orderBy, TAKE } from '#db/queries/lists.ts'
import { accountnotes, accounts, accountusage, platformUsers } from '#db/schema/platform/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'
import { seatsUsedSubquery } from './seats.ts'

const used = seatsUsedSubquery(accounts.id)
const lastseen = sql<string | null>`(SELECT max(s.seenutc) FROM seats s WHERE s.accountid = ${accounts.id})`
const stored = sql<number>`coalesce(${accountusage.dbbytes}, 0) + coalesce(${accountusage.filebytes}, 0)`

const shown = {
  id: accounts.id,
  version: accounts.version,
  archived: accounts.archived,
  name: accounts.name,
  reference: accounts.reference,
  primaryemail: accounts.primaryemail,
  primaryphone: accounts.primaryphone,
  utcexpires: accounts.utcexpires,
  subscribed: accounts.subscribed,
  size: accounts.size,
  seatspaid: accounts.seatspaid,
  platformowner: accounts.platformowner,
  createdutc: accounts.createdutc,
  seats: used,
  lastseenutc: lastseen,
  dbbytes: accountusage.dbbytes,
  filebytes: accountusage.filebytes,
  files: accountusage.files,
  measuredutc: accountusage.measuredutc,
}

const sortable: Record<string, SQL> = {
  name: sql`${accounts.name}`,
  reference: sql`${accounts.reference}`,
  primaryemail: sql`${accounts.primaryemail}`,
  size: sql`${accounts.size}`,
  seats: used,
  utcexpires: sql`coalesce(${accounts.utcexpires}, '9999')`,
  subscribed: sql`${accounts.subscribed}`,
  stored,
  lastseenutc: sql`coalesce(${lastseen}, '')`,
}

export type AccountsQuery = ListQuery & { stale?: boolean }

const lines = (db: PlatformDb) =>
  db.select(shown).from(accounts).leftJoin(accountusage, eq(accountusage.accountid, accounts.id))

export function listAccounts(db: PlatformDb, query: AccountsQuery, stalefrom: string) {
  const where = and(
    query.stale
      ? undefined
      : and(
          eq(accounts.archived, false),
          or(isNull(accounts.utcexpires), gte(accounts.utcexpires, stalefrom)),
        ),
    contains([accounts.name, accounts.reference, accounts.primaryemail], query.search),
  )
  // The page first: figures of rows that are only skipped need not be counted.
  const ids = db
    .select({ id: accounts.id })
    .from(accounts)
    .leftJoin(accountusage, eq(accountusage.accountid, accounts.id))
    .where(where)
    .orderBy(...orderBy(sortable, query.sort, accounts.name), asc(accounts.id))
    .limit(query.take ?? TAKE)
    .offset(query.skip ?? 0)
    .all()
    .map(({ id }) => id)
  const found = new Map(
    lines(db)
      .where(inArray(accounts.id, ids))
      .all()
      .map((row) => [row.id, row]),
  )
  const rows = ids.flatMap((id) => found.get(id) ?? [])
  const total = db.select({ n: count() }).from(accounts).where(where).get()?.n ?? 0
  return { rows, total }
}

export const backofficeLine = (db: PlatformDb, id: string) => lines(db).where(eq(accounts.id, id)).get()

// Asked the other way round, the seats of each person would be looked up one by one.
const noSeat = sql`${platformUsers.id} NOT IN (SELECT s.userid FROM seats s WHERE s.archived = 0
  AND s.accountid NOT IN (SELECT a.id FROM accounts a WHERE a.archived = 1))`

export function listOrphans(db: PlatformDb, query: ListQuery) {
  const where = and(
    noSeat,
    eq(platformUsers.archived, false),
    contains([platformUsers.firstname, platformUsers.lastname, platformUsers.email], query.search),
  )
  const name = sql`trim(${platformUsers.firstname} || ' ' || ${platformUsers.lastname})`
  const columns = { name, email: sql`${platformUsers.email}`, createdutc: sql`${platformUsers.createdutc}` }
  const rows = db
    .select({
      id: platformUsers.id,
      firstname: platformUsers.firstname,
      lastname: platformUsers.lastname,
      email: platformUsers.email,
      phone: platformUsers.phone,
      confirmedutc: platformUsers.confirmedutc,
      createdutc: platformUsers.createdutc,
      // Counted along: looking through everybody twice would cost twice.
      total: sql<number>`count(*) OVER ()`,
    })
    .from(platformUsers)
    .where(where)
    .orderBy(...orderBy(columns, query.sort, platformUsers.email), asc(platformUsers.id))
    .limit(query.take ?? TAKE)
    .offset(query.skip ?? 0)
    .all()
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const notes = (db: PlatformDb) =>
  db
    .select({
      id: accountnotes.id,
      version: accountnotes.version,
      account: accountnotes.accountid,
      note: accountnotes.note,
      added: accountnotes.added,
      hidden: accountnotes.hidden,
      firstname: platformUsers.firstname,
      lastname: platformUsers.lastname,
    })
    .from(accountnotes)
    .leftJoin(platformUsers, eq(platformUsers.id, accountnotes.userid))

export type NoteLine = NonNullable<ReturnType<typeof accountNoteById>>

export const MOST_NOTES = 500

export const accountNotes = (db: PlatformDb, accountid: string, hidden = false) =>
  notes(db)
    .where(and(eq(accountnotes.accountid, accountid), hidden ? undefined : eq(accountnotes.hidden, false)))
    .orderBy(desc(accountnotes.id))
    .limit(MOST_NOTES)
    .all()

export const accountNoteById = (db: PlatformDb, id: string) => notes(db).where(eq(accountnotes.id, id)).get()

const longestUnmeasured = statement((q, p: Params<{ since: string; most: number }>) =>
  q
    .select({
      id: accounts.id,
      filebytes: accountusage.filebytes,
      files: accountusage.files,
      measuredutc: accountusage.measuredutc,
    })
    .from(accounts)
    .leftJoin(accountusage, eq(accountusage.accountid, accounts.id))
    .where(or(isNull(accountusage.measuredutc), lt(accountusage.measuredutc, p.since)))
    .orderBy(asc(accountusage.measuredutc))
    .limit(p.most),
)
export type MeasuredAccount = RowOf<typeof longestUnmeasured>

export const listUnmeasured = (db: PlatformDb, since: string, most: number): MeasuredAccount[] =>
  longestUnmeasured.all(db, { since, most })
