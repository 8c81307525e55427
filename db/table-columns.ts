import type { Ask, Opcode } from './table-changes.ts'

/** By their root pages. `trees`: what is known of them by now. */
export type Schema = {
  version: unknown
  roots: ReadonlyMap<unknown, { type: string; name: string; table: string }>
  trees: Map<unknown, Tree>
  virtual: readonly string[]
}

/** A table, or an index of it. */
type Tree = {
  table: string
  /** In the order in which a row holds them; absent where it follows from others as well. */
  columns?: readonly string[]
  /** What is read of it in any case: of an index all that it holds, of a table what a row is found by. */
  key: readonly string[]
}

/** What SQLite generates follows from other columns; without a rowid, a row holds its columns in another order. */
const COLUMNS = (name: string) =>
  `SELECT c.name, c.pk AS key, c.hidden OR m.sql LIKE '%WITHOUT%ROWID%' AS follows
   FROM sqlite_schema AS m CROSS JOIN pragma_table_xinfo(m.name) AS c
   WHERE m.type = 'table' AND m.name = '${name}' ORDER BY c.cid`

/** Of some rows alone, or of an expression, an index follows from columns that it does not hold. */
const ENTRIES = (name: string) =>
  `SELECT c.name, 1 AS key, c.cid < -1 OR coalesce(m.sql, '') LIKE '%WHERE%' AS follows
   FROM sqlite_schema AS m CROSS JOIN pragma_index_xinfo(m.name) AS c
   WHERE m.type = 'index' AND m.name = '${name}' AND c.cid <> -1 ORDER BY c.seqno`

function treeAt({ roots, trees }: Schema, root: number, ask: Ask): Tree | undefined {
  const at = roots.get(root)
  if (!at) return
  const known = trees.get(root)
  if (known) return known
  const { type, table } = at
  const name = at.name.replaceAll("'", "''")
  const rows = ask(type === 'index' ? ENTRIES(name) : COLUMNS(name))
  const names = (of: typeof rows) => of.map((row) => String(row.name).toLowerCase())
  const tree = rows.some(({ follows }) => follows)
    ? { table, key: [] }
    : { table, columns: names(rows), key: names(rows.filter(({ key }) => key)) }
  trees.set(root, tree)
  return tree
}

/** Of each table that is read in part, by the opcodes that open something and those that take a cell of a row. */
export function columnsRead(schema: Schema, opcodes: readonly Opcode[], ask: Ask) {
  const found = new Map<string, Set<string>>()
  const cursors = new Map<number, Tree[]>()
  const whole = new Set<string>()
  for (const { opcode, p1, p2, p3 } of opcodes) {
    const tree = isOpening(opcode) && p3 === 0 ? treeAt(schema, p2, ask) : undefined
    if (!tree) continue
    cursors.set(p1, [...(cursors.get(p1) ?? []), tree])
    found.set(tree.table, (found.get(tree.table) ?? new Set()).union(new Set(tree.key)))
    if (!tree.columns) whole.add(tree.table)
  }
  for (const { opcode, p1, p2 } of opcodes) {
    if (opcode !== 'Column' && opcode !== 'RowData') continue
    for (const { table, columns } of cursors.get(p1) ?? []) {
      const name = opcode === 'Column' ? columns?.[p2] : undefined
      if (name === undefined) whole.add(table)
      else found.get(table)?.add(name)
    }
  }
  for (const table of whole) found.delete(table)
  return found
}

export const isOpening = (opcode: string) => opcode === 'OpenRead' || opcode === 'ReopenIdx'

/** An update that sets these columns of a table and no others. */
export type Update = { table: string; columns: ReadonlySet<string>; names: string[]; known: number }

const UPDATE = /^\s*UPDATE\s+["`]?(\w+)["`]?\s+SET\s/i
const PARTS = /'[^']*'|"[^"]*"|`[^`]*`|[(),]|(?<!\bDISTINCT\s+)\bFROM\b|\b(?:WHERE|RETURNING)\b|$/gi
const SET = /^\s*["`]?(\w+)["`]?\s*=/

/** Undefined for any other statement, and for one that may set more than it names. */
export function findUpdate(text: string): Update | undefined {
  const [start = '', table] = UPDATE.exec(text) ?? []
  if (!table || /--|\/\*/.test(text)) return
  const columns = new Set<string>()
  const rest = text.slice(start.length)
  let [depth, from] = [0, 0]
  for (const { 0: part, index } of rest.matchAll(PARTS)) {
    if (part === '(') depth++
    else if (part === ')') depth--
    else if (depth === 0 && !/^['"`]/.test(part)) {
      const [, column] = SET.exec(rest.slice(from, index)) ?? []
      if (!column) return
      columns.add(column.toLowerCase())
      from = index + 1
      if (part !== ',') return { table, columns, names: [], known: 0 }
    }
  }
  return
}

const read = new Map<string, Map<string, ReadonlySet<string> | undefined>>()

/** A table with the columns of it that something reads; without any, all that there are. */
export function nameColumns(table: string, columns?: ReadonlySet<string>): string {
  const name = `${table}(${columns ? [...columns].sort() : '*'})`
  const ofTable = read.get(table) ?? new Map<string, ReadonlySet<string> | undefined>()
  read.set(table, ofTable.set(name, columns))
  return name
}

/** By the names that were given so far: whoever reads by another one later reads what is written by then. */
export function listTouched(update: Update): readonly string[] {
  const { table, columns } = update
  const ofTable = read.get(table)
  if (ofTable && ofTable.size !== update.known) {
    update.known = ofTable.size
    update.names = [...ofTable].flatMap(([name, of]) => (of?.isDisjointFrom(columns) ? [] : name))
  }
  return update.names
}
