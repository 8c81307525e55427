import { and, asc, desc, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm'
import { NEVER } from '#db/queries/outbox.ts'
import { platformOutbox } from '#db/schema/platform/index.ts'
import { prepared } from '#db/sqlite.ts'
import { statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

/** A mail of the platform as the operator sees it: never whom it goes to, nor what it says. */
const mail = {
  id: platformOutbox.id,
  createdutc: platformOutbox.createdutc,
  attempts: platformOutbox.attempts,
  error: platformOutbox.error,
  nextutc: platformOutbox.nextutc,
}
const waits = and(isNull(platformOutbox.sentutc), eq(platformOutbox.kind, 'mail'))
const SHOWN = 100

const isGivenUp = and(waits, gte(platformOutbox.nextutc, NEVER))
const isDelayed = and(waits, lt(platformOutbox.nextutc, NEVER), ne(platformOutbox.error, ''))
const mails = sql<number>`count(*)`.as('mails')

const givenUpCount = statement((q) => q.select({ mails }).from(platformOutbox).where(isGivenUp))
const delayedCount = statement((q) => q.select({ mails }).from(platformOutbox).where(isDelayed))

export const countUndeliverableMails = (db: PlatformDb): number => givenUpCount.get(db)?.mails ?? 0
export const countDelayedMails = (db: PlatformDb): number => delayedCount.get(db)?.mails ?? 0

const givenUp = statement((q) =>
  q.select(mail).from(platformOutbox).where(isGivenUp).orderBy(desc(platformOutbox.createdutc)).limit(SHOWN),
)

export const listUndeliverableMails = (db: PlatformDb) => givenUp.all(db)

const delayed = statement((q) =>
  q.select(mail).from(platformOutbox).where(isDelayed).orderBy(asc(platformOutbox.nextutc)).limit(SHOWN),
)

export const listDelayedMails = (db: PlatformDb) => delayed.all(db)

/** Makes a given-up mail due once more; it keeps its age and its tries. Returns how many there were: one, or none of that id. */
export const retryMail = (db: PlatformDb, id: string, now: string): number =>
  prepared(
    db,
    `UPDATE outbox SET nextutc = ?1, error = ''
     WHERE id = ?2 AND sentutc IS NULL AND nextutc >= '${NEVER}' AND kind = 'mail'`,
  ).run([now, id]).changes

export const deleteMail = (db: PlatformDb, id: string): number =>
  prepared(
    db,
    `DELETE FROM outbox WHERE id = ? AND sentutc IS NULL AND nextutc >= '${NEVER}' AND kind = 'mail'`,
  ).run([id]).changes
