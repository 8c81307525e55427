import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Next = { next: number }

/** The number that a series would give next. */
export const peekNumber = (db: TenantDb, name: string): number =>
  prepared<Next>(db, 'SELECT next FROM sequences WHERE name = ?').get([name])?.next ?? 1

/** Takes the next number of a series; it comes back only if the transaction does. */
export const takeNumber = (db: TenantDb, name: string): number =>
  (prepared<Next>(
    db,
    `INSERT INTO sequences (name, next) VALUES (?, 2)
     ON CONFLICT (name) DO UPDATE SET next = next + 1 RETURNING next`,
  ).get([name])?.next ?? 2) - 1
