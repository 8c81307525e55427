import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { accounts } from '#db/schema/platform/platform.ts'
import { tenantOutbox as outbox } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'

// The platform's file and the tenants' have the same table.
type AnyDb = PlatformDb | TenantDb

/** A mail that was given up waits for ever: it stays to be seen, and is never due. */
export const NEVER = '9999-12-31T23:59:59.999Z'

const mail = {
  id: outbox.id,
  payload: outbox.payload,
  createdutc: outbox.createdutc,
  attempts: outbox.attempts,
}
const waits = and(isNull(outbox.sentutc), eq(outbox.kind, 'mail'))

const due = statement((q, p: Params<{ now: string; limit: number }>) =>
  q
    .select(mail)
    .from(outbox)
    .where(and(waits, lte(outbox.nextutc, p.now)))
    .orderBy(asc(outbox.nextutc))
    .limit(p.limit),
)
export type DueMail = RowOf<typeof due>

export const dueMail = (db: AnyDb, now: string, limit: number) => due.all(db, { now, limit })

const dueById = statement((q, p: Params<{ now: string; id: string }>) =>
  q
    .select(mail)
    .from(outbox)
    .where(and(waits, lte(outbox.nextutc, p.now), eq(outbox.id, p.id))),
)

export const dueMailById = (db: AnyDb, now: string, id: string) => dueById.get(db, { now, id })

/** It is not to go out any more, and says so among what waits until it is purged. */
const WITHDRAWN = 'withdrawn'
const listed = and(isNull(outbox.sentutc), inArray(outbox.kind, ['mail', WITHDRAWN]))

const waitingMail = {
  ...mail,
  nextutc: outbox.nextutc,
  error: outbox.error,
  withdrawn: sql<boolean>`${outbox.kind} = ${sql.raw(`'${WITHDRAWN}'`)}`.mapWith(Boolean),
}
const SHOWN = 100

const waitingList = statement((q) =>
  q.select(waitingMail).from(outbox).where(listed).orderBy(desc(outbox.createdutc)).limit(SHOWN),
)
export type WaitingMailRow = RowOf<typeof waitingList>

/** What was not sent, also what was given up or withdrawn, the newest first. */
export const listWaitingMails = (db: AnyDb) => waitingList.all(db)

const waitingById = statement((q, p: Params<{ id: string }>) =>
  q
    .select(waitingMail)
    .from(outbox)
    .where(and(listed, eq(outbox.id, p.id))),
)

export const findWaitingMail = (db: AnyDb, id: string) => waitingById.get(db, { id })

export const rewriteMail = (db: AnyDb, id: string, payload: string) =>
  prepared(db, 'UPDATE outbox SET payload = ? WHERE id = ?').run([payload, id])

export const dropMail = (db: AnyDb, id: string) => prepared(db, 'DELETE FROM outbox WHERE id = ?').run([id])

/** As if it were written now: it waits, or is tried, for as long again. */
export const renewMail = (db: AnyDb, id: string, now: string) =>
  prepared(db, `UPDATE outbox SET createdutc = ?1, nextutc = ?1, attempts = 0, error = '' WHERE id = ?2`).run(
    [now, id],
  )

const next = statement((q) =>
  q
    .select({ nextutc: outbox.nextutc })
    .from(outbox)
    .where(and(waits, lt(outbox.nextutc, NEVER)))
    .orderBy(asc(outbox.nextutc))
    .limit(1),
)

export const nextMail = (db: AnyDb): string | null => next.get(db)?.nextutc ?? null

/** What a mail said is not kept once it is out: it may hold a link that signs somebody in. */
export const markSent = (db: AnyDb, id: string, now: string) =>
  prepared(db, `UPDATE outbox SET sentutc = ?, payload = '', error = '' WHERE id = ?`).run([now, id])

/** Tries again at `nextutc`. `attempt`: the server was asked; otherwise its turn had only not come. */
export const postpone = (db: AnyDb, id: string, nextutc: string, error: string, attempt: boolean) =>
  prepared(db, 'UPDATE outbox SET nextutc = ?, error = ?, attempts = attempts + ? WHERE id = ?').run([
    nextutc,
    error,
    attempt ? 1 : 0,
    id,
  ])

export const markUndeliverable = (db: AnyDb, id: string, error: string) =>
  postpone(db, id, NEVER, error, true)

/** All that waits, or what waits for one reason, is due at once, as after the settings of a mail server were changed. */
export const makeMailDue = (db: AnyDb, now: string, error: string | null = null) =>
  prepared(
    db,
    `UPDATE outbox SET nextutc = ?1 WHERE sentutc IS NULL AND nextutc > ?1 AND nextutc < '${NEVER}' AND kind = 'mail'
      AND (?2 IS NULL OR error = ?2)`,
  ).run([now, error])

type Withdrawn = { about: string; to?: string; only?: readonly string[]; why: string; now: string }

/**
 * What a server may have at this moment stays, and what was given up. `to` empty: whoever it is for; `only`: of those
 * with these ids.
 */
export const withdrawWaiting = (db: TenantDb, { about, to = '', only, why, now }: Withdrawn) =>
  prepared<{ id: string; recipient: string }>(
    db,
    `UPDATE outbox SET kind = '${WITHDRAWN}', error = ?1, nextutc = '${NEVER}'
     WHERE sentutc IS NULL AND about <> '' AND about = ?2 AND kind = 'mail' AND nextutc > ?3 AND nextutc < '${NEVER}'
       AND ?4 IN ('', recipient) AND (?5 IS NULL OR id IN (SELECT value FROM json_each(?5)))
     RETURNING id, recipient`,
  ).all([why, about, now, to, only ? JSON.stringify(only) : null])

export const purgeSent = (db: AnyDb, before: string) => {
  prepared(db, 'DELETE FROM outbox WHERE sentutc < ?').run([before])
  prepared(db, `DELETE FROM outbox WHERE sentutc IS NULL AND kind = '${WITHDRAWN}' AND createdutc < ?`).run([
    before,
  ])
}

const recipients = statement((q, p: Params<{ about: string; now: string }>) =>
  q
    .selectDistinct({ to: outbox.recipient })
    .from(outbox)
    .where(
      and(
        waits,
        gt(outbox.nextutc, p.now),
        lt(outbox.nextutc, NEVER),
        ne(outbox.about, ''),
        eq(outbox.about, p.about),
      ),
    ),
)

const ofPapers = statement((q, p: Params<{ first: string; second: string; now: string }>) =>
  q
    .select(mail)
    .from(outbox)
    .where(
      and(
        waits,
        gt(outbox.nextutc, p.now),
        lt(outbox.nextutc, NEVER),
        inArray(outbox.about, [p.first, p.second]),
      ),
    ),
)

/** What waits with one of two papers, and no server may have at this moment. */
export const listWaitingWith = (db: TenantDb, given: { first: string; second: string; now: string }) =>
  ofPapers.all(db, given)

/** To whom a mail with a paper still waits that no server may have at this moment. */
export const listWaitingRecipients = (db: TenantDb, given: { about: string; now: string }) =>
  recipients.all(db, given).flatMap(({ to }) => to || [])

const accountsInUse = statement((q) =>
  q.select({ id: accounts.id }).from(accounts).where(eq(accounts.archived, false)),
)

export const accountIds = (db: PlatformDb): string[] => accountsInUse.all(db).map(({ id }) => id)

export const dropWaiting = (db: AnyDb) => prepared(db, 'DELETE FROM outbox WHERE sentutc IS NULL').run()
