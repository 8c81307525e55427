/** The tables that a statement reads and writes, by the opcodes that SQLite made of it: also through triggers. */
export type TablesUsed = { reads: readonly string[]; writes: readonly string[] }

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

  uses({ reads, writes }: TablesUsed) {
    if (this.#asked) this.#asked.reads.add(reads)
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

type Schema = { version: unknown; tables: Map<unknown, string>; virtual: string[] }
type Opcode = { opcode: string; p1: number; p2: number; p3: number }

/** Runs a statement once, on the file whose statements are looked at. */
type Ask = (text: string) => Record<string, unknown>[]

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
  if (SILENT.test(text)) return { reads: [], writes: [] }
  const { tables, virtual } = readSchema(file, ask)
  const [reads, writes] = [new Set<string>(), new Set<string>()]
  for (const { opcode, p1, p2, p3 } of ask(`EXPLAIN ${text}`) as Opcode[]) {
    if (opcode === 'OpenRead' || opcode === 'ReopenIdx') reads.add(tableAt(tables, p2, p3))
    if (opcode === 'OpenWrite') writes.add(tableAt(tables, p2, p3))
    if (opcode === 'Clear') writes.add(tableAt(tables, p1, p2))
    // Which one stands in no opcode: of those that are read the text has the name, others a trigger writes.
    if (opcode === 'VOpen') for (const name of virtual) if (text.includes(name)) reads.add(name)
    if (opcode === 'VUpdate') for (const name of virtual) writes.add(name)
  }
  // What is written is looked at too.
  return { reads: [...reads.union(writes)], writes: [...writes] }
}

/** The first file is the tenant's, the second holds what is temporary. */
const tableAt = (tables: Schema['tables'], root: number, file: number) =>
  (file === 0 ? tables.get(root) : undefined) ?? `${file} ${root}`

function readSchema(file: object, ask: Ask): Schema {
  const version = ask('PRAGMA schema_version')[0]?.schema_version
  const schema = schemas.get(file)
  if (schema && schema.version === version) return schema
  const rows = ask('SELECT tbl_name, rootpage, sql FROM sqlite_schema')
  const made = {
    version,
    tables: new Map(rows.map(({ rootpage, tbl_name }) => [rootpage, String(tbl_name)])),
    virtual: rows.flatMap(({ sql, tbl_name }) =>
      String(sql).startsWith('CREATE VIRTUAL') ? String(tbl_name) : [],
    ),
  }
  schemas.set(file, made)
  return made
}
