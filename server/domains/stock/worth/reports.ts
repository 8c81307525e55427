import {
  listLastMoves,
  listMovedIn,
  listNamedItems,
  listPlacesOn,
  listSlow,
  listWorthOn,
  type MovedRow,
  type SlowRow,
  type WorthRow,
} from '#db/queries/stock/worth-reports.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { takePortion } from '#server/stock/worth.ts'
import { wordMatch } from '#server/word-match.ts'

type Named = { code: string; name: string }

const matches = (search: string | undefined) => {
  const isNamed = wordMatch(search)
  return ({ code, name }: Named) => isNamed(`${code} ${name}`)
}

/** Cents; `unknown` counts the items whose cost nobody said. */
export type WorthLine = {
  id: string
  code: string
  name: string
  unit: string
  category: string
  /** Null where things of many units are added up. */
  quantity: number | null
  value: number
  unknown: number
}

type WorthBy = 'item' | 'category' | 'place'

export type WorthAsked = {
  day: string
  by?: WorthBy
  search?: string
  category?: string
  place?: string
  /** Not what has worth and is not there. */
  held?: boolean
}

/** What stock was worth at the end of a day, by what was stored then: never by the costs of today. */
export function listWorth(db: TenantDb, { day, by = 'item', search, category, place, held }: WorthAsked) {
  const rows = listWorthOn(db, day)
    .filter(matches(search))
    .filter(({ quantity }) => !held || quantity !== 0)
    .filter((row) => !category || row.categoryid === category)
  if (by === 'category') return listByCategory(rows)
  if (by === 'place') return listByPlace(db, day, rows)
  return place ? listAtPlace(db, day, rows, place) : rows.map(worthLine)
}

const worthLine = (row: WorthRow): WorthLine => row

/** A place has the share of an item's worth that it has of its quantity. */
function listAtPlace(db: TenantDb, day: string, rows: readonly WorthRow[], place: string): WorthLine[] {
  const here = new Map(
    listPlacesOn(db, day)
      .filter(({ storageid }) => storageid === (place === 'none' ? '' : place))
      .map(({ id, quantity }) => [id, quantity]),
  )
  return rows.flatMap((row): WorthLine[] => {
    const quantity = here.get(row.id)
    return quantity ? [{ ...row, quantity, value: shareOf(row, quantity) }] : []
  })
}

const shareOf = ({ value, quantity: whole }: WorthRow, quantity: number) =>
  whole === 0 ? 0 : takePortion(value, quantity, whole)

function sumLines(groups: Map<string, { name: string; rows: { value: number; unknown: number }[] }>) {
  return [...groups]
    .map(([id, { name, rows }]): WorthLine => {
      const sum = (of: 'value' | 'unknown') => rows.reduce((total, row) => total + row[of], 0)
      return {
        ...{ id, name, code: '', unit: '', category: '', quantity: null },
        ...{ value: sum('value'), unknown: sum('unknown') },
      }
    })
    .toSorted((a, b) => b.value - a.value)
}

function listByCategory(rows: readonly WorthRow[]): WorthLine[] {
  const groups = Map.groupBy(rows, ({ categoryid }) => categoryid)
  return sumLines(
    new Map(
      [...groups].map(([id, members]) => [
        id || 'none',
        { name: members[0]?.category || 'No category', rows: members },
      ]),
    ),
  )
}

/** Largest remainders: the shares of an item add up to its worth. */
function listByPlace(db: TenantDb, day: string, rows: readonly WorthRow[]): WorthLine[] {
  const items = new Map(rows.map((row) => [row.id, row]))
  const left = new Map(rows.map((row) => [row.id, { value: row.value, quantity: row.quantity }]))
  const groups = new Map<string, { name: string; rows: { value: number; unknown: number }[] }>()
  for (const { id, storageid, place, quantity } of listPlacesOn(db, day)) {
    const [item, rest] = [items.get(id), left.get(id)]
    if (!item || !rest) continue
    const value = rest.quantity === 0 ? 0 : takePortion(rest.value, quantity, rest.quantity)
    left.set(id, { value: rest.value - value, quantity: rest.quantity - quantity })
    const group = groups.get(storageid || 'none') ?? { name: place || 'No place given', rows: [] }
    group.rows.push({ value, unknown: item.unknown })
    groups.set(storageid || 'none', group)
  }
  return sumLines(groups)
}

type Figure = { quantity: number; value: number }

export type MovementLine = Named & { id: string; unit: string } & Record<
    'opening' | 'in' | 'out' | 'count' | 'price' | 'closing',
    Figure
  >

const NOTHING: Figure = { quantity: 0, value: 0 }
const add = (a: Figure, b: Figure): Figure => ({
  quantity: a.quantity + b.quantity,
  value: a.value + b.value,
})

export type MovementsAsked = { start: string; end: string; search?: string; category?: string }

/** What there was before a period, what moved in it, and what there was after, of each item. */
export function listMovements(
  db: TenantDb,
  { start, end, search, category }: MovementsAsked,
): MovementLine[] {
  const before = new Map(listWorthOn(db, daysAfter(start, -1)).map((row) => [row.id, row]))
  const moved = Map.groupBy(listMovedIn(db, start, end), ({ id }) => id)
  return listNamedItems(db, [...new Set([...before.keys(), ...moved.keys()])])
    .filter(matches(search))
    .filter(({ categoryid }) => !category || categoryid === category)
    .map((item) => {
      const ways = moved.get(item.id) ?? []
      const of = (way: MovedRow['way']): Figure => ways.find((row) => row.way === way) ?? NOTHING
      const opening = before.get(item.id) ?? NOTHING
      return {
        ...item,
        ...{ opening, in: of('in'), out: of('out'), count: of('count'), price: of('price') },
        closing: ways.reduce<Figure>(add, opening),
      }
    })
}

export type SlowAsked = { today: string; days: number; search?: string }

/** Nothing of it went out for so many days. */
export const listSlowMovers = (db: TenantDb, { today, days, search }: SlowAsked): SlowRow[] =>
  listSlow(db, daysAfter(today, -days)).filter(matches(search))

export type SlowLine = SlowRow & { lastout: string | null; lastin: string | null }

/** For those that are shown: to look it up of all takes seconds. */
export function addLastMoves(db: TenantDb, rows: readonly SlowRow[]): SlowLine[] {
  const ids = rows.map(({ id }) => id)
  const last = new Map(listLastMoves(db, ids).map((row) => [row.id, row]))
  return rows.map((row) => ({ ...row, lastout: null, lastin: null, ...last.get(row.id) }))
}
