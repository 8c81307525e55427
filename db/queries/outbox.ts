import { and, asc, desc, eq, isNull, lt, lte } from 'drizzle-orm'
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

const waitingMail = { ...mail, nextutc: outbox.nextutc, error: outbox.error }
const SHOWN = 100

const waitingList = statement((q) =>
  q.select(waitingMail).from(outbox).where(waits).orderBy(desc(outbox.createdutc)).limit(SHOWN),
)
export type WaitingMailRow = RowOf<typeof waitingList>

/** What was not sent, also what was given up, the newest first. */
export const listWaitingMails = (db: AnyDb) => waitingList.all(db)

const waitingById = statement((q, p: Params<{ id: string }>) =>
  q
    .select(waitingMail)
    .from(outbox)
    .where(and(waits, eq(outbox.id, p.id))),
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

/** Makes everything that waits due at once, as after the settings of a mail server were changed. */
export const makeMailDue = (db: AnyDb, now: string) =>
  prepared(
    db,
    `UPDATE outbox SET nextutc = ?1 WHERE sentutc IS NULL AND nextutc > ?1 AND nextutc < '${NEVER}' AND kind = 'mail'`,
  ).run([now])

export const purgeSent = (db: AnyDb, before: string) =>
  prepared(db, 'DELETE FROM outbox WHERE sentutc < ?').run([before])

const accountsInUse = statement((q) =>
  q.select({ id: accounts.id }).from(accounts).where(eq(accounts.archived, false)),
)

export const accountIds = (db: PlatformDb): string[] => accountsInUse.all(db).map(({ id }) => id)

export const dropWaiting = (db: AnyDb) => prepared(db, 'DELETE FROM outbox WHERE sentutc IS NULL').run()
