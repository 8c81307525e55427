import { asc, eq, gte, sql } from 'drizzle-orm'
import type { accounts } from '#db/schema/platform/index.ts'
import { audit, platformUsers, seats } from '#db/schema/platform/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'
import { wordSortKeys } from '#db/word-order.ts'
import { seatColumns } from './seats.ts'

export type AuditLine = Pick<
  typeof audit.$inferSelect,
  'id' | 'dateutc' | 'what' | 'detail' | 'address' | 'userid'
> & {
  name: string | null
  email: (typeof platformUsers.$inferSelect)['email'] | null
  accountname: (typeof accounts.$inferSelect)['name'] | null
}

/** `from` and `until` are instants, `before` the oldest line already seen. */
type AuditQuery = {
  take: number
  before?: number
  whats: readonly string[]
  userid?: string
  from?: string
  until?: string
}

// Text: each branch of the unions below is cut to a page by an index of its own.
const LINES = `
  SELECT a.id, a.dateutc, a.what, a.detail, a.address, a.userid,
    nullif(trim(u.firstname || ' ' || u.lastname), '') AS name, u.email, c.name AS accountname
  FROM audit a LEFT JOIN users u ON u.id = a.userid LEFT JOIN accounts c ON c.id = a.accountid`

const newest = (condition: string, at = 'audit') => `
  SELECT id FROM ${at} WHERE ${condition}
    AND id < :before AND id >= :since AND what IN (SELECT value FROM json_each(:whats))
  ORDER BY id DESC LIMIT :take`

/**
 * Only while they had a seat. Nothing of who never opened it: anybody may be given a seat unasked, and from where they
 * sign in to their own business must not be had for the price of their e-mail.
 */
const PEOPLE = `
  SELECT u.id, u.email, s.createdutc AS came, CASE s.archived WHEN 0 THEN '9999' ELSE s.updatedutc END AS went
  FROM seats s JOIN users u ON u.id = s.userid
  WHERE s.accountid = :accountid AND s.invited IS NULL AND (:userid IS NULL OR s.userid = :userid)
    AND (s.seenutc IS NOT NULL
      OR EXISTS (SELECT 1 FROM sessions o WHERE o.userid = s.userid AND o.accountid = s.accountid))`

const within = 'x.dateutc >= p.came AND x.dateutc <= p.went'

const OF_ACCOUNT = `
  WITH p AS MATERIALIZED (${PEOPLE})
  ${LINES}
  WHERE a.id IN (
    SELECT id FROM (${newest('accountid = :accountid AND (:userid IS NULL OR userid = :userid)')})
    UNION
    SELECT x.id FROM p JOIN audit x ON x.id IN (${newest('userid = p.id AND accountid IS NULL')}) WHERE ${within}
    UNION
    SELECT x.id FROM p JOIN audit x ON x.id IN (
      ${newest("what = 'signinfailed' AND detail = p.email")}) WHERE ${within}
  )
  ORDER BY a.id DESC LIMIT :take`

export const listAccountAudit = (db: PlatformDb, accountid: string, query: AuditQuery): AuditLine[] =>
  prepared<AuditLine>(db, OF_ACCOUNT).all({ ...range(db, query), accountid, userid: query.userid ?? null })

const OF_ALL = `
  ${LINES}
  WHERE a.id IN (SELECT x.id FROM json_each(:whats) AS w JOIN audit x ON x.id IN (
    SELECT id FROM audit WHERE what = w.value AND id < :before AND id >= :since ORDER BY id DESC LIMIT :take))
  ORDER BY a.id DESC LIMIT :take`

const OF_PERSON = `
  ${LINES}
  WHERE a.id IN (
    SELECT id FROM (${newest('userid = :userid')})
    UNION
    SELECT id FROM (${newest("what = 'signinfailed' AND detail = (SELECT email FROM users WHERE id = :userid)")})
  )
  ORDER BY a.id DESC LIMIT :take`

export const listPlatformAudit = (db: PlatformDb, query: AuditQuery): AuditLine[] => {
  const { userid } = query
  const values = range(db, query)
  return userid
    ? prepared<AuditLine>(db, OF_PERSON).all({ ...values, userid })
    : prepared<AuditLine>(db, OF_ALL).all(values)
}

const firstSince = statement((q, p: Params<{ instant: string }>) =>
  q
    .select({ id: audit.id })
    .from(audit)
    .where(gte(audit.dateutc, p.instant))
    .orderBy(asc(audit.dateutc), asc(audit.id))
    .limit(1),
)

/** Lines are written in the order of time, so a span of time is a span of ids. */
function range(db: PlatformDb, { take, before, whats, from, until }: AuditQuery) {
  const firstAt = (instant: string | undefined) =>
    instant === undefined ? undefined : firstSince.get(db, { instant })?.id
  const none = Number.MAX_SAFE_INTEGER
  return {
    take,
    whats: JSON.stringify(whats),
    since: from === undefined ? 0 : (firstAt(from) ?? none),
    before: Math.min(before ?? none, firstAt(until) ?? none),
  }
}

const label = sql<string>`coalesce(nullif(trim(${seatColumns.firstname} || ' ' || ${seatColumns.lastname}), ''), ${seatColumns.email})`

const people = statement((q, p: Params<{ accountid: string }>) =>
  q
    .select({ value: platformUsers.id, label })
    .from(seats)
    .innerJoin(platformUsers, eq(platformUsers.id, seats.userid))
    .where(eq(seats.accountid, p.accountid))
    .orderBy(...wordSortKeys(label)),
)

export const listAuditedPeople = (db: PlatformDb, accountid: string) => people.all(db, { accountid })
