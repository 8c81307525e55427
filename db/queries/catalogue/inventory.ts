import type { categories, inventory } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Stored } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { byName, byWords, nameKeys, wordKeys } from '#db/word-order.ts'
import { buildSearch } from './inventory-search.ts'

export type InventoryFilter = { search?: string; archived?: boolean; products?: boolean }

// Text: a search, an order and the stretches of a page are put together from parts, and the search is of a virtual table.

type Category = Stored<typeof categories.$inferSelect>
type Item = Stored<typeof inventory.$inferSelect>

export type SectionRow = { id: string; count: number } & {
  [K in 'name' | 'colour' | 'vatexempt' | 'archived']: Category[K] | null
}

export type Range = { section: string; skip: number; take: number }

type Shown =
  | 'id'
  | 'archived'
  | 'code'
  | 'make'
  | 'model'
  | 'materialname'
  | 'materialcode'
  | 'baseunit'
  | 'inventoryclass'
  | 'rate'
  | 'mupercent'
  | 'muamount'
export type ItemRow = Pick<Item, Shown> & { section: string; name: string }

// Specification 2, section 9: output classes are Finished Goods, Work In Progress, Merchandise and none.
const CLASS = 'coalesce(i.inventoryclass, c.inventoryclass)'
const OUTPUT = `(${CLASS} IS NULL OR ${CLASS} IN (0, 1, 3, 4))`

const ORDERS: Record<string, string[]> = {
  code: nameKeys('code', 'i.'),
  name: nameKeys('itemname', 'i.'),
  make: wordKeys(`(i.make || ' ' || i.model)`),
  onhand: ['coalesce((SELECT sum(o.quantity) FROM stock_onhand AS o WHERE o.inventoryid = i.id), 0)'],
  price: ['i.rate + i.rate * i.mupercent / 1000000.0 + i.muamount'],
}
export const inventorySorts = Object.keys(ORDERS)

function orderClause(sort: string): string {
  const name = sort.replace(/^-/, '')
  const keys = (ORDERS[name] ?? nameKeys('code', 'i.')).map((key) =>
    sort.startsWith('-') ? `${key} DESC` : key,
  )
  const then = name === 'code' ? [] : nameKeys('code', 'i.')
  return [...keys, ...then, 'i.id'].join(', ')
}

function filterConditions({ search = '', archived, products }: InventoryFilter) {
  const { from, where, values } = search.trim()
    ? buildSearch(search)
    : { from: 'inventory AS i', where: [], values: [] }
  const conditions = [...where, archived ? '' : 'i.archived = 0', products ? OUTPUT : ''].filter(Boolean)
  return { from, values, where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '' }
}

const SECTIONS = `g.archived, ${byWords('g.name')}, g.id`

export function listInventorySections(db: TenantDb, filter: InventoryFilter): SectionRow[] {
  const { from, where, values } = filterConditions(filter)
  const category = filter.products ? 'LEFT JOIN categories AS c ON c.id = i.category' : ''
  return prepared<SectionRow>(
    db,
    `SELECT coalesce(t.category, '') AS id, g.name, g.colour, g.vatexempt, g.archived, t.n AS count
     FROM (SELECT i.category, count(*) AS n FROM ${from} ${category} ${where} GROUP BY i.category) AS t
     LEFT JOIN categories AS g ON g.id = t.category
     ORDER BY g.id IS NULL, ${SECTIONS}`,
  ).all(values)
}

const COLUMNS = `i.id, i.archived, i.code, i.make, i.model, i.itemname AS name, i.materialname, i.materialcode,
  i.baseunit, ${CLASS} AS inventoryclass, i.rate, i.mupercent, i.muamount`

/** In the order of the index: a stretch costs what it holds, however large its section is. */
export function listItemsInOrder(
  db: TenantDb,
  ranges: readonly Range[],
  { archived, products }: InventoryFilter,
): (ItemRow & { at: number })[] {
  if (ranges.length === 0) return []
  const conditions = ['i.category IS ?', archived ? 'i.archived IN (0, 1)' : 'i.archived = 0']
  if (products) conditions.push(OUTPUT)
  const stretch = (at: number) => `SELECT * FROM (
    SELECT ${at} AS at, i.id FROM inventory AS i ${products ? 'LEFT JOIN categories AS c ON c.id = i.category' : ''}
    WHERE ${conditions.join(' AND ')} ORDER BY ${byName('code', 'i.')} LIMIT ? OFFSET ?)`
  // Statements are kept by their text, so there are only a few lengths of them.
  const count = 2 ** Math.ceil(Math.log2(ranges.length))
  const asked = Array.from({ length: count }, (_, at) => ranges[at] ?? { section: '', skip: 0, take: 0 })
  return prepared<ItemRow & { at: number }>(
    db,
    `WITH r AS MATERIALIZED (${asked.map((_, at) => stretch(at)).join(' UNION ALL ')})
     SELECT r.at, coalesce(i.category, '') AS section, ${COLUMNS}
     FROM r CROSS JOIN inventory AS i ON i.id = r.id LEFT JOIN categories AS c ON c.id = i.category
     ORDER BY r.at, ${byName('code', 'i.')}`,
  ).all(asked.flatMap(({ section, skip, take }) => [section || null, take, skip]))
}

export function findItemIds(db: TenantDb, filter: InventoryFilter, sort = 'code'): Map<string, string[]> {
  const { from, where, values } = filterConditions(filter)
  const rows = prepared<never>(
    db,
    `SELECT i.id, coalesce(i.category, '') FROM ${from} LEFT JOIN categories AS c ON c.id = i.category
     ${where} ORDER BY ${orderClause(sort)}`,
  ).values(values) as [id: string, section: string][]
  const found = new Map<string, string[]>()
  for (const [id, section] of rows) {
    const held = found.get(section)
    if (held) held.push(id)
    else found.set(section, [id])
  }
  return found
}

export function listFoundSections(db: TenantDb, found: ReadonlyMap<string, readonly string[]>): SectionRow[] {
  const rows = prepared<SectionRow>(
    db,
    `SELECT g.id, g.name, g.colour, g.vatexempt, g.archived FROM json_each(?) AS listed
     JOIN categories AS g ON g.id = listed.value ORDER BY ${SECTIONS}`,
  ).all([JSON.stringify([...found.keys()])])
  const none = { id: '', name: null, colour: null, vatexempt: null, archived: null, count: 0 }
  const all = found.has('') ? [...rows, none] : rows
  return all.map((row) => ({ ...row, count: found.get(row.id)?.length ?? 0 }))
}

export const itemsById = (db: TenantDb, ids: readonly string[]) =>
  prepared<ItemRow>(
    db,
    `SELECT coalesce(i.category, '') AS section, ${COLUMNS} FROM json_each(?) AS listed
     CROSS JOIN inventory AS i ON i.id = listed.value
     LEFT JOIN categories AS c ON c.id = i.category ORDER BY listed.key`,
  ).all([JSON.stringify(ids)])
