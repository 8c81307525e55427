import { tenant } from '#db/schema/tenant/index.ts'
import { tableChanges } from '#db/sqlite.ts'
import { statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const position = statement((q) =>
  q.select({ seq: tenant.change_seq, referenceVersion: tenant.catalogue_seq }).from(tenant),
)

type Position = { seq: number; referenceVersion: number }

/** As the file has them: a write in a thread moves it before this process holds it anew. */
export const readStoredPosition = (db: TenantDb): Position =>
  position.get(db) ?? { seq: 0, referenceVersion: 0 }

const held = new WeakMap<TenantDb, Position>()

/** Of a file that this process alone writes: asking it costs a question in each read. */
export const cacheChangeCounters = (db: TenantDb, current: Position) => held.set(db, current)

/** The change counters: what is kept by id and version is checked against them. */
export function readPosition(db: TenantDb): Position {
  tableChanges(db)?.askedAll()
  const { seq, referenceVersion } = held.get(db) ?? readStoredPosition(db)
  return { seq, referenceVersion }
}

/** The number of the last change of a name, label or right. Whatever is kept by tables is kept by it too. */
export const readReferenceVersion = (db: TenantDb): number =>
  (held.get(db) ?? readStoredPosition(db)).referenceVersion
