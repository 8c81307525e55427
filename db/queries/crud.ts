import { and, asc, count, desc, eq, getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { keptCount } from './list-figures.ts'
import { type Counted, contains, countTotal, type ListQuery, orderByWords, TAKE } from './lists.ts'
import { nameIn } from './names.ts'
import type { SearchKindName } from './search/kinds.ts'
import { searchRecords } from './search/record-search.ts'
import { toGlobPattern } from './search-patterns.ts'

export type CrudTable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; archived: SQLiteColumn }
export type AnyTable = SQLiteTable & { id: SQLiteColumn }
type Joined = { table: AnyTable; on: SQLiteColumn; name: SQL<string>; shown: Record<string, SQLiteColumn> }
type CrudTarget = { table: AnyTable; shows?: readonly string[] }

export type CrudQuery = { table: CrudTable; title: SQL<string>; joins: Record<string, Joined> }

export type CrudRow = {
  title: string
  record: { id: string; version: number; archived: boolean } & Record<string, unknown>
  names: Record<string, string | null>
  shown?: Record<string, Record<string, unknown>>
}

export function createReading(table: CrudTable, references: Record<string, CrudTarget>): CrudQuery {
  const joins = Object.entries(references).map(([field, { table: target, shows = [] }]): [string, Joined] => {
    const at = alias(target, `of_${field}`) as unknown as AnyTable
    const shown = Object.fromEntries(shows.map((name) => [name, tableColumn(at, name)]))
    return [field, { table: at, on: tableColumn(table, field), name: nameIn(target, at), shown }]
  })
  return { table, title: nameIn(table), joins: Object.fromEntries(joins) }
}

export function tableColumn(table: AnyTable, field: string): SQLiteColumn {
  const column = (getTableColumns(table) as Record<string, SQLiteColumn>)[field]
  if (!column) throw new Error(`The table has no column ${field}.`)
  return column
}

function selectJoined(db: TenantDb, { table, title, joins }: CrudQuery) {
  const names = Object.fromEntries(Object.entries(joins).map(([field, { name }]) => [field, name]))
  const shown = shownColumns(joins)
  const query = db
    .select({
      title,
      record: table as never,
      ...(Object.keys(names).length > 0 && { names }),
      // `rowsByIds` goes by the position of each.
      ...((Object.keys(shown).length > 0 && { shown }) as object),
    })
    .from(table as SQLiteTable)
    .$dynamic()
  for (const { table: at, on } of Object.values(joins)) query.leftJoin(at, eq(at.id, on))
  return query
}

const shownColumns = (joins: CrudQuery['joins']): Record<string, Record<string, SQLiteColumn>> =>
  Object.fromEntries(
    Object.entries(joins).flatMap(([field, { shown }]) =>
      Object.keys(shown).length > 0 ? [[field, shown]] : [],
    ),
  )

const toCrudRow = (found: unknown): CrudRow => ({ names: {}, ...(found as Omit<CrudRow, 'names'>) })

export function rowById(db: TenantDb, from: CrudQuery, id: string): CrudRow | undefined {
  const found = selectJoined(db, from).where(eq(from.table.id, id)).get()
  return found && toCrudRow(found)
}

export function rowByKey(db: TenantDb, from: CrudQuery, fields: readonly string[], key: string) {
  const matches = fields.map((field) => sql`${tableColumn(from.table, field)} = ${key} COLLATE NOCASE`)
  const found = selectJoined(db, from)
    .where(or(...matches))
    .orderBy(asc(from.table.archived), asc(from.table.id))
    .get()
  return found && toCrudRow(found)
}

export type CrudListQuery = ListQuery & {
  searched: readonly string[]
  equal?: Record<string, unknown>
  /** What begins so comes before what has it elsewhere. */
  beginning?: string
}

export function listRows(db: TenantDb, from: CrudQuery, query: CrudListQuery): Counted & { rows: CrudRow[] } {
  const found = query.exact ? undefined : findByWords(db, from, query)
  const ids = selectIds(db, from, query, found?.ids)
    .limit(query.take ?? TAKE)
    .offset(query.skip ?? 0)
    .all()
    .map(({ id }) => id as string)
  return {
    rows: rowsByIds(db, from, ids),
    total: found?.ids.length ?? countTotal(ids.length, query, () => countRows(db, from, query)),
    more: found?.more,
  }
}

/** The lists whose searched fields the index of words holds. */
const indexed: Record<string, SearchKindName> = {
  clients: 'client',
  suppliers: 'supplier',
  equipment: 'equipment',
  locations: 'location',
  inventory: 'item',
}

function findByWords(db: TenantDb, from: CrudQuery, query: CrudListQuery) {
  const kind = indexed[getTableName(from.table)]
  const where = (search?: string) => listConditions(from, { ...query, search })
  return kind && searchRecords(db, query.search, { kind, table: from.table, where })
}

/** Names behind references are looked up only to look in them: of a long list they cost more than all the rest. */
function countRows(db: TenantDb, from: CrudQuery, query: CrudListQuery): number {
  if (!query.search && Object.keys(query.equal ?? {}).length === 0) {
    const kept = keptCount(db, from.table, query.archived)
    if (kept !== undefined) return kept
  }
  const counted = db
    .select({ n: count() })
    .from(from.table as SQLiteTable)
    .$dynamic()
  if (query.search && query.searched.some((field) => field in from.joins))
    for (const { table: at, on } of Object.values(from.joins)) counted.leftJoin(at, eq(at.id, on))
  return counted.where(listConditions(from, query)).get()?.n ?? 0
}

function listConditions({ table, title, joins }: CrudQuery, query: CrudListQuery): SQL | undefined {
  const by = (field: string) => joins[field]?.name ?? (field === 'name' ? title : tableColumn(table, field))
  return and(
    query.archived ? undefined : eq(table.archived, false),
    ...Object.entries(query.equal ?? {}).map(([field, value]) => eq(tableColumn(table, field), value)),
    contains(query.searched.map(by), query.search),
  )
}

function inOrder({ table, title, joins }: CrudQuery, query: CrudListQuery): SQL[] {
  const sortable = { ...getTableColumns(table), name: title, ...names(joins) }
  const first = query.beginning?.trim() ? [desc(beginsWith(table, title, query.beginning.trim()))] : []
  return [...first, ...orderByWords(sortable, query.sort, title), asc(table.id)]
}

/** By its name or its code. */
function beginsWith(table: CrudTable, title: SQL, typed: string): SQL {
  const pattern = toGlobPattern(typed).slice(1)
  const searched = 'code' in table ? [title, tableColumn(table, 'code')] : [title]
  return sql.join(
    searched.map((column) => sql`coalesce(${column}, '') GLOB ${pattern}`),
    sql` OR `,
  )
}

export const rowIds = (db: TenantDb, from: CrudQuery, query: CrudListQuery): string[] =>
  selectIds(db, from, query)
    .all()
    .map(({ id }) => id as string)

/** `found`: of these alone. */
function selectIds(db: TenantDb, from: CrudQuery, query: CrudListQuery, found?: readonly string[]) {
  const selected = db
    .select({ id: from.table.id })
    .from(from.table as SQLiteTable)
    .$dynamic()
  for (const { table: at, on } of Object.values(from.joins)) selected.leftJoin(at, eq(at.id, on))
  const where = found
    ? sql`${from.table.id} IN (SELECT value FROM json_each(${JSON.stringify(found)}))`
    : listConditions(from, query)
  return selected.where(where).orderBy(...inOrder(from, query))
}

/** Without drizzle's mapping, which costs more than all the rest of a long list. */
export function rowsByIds(db: TenantDb, from: CrudQuery, ids: readonly string[]): CrudRow[] {
  const columns = Object.entries(getTableColumns(from.table))
  const joins = Object.keys(from.joins)
  const shown = Object.entries(shownColumns(from.joins))
  const found = new Map<string, CrudRow>()
  for (const [title, ...cells] of prepared<never>(db, textByIds(db, from)).values([JSON.stringify(ids)])) {
    let at = 0
    const next = () => cells[at++]
    const record = decodeColumns(columns, next) as CrudRow['record']
    const row: CrudRow = { title: title as string, record, names: {} }
    for (const field of joins) row.names[field] = next() as string | null
    if (shown.length > 0)
      row.shown = Object.fromEntries(
        shown.map(([field, of]) => [field, decodeColumns(Object.entries(of), next)]),
      )
    found.set(record.id, row)
  }
  return ids.flatMap((id) => found.get(id) ?? [])
}

function decodeColumns(columns: [string, SQLiteColumn][], next: () => unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, column] of columns) {
    const cell = next()
    values[name] = cell === null ? null : column.mapFromDriverValue(cell)
  }
  return values
}

const textsByIds = new WeakMap<CrudQuery, string>()

function textByIds(db: TenantDb, from: CrudQuery): string {
  const known = textsByIds.get(from)
  if (known) return known
  const wanted = sql`${from.table.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`
  const { sql: text } = selectJoined(db, from).where(wanted).toSQL()
  textsByIds.set(from, text)
  return text
}

const names = (joins: Record<string, Joined>) =>
  Object.fromEntries(Object.entries(joins).map(([field, { name }]) => [field, name]))

const namesById = new WeakMap<AnyTable, ReturnType<typeof selectName>>()

const selectName = (table: AnyTable) =>
  statement((q, p: Params<{ id: string }>) =>
    q
      .select({ name: nameIn(table) })
      .from(table as SQLiteTable)
      .where(eq(table.id, p.id)),
  )

export function nameById(db: TenantDb, table: AnyTable, id: unknown): string {
  if (typeof id !== 'string' || !id) return ''
  const named = namesById.get(table) ?? selectName(table)
  namesById.set(table, named)
  return named.get(db, { id })?.name ?? '(unknown)'
}

export const matchesValues = (
  db: TenantDb,
  table: AnyTable,
  id: string,
  only: Record<string, unknown>,
): boolean =>
  db
    .select({ id: table.id })
    .from(table as SQLiteTable)
    .where(
      and(
        eq(table.id, id),
        ...Object.entries(only).map(([name, value]) => eq(tableColumn(table, name), value)),
      ),
    )
    .get() !== undefined

export function isTaken(db: TenantDb, table: CrudTable, field: string, value: unknown, except?: string) {
  const row = db
    .select({ id: table.id })
    .from(table as SQLiteTable)
    .where(and(eq(tableColumn(table, field), value), except ? sql`${table.id} <> ${except}` : undefined))
    .get()
  return row !== undefined
}

/** Counts a change that lies beside the record's own columns, so that its version is a new one. */
export const bumpVersion = (db: TenantDb, table: CrudTable, id: string, now: string) =>
  db
    .update(table)
    .set({ version: sql`${table.version} + 1`, updatedutc: now } as never)
    .where(eq(table.id, id))
    .run()
