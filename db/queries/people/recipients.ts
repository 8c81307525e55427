import { and, eq, or, sql } from 'drizzle-orm'
import { history, muted_jobs, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Recipients = { everybody: boolean; roleid: string; userids: readonly string[] }

const told = statement((q, p: Params<Recipients>) =>
  q
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.archived, false),
        or(
          sql`${p.everybody}`,
          inList(users.id, p.userids),
          sql`EXISTS (SELECT 1 FROM json_each(${users.roles}) WHERE value = ${p.roleid})`,
        ),
      ),
    ),
)

export const listRecipients = (
  db: TenantDb,
  to: { everybody?: boolean; roleid?: string | null; userids?: readonly string[] },
): string[] =>
  told
    .all(db, { everybody: to.everybody ?? false, roleid: to.roleid ?? '', userids: to.userids ?? [] })
    .map(({ id }) => id)

const muted = statement((q, p: Params<{ userid: string; jobid: string }>) =>
  q
    .select({ jobid: muted_jobs.jobid })
    .from(muted_jobs)
    .where(and(eq(muted_jobs.userid, p.userid), eq(muted_jobs.jobid, p.jobid))),
)

export const hasMuted = (db: TenantDb, userid: string, jobid: string): boolean =>
  Boolean(muted.get(db, { userid, jobid }))

const allMuted = statement((q, p: Params<{ userid: string; ids: readonly string[] }>) =>
  q
    .select({ jobid: muted_jobs.jobid })
    .from(muted_jobs)
    .where(and(eq(muted_jobs.userid, p.userid), inList(muted_jobs.jobid, p.ids))),
)

export const listMuted = (db: TenantDb, userid: string, ids: readonly string[]): Set<string> =>
  new Set(allMuted.all(db, { userid, ids }).map(({ jobid }) => jobid))

export const setMuted = (db: TenantDb, userid: string, jobid: string, mute: boolean) =>
  prepared(
    db,
    mute
      ? 'INSERT OR IGNORE INTO muted_jobs (userid, jobid) VALUES (?, ?)'
      : 'DELETE FROM muted_jobs WHERE userid = ? AND jobid = ?',
  ).run([userid, jobid])

const assigned = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      entityid: history.entityid,
      from: history.oldvalue,
      to: history.newvalue,
      dateutc: history.dateutc,
    })
    .from(history)
    .where(and(eq(history.entity, 'notifications'), inList(history.entityid, p.ids)))
    .orderBy(history.id),
)

/** Who assigned them to whom, the first first, by the notification with which each began. */
export const listAssignments = (db: TenantDb, originids: readonly string[]) =>
  Map.groupBy(assigned.all(db, { ids: originids }), ({ entityid }) => entityid)
