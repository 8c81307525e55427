import { eq } from 'drizzle-orm'
import { reportschedules } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const active = statement((q) => q.select().from(reportschedules).where(eq(reportschedules.archived, false)))

export type ReportSchedule = typeof reportschedules.$inferSelect

export const listReportSchedules = (db: TenantDb): ReportSchedule[] => active.all(db)

type Recipient = { id: string; name: string; email: string }

export const listReportRecipients = (db: TenantDb, scheduleid: string): Recipient[] =>
  prepared<Recipient>(
    db,
    `SELECT u.id, u.email, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email) AS name
     FROM reportschedule_users r JOIN users u ON u.id = r.userid WHERE r.scheduleid = ? AND u.archived = 0
     ORDER BY u.email`,
  ).all([scheduleid])

/** Not a change of the record: nobody made one. */
export const setReportOutcome = (db: TenantDb, id: string, lastutc: string | null, outcome: string) =>
  prepared(db, 'UPDATE reportschedules SET lastutc = ?, outcome = ? WHERE id = ?').run([lastutc, outcome, id])
