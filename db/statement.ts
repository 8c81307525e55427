import {
  Column,
  getTableColumns,
  getTableName,
  is,
  Param,
  type Placeholder,
  SQL,
  type SQLWrapper,
  sql,
  Table,
} from 'drizzle-orm'
import { QueryBuilder, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { cachedStatement, type Db } from './sqlite.ts'

/** A list is bound as JSON, for `listItems`. */
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
    all: (db, ...[given]) => all<Row>(db, compiled(), given),
    get: (db, ...[given]) => get<Row>(db, compiled(), given),
    text: () => compiled().text,
  }
}

type Filtered<Row, P, Shape> = {
  all(db: Db, values: P, shape: Shape): Row[]
  get(db: Db, values: P, shape: Shape): Row | null
}

/** Only the values that are given have one. */
export type GivenParams<P> = { readonly [K in keyof P]?: Placeholder<string, Exclude<P[K], undefined>> }

/** Of each filter; what people ask all day is some ten. */
const TEXTS = 200

/**
 * One text for each set of values that are given and each shape: a condition is built where its value is there.
 * A shape holds what must stand in the text, such as an order, and nothing that anybody may type.
 */
export function filtered<Row extends object, P extends object, Shape>(
  build: (query: QueryBuilder, params: GivenParams<P>, shape: Shape) => Query<Row>,
): Filtered<Row, P, Shape> {
  const texts = new Map<string, Compiled>()
  const compiled = (values: P, shape: Shape) => {
    const names = Object.keys(values).filter((name) => values[name as keyof P] !== undefined)
    const key = `${names} ${JSON.stringify(shape)}`
    const known = texts.get(key)
    if (known) return known
    if (texts.size >= TEXTS) texts.clear()
    const params = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
    const made = compile(build(builder, params as GivenParams<P>, shape))
    texts.set(key, made)
    return made
  }
  return {
    all: (db, values, shape) => all<Row>(db, compiled(values, shape), values),
    get: (db, values, shape) => get<Row>(db, compiled(values, shape), values),
  }
}

export const listItems = (list: List) => sql`json_each(${list}) AS listed`
export const listItem = sql<string>`listed.value`

/** Two ids as one item of a list. */
export const toPair = (first: string, second: string) => JSON.stringify([first, second])
export const pairFirst = sql<string>`listed.value ->> 0`
export const pairSecond = sql<string>`listed.value ->> 1`

export const inList = (column: SQLWrapper, list: List) =>
  sql`${column} IN (SELECT value FROM json_each(${list}))`

export const isTrue = (condition: SQLWrapper) => sql`${condition}`.mapWith(Boolean)

const builder = new QueryBuilder()
const dialect = new SQLiteSyncDialect()
const placeholders = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) })

type Field = Column | SQL | SQL.Aliased
type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Leaf = { path: string[]; field: Field }
type Compiled = {
  text: string
  names: string[]
  decoders: (readonly [column: string, decoder: Decoder])[]
  /** Where each cell stands in a row that holds objects. */
  paths?: string[][]
  /** The objects of a left join: as drizzle has them, null where nothing is joined. */
  outer: string[]
}

function compile(query: Query<unknown>): Compiled {
  const { config } = query._ as unknown as { config: { fields: Fields } }
  const { joinsNotNullableMap } = query as unknown as { joinsNotNullableMap: Record<string, boolean> }
  const leaves = findLeaves(config.fields)
  config.fields = Object.fromEntries(
    leaves.map(({ path, field }) => [path.join('.'), aliasField(path.join('.'), field)]),
  )
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL().inlineParams())
  const decoders = leaves.map(({ path, field }) => [path.join('.'), findDecoder(field)] as const)
  return {
    text,
    names: params.map((param) => ((is(param, Param) ? param.value : param) as Placeholder).name),
    decoders: decoders.filter(([, { mapFromDriverValue }]) => !plain.has(mapFromDriverValue)),
    paths: leaves.some(({ path }) => path.length > 1) ? leaves.map(({ path }) => path) : undefined,
    outer: findOuter(leaves, joinsNotNullableMap),
  }
}

function findOuter(leaves: Leaf[], joinedAlways: Record<string, boolean>): string[] {
  const nested = Map.groupBy(leaves, ({ path }) => (path.length === 2 ? path[0] : undefined))
  return [...nested].flatMap(([name, columns]) =>
    name !== undefined &&
    columns.every(({ field }) => is(field, Column) && !joinedAlways[getTableName(field.table)])
      ? name
      : [],
  )
}

type Fields = { [name: string]: Field | Table | Fields }

const findLeaves = (fields: Fields, above: string[] = []): Leaf[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name]
    if (is(field, Table)) return findLeaves(getTableColumns(field), path)
    if (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased)) return { path, field }
    return findLeaves(field as Fields, path)
  })

function all<Row>(db: Db, { text, names, decoders, paths, outer }: Compiled, given: unknown): Row[] {
  const rows = cachedStatement(db, text).all(...bind(names, given)) as object[]
  if (decoders.length > 0) for (const row of rows) decode(row, decoders)
  return (paths ? rows.map((row) => nest(row, paths, outer)) : rows) as Row[]
}

function get<Row>(db: Db, { text, names, decoders, paths, outer }: Compiled, given: unknown): Row | null {
  const row = cachedStatement(db, text).get(...bind(names, given)) as object | null
  if (row) decode(row, decoders)
  return (row && paths ? nest(row, paths, outer) : row) as Row | null
}

function nest(row: object, paths: string[][], outer: string[]): object {
  const nested: Record<string, unknown> = {}
  const cells = Object.values(row)
  for (let n = 0; n < paths.length; n++) {
    const path = paths[n] as string[]
    let at = nested
    for (let depth = 0; depth < path.length - 1; depth++) {
      const name = path[depth] as string
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[path[path.length - 1] as string] = cells[n]
  }
  for (const name of outer) if (isEmpty(nested[name] as object)) nested[name] = null
  return nested
}

const isEmpty = (record: object) => Object.values(record).every((value) => value === null)

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
