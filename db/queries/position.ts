import { tenant } from '#db/schema/tenant/index.ts'
import { statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const position = statement((q) =>
  q.select({ seq: tenant.change_seq, referenceVersion: tenant.catalogue_seq }).from(tenant),
)

type Position = { seq: number; referenceVersion: number }

export const readStoredPosition = (db: TenantDb): Position =>
  position.get(db) ?? { seq: 0, referenceVersion: 0 }

type Held = Position & { /** Writes that threw since the file was opened. */ thrown: number }

const held = new WeakMap<TenantDb, Held>()

/** Of a file that this process alone writes: asking it costs a question in each read. */
export const holdPosition = (db: TenantDb, current: Held) => held.set(db, current)

/** The change counters: what is kept by id and version is checked against them. */
export const readPosition = (db: TenantDb): Position => held.get(db) ?? readStoredPosition(db)

/** What a write saw of its own changes must answer nobody once it threw. */
export function readCacheVersion(db: TenantDb): string {
  const { referenceVersion, thrown } = held.get(db) ?? { ...readStoredPosition(db), thrown: 0 }
  return `${referenceVersion} ${thrown}`
}
