import { placesInUse } from '#db/queries/stock/stock-levels.ts'
import { listUnitContexts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { invalid } from '#server/errors.ts'
import { parseQuantity, type Quantity } from '#server/money/decimal.ts'
import { readOnHand } from '#server/stock/read.ts'
import { readToday, readZone } from '#server/zone.ts'
import { CountDialog, type CountPlace } from '#views/stock/stock/count.tsx'
import { MovementDialog } from '#views/stock/stock/movement.tsx'
import { UndoDialog } from '#views/stock/stock/undo.tsx'
import { UsedBeforeDialog } from '#views/stock/stock/used-before.tsx'
import { WorthDialog } from '#views/stock/stock/worth-dialog.tsx'
import { readUsedBefore } from './book-used-before.ts'
import { type CountedQuantity, findVariances } from './count-stock.ts'
import { readStockFigures, readStockItem } from './item-page.tsx'
import { undoPreview } from './undo-preview.ts'

const movementOptions = (db: TenantDb, id: string, baseunit: string) => ({
  units: [baseunit, ...listUnitContexts(db, [id]).map(({ name }) => name)],
  places: placesInUse(db).map(({ id, name }) => ({ value: id, label: name })),
  today: readToday(db),
})

export function movementDialog(db: TenantDb, id: string, way: 'inbound' | 'outbound', money: boolean) {
  const { item, defaultstorageid } = readStockItem(db, id)
  const onhand = readOnHand(db, [id]).get(id)!.quantity
  return (
    <MovementDialog
      {...movementOptions(db, id, item.baseunit)}
      way={way}
      money={money}
      item={item}
      onhand={onhand}
      storageid={defaultstorageid}
    />
  )
}

export function worthDialog(db: TenantDb, id: string) {
  const { item, onhand, worth } = readStockFigures(db, id, true)
  return <WorthDialog item={item} onhand={onhand} average={worth?.average ?? null} />
}

export function undoDialog(db: TenantDb, id: string, seq: number) {
  const { item } = readStockItem(db, id)
  const preview = undoPreview(db, id, seq)
  const { storageid } = preview.movement
  const place = readOnHand(db, [id])
    .get(id)!
    .places.find((one) => one.storageid === storageid)
  return <UndoDialog {...preview} item={item} place={place?.name ?? ''} zone={readZone(db)} />
}

export function usedBeforeDialog(db: TenantDb, viewer: Viewer, id: string) {
  const { item } = readStockItem(db, id)
  const onhand = readOnHand(db, [id]).get(id)!.quantity
  const { lines, ...before } = readUsedBefore(db, id)
  const rows = lines.map(({ line, reference, boardid, location, moves }) => ({
    id: line.id,
    job: boardid && canSeeJobAt(viewer, boardid, location) ? reference : '',
    description: line.description,
    moves,
  }))
  return <UsedBeforeDialog item={item} onhand={onhand} {...before} lines={rows} />
}

export type CountFields = Record<string, unknown> & {
  unit?: string
  effectivedate?: string | null
  note?: string
  confirmed?: boolean
}

function countPlaces(db: TenantDb, id: string): CountPlace[] {
  const { defaultstorageid } = readStockItem(db, id)
  const held = readOnHand(db, [id]).get(id)!.places
  const rows = held.map(({ storageid, name, quantity }) => ({
    storageid,
    name,
    expected: quantity as number,
  }))
  if (rows.some(({ storageid }) => storageid === defaultstorageid)) return rows
  const own = placesInUse(db).find((place) => place.id === defaultstorageid)
  return [...rows, { storageid: own?.id ?? null, name: own?.name ?? '', expected: 0 }]
}

export const countDialog = (db: TenantDb, id: string, typed?: CountFields, asks?: 'large' | 'stale') => {
  const { item } = readStockItem(db, id)
  const ways = movementOptions(db, id, item.baseunit)
  const named = (id: string) => ways.places.find(({ value }) => value === id)?.label ?? ''
  const places = countPlaces(db, id)
  const variances = typed ? findVariances(db, { ...typed, inventoryid: id, counts: parseCounts(typed) }) : []
  const found = variances
    .filter(({ storageid }) => !places.some((place) => place.storageid === storageid))
    .map(({ storageid, expected }) => ({ storageid, expected, name: storageid ? named(storageid) : '' }))
  const counted = [...places, ...found].map((place): CountPlace => {
    const variance = variances.find(({ storageid }) => storageid === place.storageid)
    return { ...place, ...variance, typed: typed && writtenAt(typed, place.storageid) }
  })
  const known = new Set(counted.map(({ storageid }) => storageid ?? ''))
  return (
    <CountDialog
      {...ways}
      item={item}
      counted={counted}
      asks={asks}
      places={ways.places.filter(({ value }) => !known.has(value))}
      typed={typed && { unit: typed.unit, date: typed.effectivedate, note: typed.note }}
    />
  )
}

/** @throws by the row for what is no number, and when nothing was written */
export function parseCounts(fields: CountFields): CountedQuantity[] {
  const counts = countRows(fields).flatMap(({ at, place, written }) =>
    written
      ? [
          {
            storageid: place || null,
            counted: parseCount(written, `counted-${at}`),
            expected: Number(fields[`expected-${at}`]) as Quantity,
          },
        ]
      : [],
  )
  if (counts.length === 0) throw invalid({ 'counted-0': 'Write what you counted at one place at least.' })
  return counts
}

const writtenAt = (fields: CountFields, storageid: string | null) =>
  countRows(fields).find(({ place }) => place === (storageid ?? ''))?.written

const countRows = (fields: CountFields) =>
  Object.keys(fields)
    .filter((name) => /^place-\d+$/.test(name))
    .map((name) => name.slice('place-'.length))
    .map((at) => ({
      at,
      place: String(fields[`place-${at}`]),
      written: String(fields[`counted-${at}`] ?? '').trim(),
    }))

function parseCount(written: string, field: string): Quantity {
  try {
    const figure = parseQuantity(written, 'count')
    if (figure < 0) throw invalid({ [field]: 'What is counted cannot be below zero.' })
    return figure
  } catch (error) {
    throw invalid({ [field]: (error as Error).message })
  }
}
