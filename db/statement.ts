import { Column, is, Param, type Placeholder, SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { QueryBuilder, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { type Db, prepared } from './sqlite.ts'

/** A list is bound as JSON, for `each` and `among`. */
export type Params<P> = { readonly [K in keyof P]: Placeholder<string, P[K]> }
type List = Placeholder<string, readonly string[]>

type Given<P> = [keyof P] extends [never] ? [] : [values: P]
type Query<Row> = { readonly _: { readonly result: Row[] }; getSQL(): SQL }

export type Statement<Row, P> = {
  all(db: Db, ...given: Given<P>): Row[]
  get(db: Db, ...given: Given<P>): Row | null
  text(): string
}

export type RowOf<S> = S extends { all(db: Db, ...given: never): (infer Row)[] } ? Row : never

/** A row of raw text, in which SQLite's flags are 0 or 1. */
export type Stored<Row> = {
  [K in keyof Row]: Row[K] extends boolean ? number : Row[K]
}

/** Without drizzle's mapping. Constants stand in the text: a partial index is not used for what is bound. */
export function statement<Row extends object, P = Record<never, never>>(
  build: (query: QueryBuilder, params: Params<P>) => Query<Row>,
): Statement<Row, P> {
  let known: Compiled | undefined
  const compiled = () => {
    known ??= compile(build(builder, placeholders as Params<P>))
    return known
  }
  return {
    all(db, ...[given]) {
      const { text, names, decoders } = compiled()
      const rows = prepared<Row>(db, text).all(bind(names, given))
      if (decoders.length > 0) for (const row of rows) decode(row, decoders)
      return rows
    },
    get(db, ...[given]) {
      const { text, names, decoders } = compiled()
      const row = prepared<Row>(db, text).get(bind(names, given))
      if (row) decode(row, decoders)
      return row
    },
    text: () => compiled().text,
  }
}

export const listItems = (list: List) => sql`json_each(${list}) AS wanted`
export const listItem = sql<string>`wanted.value`

export const inList = (column: SQLWrapper, list: List) =>
  sql`${column} IN (SELECT value FROM json_each(${list}))`

export const isTrue = (condition: SQLWrapper) => sql`${condition}`.mapWith(Boolean)

const builder = new QueryBuilder()
const dialect = new SQLiteSyncDialect()
const placeholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

type Field = Column | SQL | SQL.Aliased
type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Compiled = { text: string; names: string[]; decoders: (readonly [column: string, decoder: Decoder])[] }

function compile(query: Query<unknown>): Compiled {
  const { config } = query._ as unknown as { config: { fields: Record<string, Field> } }
  const fields = Object.entries(config.fields)
  config.fields = Object.fromEntries(fields.map(([name, field]) => [name, aliasField(name, field)]))
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL().inlineParams())
  const decoders = fields.map(([name, field]) => [name, findDecoder(field)] as const)
  return {
    text,
    names: params.map((param) => ((is(param, Param) ? param.value : param) as Placeholder).name),
    decoders: decoders.filter(([, { mapFromDriverValue }]) => !plain.has(mapFromDriverValue)),
  }
}

/** SQLite calls a column of a row by its alias; drizzle goes by position, and gives it none. */
function aliasField(name: string, field: Field): SQL.Aliased {
  const { isSelectionField } = field as { isSelectionField?: boolean }
  return sql`${is(field, SQL.Aliased) && !isSelectionField ? field.sql : field}`.as(name)
}

const plain = new Set<unknown>([
  Column.prototype.mapFromDriverValue,
  findDecoder(sql``).mapFromDriverValue,
  Number,
  String,
])

function findDecoder(field: Field): Decoder {
  if (is(field, Column)) return field
  const { decoder } = (is(field, SQL.Aliased) ? field.sql : field) as unknown as { decoder?: Decoder }
  if (!decoder) throw new Error('A statement selects columns and expressions, none within another.')
  return decoder
}

function decode(row: object, decoders: Compiled['decoders']) {
  const cells = row as Record<string, unknown>
  for (const [column, decoder] of decoders)
    if (cells[column] !== null) cells[column] = decoder.mapFromDriverValue(cells[column])
}

const bind = (names: readonly string[], given: unknown) =>
  names.map((name) => {
    const value = (given as Record<string, string | number | boolean | null | readonly string[]>)[name]
    return typeof value === 'object' && value ? JSON.stringify(value) : (value ?? null)
  })
