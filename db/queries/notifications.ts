import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export const unreadCount = (db: TenantDb, userid: string): number =>
  prepared<{ n: number }>(
    db,
    'SELECT count(*) AS n FROM notifications WHERE userid = ? AND readutc IS NULL',
  ).get([userid])?.n ?? 0
