import {
  type JobMovement,
  listJobMovements,
  listPickableLines,
  type PickableRow,
} from '#db/queries/work/picking.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import { INPUT } from '#server/domains/work/materials/line-roles.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { fromBase, parseRatio, toBase } from '#server/money/units.ts'
import {
  type ForJob,
  listLevels,
  type OnHand,
  type PlaceQuantity,
  readForJobs,
  type StockLevels,
} from '#server/stock/read.ts'

/** The note of a movement that somebody picked, beside what was used without. */
export const PICKED = 'Picked'

export type Place = { id: string; name: string } | null

export type Pick = {
  seq: number
  date: string
  /** Empty where it is not known, as of what was imported. */
  user: string
  /** Below zero: put back. */
  quantity: Quantity
  storage: Place
  undone: boolean
}

export type PickLevels = Record<'onhand' | 'reserved' | 'available' | 'onorder', Quantity> & {
  forjob: ForJob
}

/** Quantities in the unit of the line; what is not kept in stock has no figures of it. */
export type PickLine = {
  materialid: string
  version: number
  inventory: { id: string; code: string; name: string }
  description: string
  barcode: string
  unit: string
  storage: Place
  planned: Quantity
  picked: Quantity
  topick: Quantity
  onhand: Quantity | null
  reserved: Quantity | null
  /** Of all places, with what of it is for this job. */
  levels: PickLevels | null
  /** What does not lie at its place, after what the lines before it take from there. */
  short: Quantity
  /** The places with the most of it, the fullest first, and how many others have some. */
  elsewhere: { storage: Place; onhand: Quantity }[]
  otherplaces: number
  picks: Pick[]
}

/** What is sold as it lies in stock is fetched from there as a material is; what is made, and work, is not. */
function isPicked({ role, inventoryclass }: PickableRow['line']): boolean {
  const direction = stockDirection(inventoryclass)
  return role === INPUT ? direction !== 1 : direction === -1
}

/** The lines of a job to pick, by their place (decision F9). */
export function listLinesToPick(db: TenantDb, jobid: string): PickLine[] {
  const rows = listPickableLines(db, jobid).filter(({ line }) => isPicked(line))
  const ids = [...new Set(rows.map(({ line }) => line.inventoryid as string))]
  const levels = listLevels(db, ids)
  const forJob = readForJobs(db, [jobid])
  const picks = Map.groupBy(listJobMovements(db, jobid), ({ materialid }) => materialid)
  const placed = rows
    .map((row) => ({ row, place: placeToPick(row, levels.get(row.line.inventoryid as string)?.onhand) }))
    .toSorted((a, b) => compare(a.place, b.place) || collator.compare(a.row.code, b.row.code))
  const left = new Map<string, number>()
  return placed.map(({ row, place }) => {
    const inventoryid = row.line.inventoryid as string
    return presentLine(row, place, {
      levels: levels.get(inventoryid) as StockLevels,
      forjob: forJob(jobid, inventoryid),
      picks: picks.get(row.line.id) ?? [],
      left,
    })
  })
}

const collator = new Intl.Collator('en', { numeric: true })

/** Lines without a place come last. */
function compare(a: Place, b: Place): number {
  if (!a || !b) return Number(!a) - Number(!b)
  return collator.compare(a.name, b.name)
}

const toPlace = (id: string | null, name: string | null): Place =>
  id ? { id, name: name ?? '(unknown)' } : null

/** The line's own; where it has none, the one at which most of the item lies. */
function placeToPick({ line, storagename }: PickableRow, stock: OnHand | undefined): Place {
  if (line.storageid || !isKept(line)) return toPlace(line.storageid, storagename)
  const most = (stock?.places ?? [])
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => b.quantity - a.quantity)[0]
  return most ? toPlace(most.storageid, most.name) : null
}

const isKept = ({ inventoryclass }: PickableRow['line']) => stockDirection(inventoryclass) !== 0

type About = { levels: StockLevels; forjob: ForJob; picks: readonly JobMovement[]; left: Map<string, number> }

function presentLine(row: PickableRow, place: Place, { levels, forjob, picks, left }: About): PickLine {
  const stock = levels.onhand
  const { line, code, itemname: name, barcode } = row
  const { id, version, description, unit, estimated, consumed } = line
  const inventoryid = line.inventoryid as string
  const ratio = parseRatio(line.unitratio)
  const inUnit = (base: number) => fromBase(asQuantity(base), ratio)
  const topick = asQuantity(Math.max(0, estimated - consumed))
  const kept = isKept(line)
  const others = kept ? fullestElsewhere(stock, place) : []
  return {
    ...{ materialid: id, version, description, barcode, unit, topick },
    inventory: { id: inventoryid, code, name },
    storage: place,
    planned: estimated,
    picked: consumed,
    onhand: kept ? inUnit(quantityAt(stock, place)) : null,
    reserved: kept ? inUnit(levels.reserved) : null,
    levels: kept
      ? {
          onhand: inUnit(stock.quantity),
          reserved: inUnit(levels.reserved),
          available: inUnit(levels.available),
          onorder: inUnit(levels.onorder),
          forjob: { reserved: inUnit(forjob.reserved), onorder: inUnit(forjob.onorder) },
        }
      : null,
    short: kept ? asQuantity(topick - takeFromPlace()) : asQuantity(0),
    elsewhere: others
      .slice(0, PLACES_SHOWN)
      .map((one) => ({ storage: toPlace(one.storageid, one.name), onhand: inUnit(one.quantity) })),
    otherplaces: Math.max(0, others.length - PLACES_SHOWN),
    picks: picks.filter(({ reverses }) => reverses === null).map((movement) => presentPick(movement, inUnit)),
  }

  function takeFromPlace(): Quantity {
    const key = `${inventoryid} ${place?.id ?? ''}`
    const there = Math.max(0, left.get(key) ?? quantityAt(stock, place))
    const taken = asQuantity(Math.min(topick, inUnit(there)))
    left.set(key, there - toBase(taken, ratio))
    return taken
  }
}

/** An item may lie at a thousand places, and a job may need it on every line. */
const PLACES_SHOWN = 10

function fullestElsewhere(stock: OnHand, place: Place): PlaceQuantity[] {
  let places = fullest.get(stock)
  if (!places) {
    places = stock.places.filter(({ quantity }) => quantity > 0).toSorted((a, b) => b.quantity - a.quantity)
    fullest.set(stock, places)
  }
  return places.filter((one) => !isAt(one, place))
}

const fullest = new WeakMap<OnHand, PlaceQuantity[]>()

const isAt = ({ storageid }: PlaceQuantity, place: Place) => (storageid ?? null) === (place?.id ?? null)

const quantityAt = ({ places }: OnHand, place: Place): Quantity =>
  places.find((one) => isAt(one, place))?.quantity ?? asQuantity(0)

function presentPick(movement: JobMovement, inUnit: (base: number) => Quantity): Pick {
  const { seq, createdutc, userid, user, quantity, enteredquantity, storageid, storagename, reversedby } =
    movement
  return {
    seq,
    date: createdutc,
    user: userid ? user : '',
    quantity: enteredquantity ?? asQuantity(-inUnit(quantity)),
    storage: toPlace(storageid, storagename),
    undone: reversedby !== null,
  }
}
