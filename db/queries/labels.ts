import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { equipment, inventory, storage } from '#db/schema/tenant/index.ts'
import { inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { wordSortKeys } from '#db/word-order.ts'
import { nameIn } from './names.ts'
import { containsAll, toGlobPatterns } from './search-patterns.ts'

export type LabelTable = 'equipment' | 'storage' | 'inventory'
type LabelRow = RowOf<ReturnType<typeof labels>>

export const MAX_LABELS = 1000

type Shown = { table: typeof equipment | typeof storage | typeof inventory; name: SQL; code: SQL; note: SQL }

const shown: Record<LabelTable, Shown> = {
  equipment: {
    table: equipment,
    name: sql`${equipment.name}`,
    code: sql`${equipment.barcode}`,
    note: sql`${equipment.model}`,
  },
  storage: { table: storage, name: sql`${storage.name}`, code: sql`${storage.barcode}`, note: sql`''` },
  inventory: {
    table: inventory,
    name: nameIn(inventory),
    code: sql`coalesce(nullif(${inventory.barcode}, ''), ${inventory.code})`,
    note: sql`CASE WHEN ${inventory.barcode} <> '' AND ${inventory.barcode} <> ${inventory.code} THEN ${inventory.code} ELSE '' END`,
  },
}

type Asked = { globs: string; ids: readonly string[] }

const labels = ({ table, name, code, note }: Shown, some: boolean) =>
  statement((q, p: Params<Asked>) =>
    q
      .select({
        id: sql<string>`${table.id}`,
        name: sql<string>`${name}`,
        code: sql<string>`${code}`,
        note: sql<string>`${note}`,
      })
      .from(table)
      .where(
        and(
          eq(table.archived, false),
          some ? inList(table.id, p.ids) : undefined,
          containsAll(sql`concat_ws(char(31), ${name}, ${code}, ${note})`, p.globs),
        ),
      )
      .orderBy(...wordSortKeys(name), asc(table.id))
      .limit(MAX_LABELS + 1),
  )

const both = (table: LabelTable) => ({
  all: labels(shown[table], false),
  some: labels(shown[table], true),
})
const statements = { equipment: both('equipment'), storage: both('storage'), inventory: both('inventory') }

export const labelRows = (
  db: TenantDb,
  table: LabelTable,
  search: string,
  ids?: readonly string[],
): LabelRow[] =>
  statements[table][ids ? 'some' : 'all'].all(db, { globs: toGlobPatterns(search), ids: ids ?? [] })
