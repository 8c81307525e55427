import { and, eq } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { TenantDb } from '#db/types.ts'

type Choosable = SQLiteTable & { id: SQLiteColumn; archived: SQLiteColumn } & (
    | { name: SQLiteColumn }
    | { firstname: SQLiteColumn; lastname: SQLiteColumn }
  )

/** As long lists stand in the file: 9 before 10, É with E. */
const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

type SelectOption = { value: string; label: string }

/** What a drop-down offers of a table: everything not archived, by name. For lists of hundreds, not thousands. */
export function listOptions(
  db: TenantDb,
  table: Choosable,
  only: Record<string, unknown> = {},
): SelectOption[] {
  const first = 'name' in table ? table.name : table.firstname
  const last = 'name' in table ? table.name : table.lastname
  return db
    .select({ id: table.id, first, last })
    .from(table as SQLiteTable)
    .where(and(eq(table.archived, false), ...columnsEqual(table, only)))
    .all()
    .map((row) => ({
      value: String(row.id),
      label: 'name' in table ? String(row.first) : `${row.first} ${row.last}`.trim(),
    }))
    .sort((a, b) => inOrder.compare(a.label, b.label))
}

const columnsEqual = (table: Choosable, only: Record<string, unknown>) =>
  Object.entries(only).map(([column, value]) =>
    eq((table as unknown as Record<string, SQLiteColumn>)[column]!, value),
  )

/** An archived record is offered to nobody, yet stays where it was chosen. */
export const withChosen = (options: SelectOption[], value: unknown, label: string): SelectOption[] =>
  typeof value !== 'string' || !value || options.some((one) => one.value === value)
    ? options
    : [{ value, label }, ...options]
