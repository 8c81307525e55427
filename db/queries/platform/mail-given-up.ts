import { NEVER } from '#db/queries/outbox.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

/** A mail of the platform as the operator sees it: never whom it goes to, nor what it says. */
export type WaitingMail = { id: string; createdutc: string; attempts: number; error: string; nextutc: string }

const SHOWN = 100
const COLUMNS = 'id, createdutc, attempts, error, nextutc'

/** Those that were given up, the newest first. */
export const givenUpMails = (db: PlatformDb) =>
  prepared<WaitingMail>(
    db,
    `SELECT ${COLUMNS} FROM outbox WHERE sentutc IS NULL AND nextutc >= '${NEVER}' AND kind = 'mail'
     ORDER BY createdutc DESC LIMIT ${SHOWN}`,
  ).all()

/** Those that still wait and were refused at least once, or cannot go for want of a server, the longest waiting first. */
export const delayedMails = (db: PlatformDb) =>
  prepared<WaitingMail>(
    db,
    `SELECT ${COLUMNS} FROM outbox WHERE sentutc IS NULL AND nextutc < '${NEVER}' AND kind = 'mail' AND error <> ''
     ORDER BY nextutc LIMIT ${SHOWN}`,
  ).all()

/** Makes a given-up mail due once more; it keeps its age and its tries. Returns how many there were: one, or none of that id. */
export const reviveMail = (db: PlatformDb, id: string, now: string): number =>
  prepared(
    db,
    `UPDATE outbox SET nextutc = ?1, error = ''
     WHERE id = ?2 AND sentutc IS NULL AND nextutc >= '${NEVER}' AND kind = 'mail'`,
  ).run([now, id]).changes

/** Drops a given-up mail, with what it said. */
export const dropMail = (db: PlatformDb, id: string): number =>
  prepared(
    db,
    `DELETE FROM outbox WHERE id = ? AND sentutc IS NULL AND nextutc >= '${NEVER}' AND kind = 'mail'`,
  ).run([id]).changes
