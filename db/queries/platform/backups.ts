import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { accounts, backup_schedule, backups } from '#db/schema/platform/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

const due = statement((q, p: Params<{ now: string; latest: string }>) =>
  q
    .select({ id: accounts.id, name: accounts.name, dueutc: backup_schedule.dueutc })
    .from(backup_schedule)
    .innerJoin(accounts, eq(accounts.id, backup_schedule.accountid))
    .where(
      and(
        or(lte(backup_schedule.dueutc, p.now), gt(backup_schedule.dueutc, p.latest)),
        isNull(accounts.copyof),
      ),
    )
    .orderBy(asc(backup_schedule.dueutc))
    .limit(1),
)
export type DueBackup = RowOf<typeof due>

/** The account, no copy of another, that waits longest since `now`, or for longer than until `latest`. */
export const findDueBackup = (db: PlatformDb, now: string, latest: string): DueBackup | null =>
  due.get(db, { now, latest })

const unscheduled = statement((q, p: Params<{ most: number }>) =>
  q
    .select({ id: accounts.id })
    .from(accounts)
    .leftJoin(backup_schedule, eq(backup_schedule.accountid, accounts.id))
    .where(and(isNull(backup_schedule.accountid), isNull(accounts.copyof)))
    .limit(p.most),
)

export const listWithoutSchedule = (db: PlatformDb, most: number) => unscheduled.all(db, { most })

const plannedElse = statement((q, p: Params<{ hour: number; now: string; most: number }>) =>
  q
    .select({ accountid: backup_schedule.accountid, checkedutc: backup_schedule.checkedutc })
    .from(backup_schedule)
    .where(and(sql`${backup_schedule.hour} IS NOT ${p.hour}`, gt(backup_schedule.dueutc, p.now)))
    .limit(p.most),
)

/** Accounts whose next backup is to come, and was planned for another hour of the day. */
export const listPlannedElse = (db: PlatformDb, asked: { hour: number; now: string; most: number }) =>
  plannedElse.all(db, asked)

type Planned = { dueutc: string; hour: number; checkedutc?: string | null }

export const scheduleBackup = (db: PlatformDb, accountid: string, planned: Planned) =>
  db
    .insert(backup_schedule)
    .values({ accountid, ...planned })
    .onConflictDoUpdate({ target: backup_schedule.accountid, set: planned })
    .run()

const schedule = statement((q, p: Params<{ accountid: string }>) =>
  q
    .select({ dueutc: backup_schedule.dueutc, checkedutc: backup_schedule.checkedutc })
    .from(backup_schedule)
    .where(eq(backup_schedule.accountid, p.accountid)),
)

export const findBackupSchedule = (db: PlatformDb, accountid: string) => schedule.get(db, { accountid })

const copies = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, p.id), isNotNull(accounts.copyof))),
)

/** Whether an account is the copy of another, to read alone. */
export const isCopy = (db: PlatformDb, id: string): boolean => copies.get(db, { id }) !== null

const ofAccount = statement((q, p: Params<{ accountid: string }>) =>
  q
    .select({
      id: backups.id,
      madeutc: backups.madeutc,
      state: backups.state,
      name: backups.name,
      bytes: backups.bytes,
      files: backups.files,
      seq: backups.seq,
      detail: backups.detail,
    })
    .from(backups)
    .where(eq(backups.accountid, p.accountid))
    .orderBy(desc(backups.madeutc), desc(backups.id)),
)
export type BackupLine = RowOf<typeof ofAccount>

/** Newest first. As many as are kept, and some that failed. */
export const listBackups = (db: PlatformDb, accountid: string): BackupLine[] =>
  ofAccount.all(db, { accountid })

export const addBackup = (db: PlatformDb, backup: typeof backups.$inferInsert) =>
  db.insert(backups).values(backup).run()

export const removeBackup = (db: PlatformDb, id: string) => db.delete(backups).where(eq(backups.id, id)).run()

const newest = statement((q) =>
  q
    .selectDistinct({
      id: accounts.id,
      name: accounts.name,
      madeutc: backups.madeutc,
      detail: backups.detail,
    })
    .from(backups)
    .innerJoin(accounts, eq(accounts.id, backups.accountid))
    .where(ne(backups.state, 'sound'))
    .orderBy(desc(backups.madeutc)),
)

const newerSound = statement((q, p: Params<{ accountid: string }>) =>
  q
    .select({ madeutc: backups.madeutc })
    .from(backups)
    .where(and(eq(backups.accountid, p.accountid), eq(backups.state, 'sound')))
    .orderBy(desc(backups.madeutc))
    .limit(1),
)

const soundOnes = statement((q) =>
  q.select({ id: backups.id }).from(backups).where(eq(backups.state, 'sound')).limit(1),
)

export const hasSoundBackup = (db: PlatformDb): boolean => soundOnes.get(db) !== null

/** Accounts whose newest try is not a sound backup, each with what went wrong last. */
export function listFailingBackups(db: PlatformDb) {
  const seen = new Set<string>()
  return newest.all(db).filter(({ id, madeutc }) => {
    if (seen.has(id)) return false
    seen.add(id)
    const sound = newerSound.get(db, { accountid: id })
    return !sound || sound.madeutc < madeutc
  })
}
