import { eq, sql } from 'drizzle-orm'
import { organisations, sequences } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const sequence = statement((q, p: Params<{ name: string }>) =>
  q.select({ next: sequences.next }).from(sequences).where(eq(sequences.name, p.name)),
)

export const peekNumber = (db: TenantDb, name: string): number => sequence.get(db, { name })?.next ?? 1

const prefixes = statement((q, p: Params<{ series: string }>) =>
  q
    .select({ id: organisations.id, prefix: organisations.prefix, next: sequences.next })
    .from(organisations)
    .leftJoin(sequences, eq(sequences.name, sql`${p.series} || ${organisations.id}`)),
)

/** What every organisation would number next; `series` begins the name of each. */
export const peekNumbers = (db: TenantDb, series: string) => prefixes.all(db, { series })

/** Takes the next number of a series; it comes back only if the transaction does. */
export const takeNumber = (db: TenantDb, name: string): number =>
  (prepared<RowOf<typeof sequence>>(
    db,
    `INSERT INTO sequences (name, next) VALUES (?, 2)
     ON CONFLICT (name) DO UPDATE SET next = next + 1 RETURNING next`,
  ).get([name])?.next ?? 2) - 1

/** From then on no number up to `used` is taken. */
export const raiseSequence = (db: TenantDb, name: string, used: number) =>
  prepared(
    db,
    'INSERT INTO sequences (name, next) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET next = max(next, ?2)',
  ).run([name, used + 1])
