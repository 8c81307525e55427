import {
  columnsRead,
  findUpdate,
  isOpening,
  listTouched,
  nameColumns,
  type Schema,
  type Update,
} from './table-columns.ts'

/**
 * The tables that a statement reads and writes, by the opcodes that SQLite made of it: also through triggers. What is read
 * stands there twice, as the table and with its columns: an update of some columns changes only what reads one of these.
 */
export type TablesUsed = { reads: readonly string[]; writes: readonly string[]; updates: readonly Update[] }

/** What a read asked for: tables by statement, or `all` where it asked for more than tables tell. */
type Asked = { reads: Set<readonly string[]>; all: boolean }

/** Of what a value was made: good until one of the tables changes. */
export type MadeOf = { at: number; tables: readonly string[] | 'all' }

/** Of all files, so that a file which is opened anew has changed since whatever was made before. */
let changes = 0

/** Which tables of an open file were changed when. A change that is undone counts too. */
export class TableChanges {
  readonly #changed = new Map<string, number>()
  #all = ++changes
  #latest = this.#all
  #asked: Asked | undefined

  uses({ reads, writes, updates }: TablesUsed) {
    if (this.#asked) this.#asked.reads.add(reads)
    for (const update of updates) this.changed(listTouched(update))
    if (writes.length > 0) this.changed(writes)
  }

  changed(tables: readonly string[]) {
    this.#latest = ++changes
    for (const table of tables) this.#changed.set(table, this.#latest)
  }

  /** By a thread, or by what is no statement of ours. */
  changedAll() {
    this.#all = ++changes
    this.#latest = this.#all
  }

  /** Something was asked that follows from any change, such as the change number. */
  askedAll() {
    if (this.#asked) this.#asked.all = true
  }

  /** What `run` reads, as far as it is done when it returns. */
  watch<T>(run: () => T): { value: T; made: MadeOf } {
    const [at, outer] = [changes, this.#asked]
    const asked: Asked = { reads: new Set(), all: false }
    this.#asked = asked
    try {
      const value = run()
      return { value, made: { at, tables: asked.all ? 'all' : [...new Set([...asked.reads].flat())] } }
    } finally {
      this.#asked = outer
      if (outer) addAsked(outer, asked)
    }
  }

  stands({ at, tables }: MadeOf): boolean {
    if (this.#latest <= at) return true
    if (tables === 'all' || this.#all > at) return false
    return tables.every((table) => (this.#changed.get(table) ?? 0) <= at)
  }

  /** What an answer asks for that is given from memory. */
  asks({ tables }: MadeOf) {
    if (!this.#asked) return
    if (tables === 'all') this.#asked.all = true
    else this.#asked.reads.add(tables)
  }
}

function addAsked(outer: Asked, { reads, all }: Asked) {
  for (const one of reads) outer.reads.add(one)
  outer.all ||= all
}

export type Opcode = { addr: number; opcode: string; p1: number; p2: number; p3: number; p4: unknown }

/** Runs a statement once, on the file whose statements are looked at. */
export type Ask = (text: string) => Record<string, unknown>[]

const schemas = new WeakMap<object, Schema>()
/** All tenants' files have one schema: what a text uses in one it uses in each. */
const known = new Map<string, TablesUsed>()
const MOST_KNOWN = 5_000

const SILENT = /^\s*(begin|commit|rollback|savepoint|release)\b/i

export function tablesUsed(file: object, text: string, ask: Ask): TablesUsed {
  const found = known.get(text) ?? explain(file, text, ask)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, found)
  return found
}

function explain(file: object, text: string, ask: Ask): TablesUsed {
  if (SILENT.test(text)) return { reads: [], writes: [], updates: [] }
  const schema = readSchema(file, ask)
  const opcodes = ask(`EXPLAIN ${text}`) as Opcode[]
  const [reads, writes] = [new Set<string>(), new Set<string>()]
  const updates: Update[] = []
  let update = findUpdate(text)
  for (const [n, { addr, opcode, p1, p2, p3, p4 }] of opcodes.entries()) {
    // After its own opcodes come those of its triggers, where each step begins with its text.
    if (addr === 0 && n > 0) update = undefined
    if (opcode === 'Trace') update = findUpdate(String(p4).replace('-- ', ''))
    if (isOpening(opcode)) reads.add(tableAt(schema, p2, p3))
    if (opcode === 'OpenWrite') {
      const table = tableAt(schema, p2, p3)
      if (update?.table !== table) writes.add(table)
      else if (!updates.includes(update)) updates.push(update)
    }
    if (opcode === 'Clear') writes.add(tableAt(schema, p1, p2))
    // Which one stands in no opcode: of those that are read the text has the name, others a trigger writes.
    if (opcode === 'VOpen') for (const name of schema.virtual) if (text.includes(name)) reads.add(name)
    if (opcode === 'VUpdate') for (const name of schema.virtual) writes.add(name)
  }
  // What is written is looked at too.
  const tables = new Set([...reads, ...writes, ...updates.map(({ table }) => table)])
  const isRead = writes.size + updates.length === 0
  const columns = isRead ? columnsRead(schema, opcodes, ask) : new Map<string, ReadonlySet<string>>()
  return {
    reads: [...tables].flatMap((table) => [table, nameColumns(table, columns.get(table))]),
    writes: [...writes],
    updates,
  }
}

/** The first file is the tenant's, the second holds what is temporary. */
const tableAt = ({ roots }: Schema, root: number, file: number) =>
  (file === 0 ? roots.get(root)?.table : undefined) ?? `${file} ${root}`

function readSchema(file: object, ask: Ask): Schema {
  const version = ask('PRAGMA schema_version')[0]?.schema_version
  const schema = schemas.get(file)
  if (schema && schema.version === version) return schema
  const rows = ask("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE type <> 'trigger'")
  const made: Schema = {
    version,
    roots: new Map(
      rows.map(({ type, name, tbl_name, rootpage }) => [
        rootpage,
        { type: String(type), name: String(name), table: String(tbl_name) },
      ]),
    ),
    trees: new Map(),
    virtual: rows.flatMap(({ sql, tbl_name }) =>
      String(sql).startsWith('CREATE VIRTUAL') ? String(tbl_name) : [],
    ),
  }
  schemas.set(file, made)
  return made
}
