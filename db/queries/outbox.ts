import { prepared } from '#db/sqlite.ts'
import type { PlatformDb, TenantDb } from '#db/types.ts'

type AnyDb = PlatformDb | TenantDb
export type Waiting = { id: string; payload: string; createdutc: string; attempts: number }

/** A mail that was given up waits for ever: it stays to be seen, and is never due. */
export const NEVER = '9999-12-31T23:59:59.999Z'

const WAITING = `SELECT id, payload, createdutc, attempts FROM outbox
  WHERE sentutc IS NULL AND nextutc <= ? AND kind = 'mail'`

/** The mails whose time has come, the longest waiting first. */
export const dueMail = (db: AnyDb, now: string, limit: number) =>
  prepared<Waiting>(db, `${WAITING} ORDER BY nextutc LIMIT ?`).all([now, limit])

export const dueMailById = (db: AnyDb, now: string, id: string) =>
  prepared<Waiting>(db, `${WAITING} AND id = ?`).get([now, id])

/** When the next mail of this file is due; null when none waits. */
export const nextMail = (db: AnyDb): string | null =>
  prepared<{ nextutc: string }>(
    db,
    `SELECT nextutc FROM outbox WHERE sentutc IS NULL AND nextutc < '${NEVER}' AND kind = 'mail'
     ORDER BY nextutc LIMIT 1`,
  ).get()?.nextutc ?? null

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

export const giveUp = (db: AnyDb, id: string, error: string) => postpone(db, id, NEVER, error, true)

/** Makes everything that waits due at once, as after the settings of a mail server were changed. */
export const makeMailDue = (db: AnyDb, now: string) =>
  prepared(
    db,
    `UPDATE outbox SET nextutc = ?1 WHERE sentutc IS NULL AND nextutc > ?1 AND nextutc < '${NEVER}' AND kind = 'mail'`,
  ).run([now])

/** Forgets what was sent before that day. */
export const forgetSent = (db: AnyDb, before: string) =>
  prepared(db, 'DELETE FROM outbox WHERE sentutc < ?').run([before])

/** Every account whose file may hold waiting mail. */
export const accountIds = (db: PlatformDb): string[] =>
  prepared<{ id: string }>(db, 'SELECT id FROM accounts WHERE archived = 0')
    .all()
    .map(({ id }) => id)
