import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { TenantDb } from '#db/types.ts'
import type { AnyTable } from './crud.ts'
import { nameIn } from './names.ts'

export type LinkTable = { table: SQLiteTable; owner: SQLiteColumn; other: SQLiteColumn; to: AnyTable }
export type NamedRecord = { id: string; name: string }

export function listLinks(db: TenantDb, { table, owner, other, to }: LinkTable, owners: readonly string[]) {
  const rows = db
    .select({ owner: sql<string>`${owner}`, id: sql<string>`${to.id}`, name: nameIn(to) })
    .from(table)
    .innerJoin(to, eq(to.id, other))
    .where(inArray(owner, [...owners]))
    .orderBy(asc(nameIn(to)))
    .all()
  const groups = Map.groupBy(rows, (row) => row.owner)
  return new Map(owners.map((id): [string, NamedRecord[]] => [id, (groups.get(id) ?? []).map(toNamedRecord)]))
}

const toNamedRecord = ({ id, name }: NamedRecord): NamedRecord => ({ id, name })

export const listNamed = (db: TenantDb, to: AnyTable, ids: readonly string[]): NamedRecord[] =>
  ids.length === 0
    ? []
    : db
        .select({ id: sql<string>`${to.id}`, name: nameIn(to) })
        .from(to as SQLiteTable)
        .where(inArray(to.id, [...ids]))
        .orderBy(asc(nameIn(to)))
        .all()

export function replaceLinks(
  db: TenantDb,
  { table, owner, other }: LinkTable,
  id: string,
  ids: readonly string[],
) {
  db.delete(table).where(eq(owner, id)).run()
  if (ids.length > 0)
    db.insert(table)
      .values(ids.map((to) => ({ [owner.name]: id, [other.name]: to })) as never)
      .run()
}
