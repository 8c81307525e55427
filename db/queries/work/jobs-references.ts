import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Next = { next: number }

/** The number that the next job would get. */
export const peekJobNumber = (db: TenantDb): number =>
  prepared<Next>(db, "SELECT next FROM sequences WHERE name = 'job'").get()?.next ?? 1

/** Takes the next number of jobs; whoever takes one never gives it back. */
export const takeJobNumber = (db: TenantDb): number =>
  (prepared<Next>(
    db,
    `INSERT INTO sequences (name, next) VALUES ('job', 2)
     ON CONFLICT (name) DO UPDATE SET next = next + 1 RETURNING next`,
  ).get()?.next ?? 2) - 1

export const isReferenceTaken = (db: TenantDb, reference: string): boolean =>
  prepared(db, 'SELECT 1 FROM jobs WHERE reference = ?').get([reference]) !== null
