import { type DepartingLine, listDepartingPlaces } from '#db/queries/stock/departures.ts'
import { toPair } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** Base units, signed: below zero leaves. */
export type PlacePart = { storageid: string | null; quantity: number }

type Line = Pick<DepartingLine, 'id' | 'jobid' | 'inventoryid' | 'storageid'>

/**
 * Where goods of these lines leave from and come back to, one line after another: each sees what those before it took or
 * brought. Places at a client's are none, since what lies there is on consignment.
 */
export function openPlaces(db: TenantDb, lines: readonly Line[]) {
  const rows = listDepartingPlaces(db, lines)
  const placesOf = (what: string) =>
    Map.groupBy(
      rows.filter((row) => row.what === what),
      ({ of }) => of,
    )
  const [made, held, left] = [placesOf('made'), placesOf('held'), placesOf('left')]

  /** The line's own place, unless it made all of it elsewhere. */
  function homeOf({ id, storageid }: Line) {
    const own = made.get(id) ?? []
    return own.length === 0 || own.some((place) => place.storageid === storageid)
      ? storageid
      : (own[0]?.storageid ?? null)
  }

  function add(known: typeof held, of: string, storageid: string | null, quantity: number) {
    const places = known.get(of) ?? []
    known.set(of, places)
    const place = places.find((one) => one.storageid === storageid)
    if (place) place.quantity += quantity
    else places.push({ what: '', of, storageid, quantity })
  }

  type Taking = { home: string | null; order: readonly (string | null)[] }

  function take(known: typeof held, of: string, { home, order }: Taking, quantity: number) {
    const parts = new Map<string | null, number>()
    let rest = quantity
    for (const storageid of new Set(order)) {
      const there = known.get(of)?.find((place) => place.storageid === storageid)?.quantity ?? 0
      const part = Math.min(rest, Math.max(0, there))
      if (part > 0) parts.set(storageid, part)
      rest -= part
    }
    // What is nowhere leaves the line's own place, and comes back there.
    if (rest > 0) parts.set(home, (parts.get(home) ?? 0) + rest)
    return [...parts].map(([storageid, part]) => ({ storageid, quantity: part }))
  }

  const idsOf = (places: readonly { storageid: string | null }[] = []) =>
    places.map(({ storageid }) => storageid)

  function move(line: Line, parts: readonly PlacePart[], sign: 1 | -1): PlacePart[] {
    return parts.map(({ storageid, quantity }) => {
      add(held, line.inventoryid, storageid, sign * quantity)
      add(left, toPair(line.jobid, line.inventoryid), storageid, -sign * quantity)
      return { storageid, quantity: sign * quantity }
    })
  }

  return {
    /** From the places that the line made it into, its own first, then from wherever else it lies. */
    leave(line: Line, quantity: number): PlacePart[] {
      const item = line.inventoryid
      const home = homeOf(line)
      const order = [home, ...idsOf(made.get(line.id)), ...idsOf(held.get(item))]
      return move(line, take(held, item, { home, order }, quantity), -1)
    },
    /** To the place that is named, else to those that goods of its job left, the last first. */
    comeBack(line: Line, quantity: number, named?: string | null): PlacePart[] {
      const of = toPair(line.jobid, line.inventoryid)
      const taking = { home: homeOf(line), order: idsOf(left.get(of)) }
      const parts = named ? [{ storageid: named, quantity }] : take(left, of, taking, quantity)
      return move(line, parts, 1)
    },
    /** As if nothing had left: where that is all of it, what came back to another place leaves that again. */
    takeBack(line: Line, quantity: number): PlacePart[] {
      const all = left.get(toPair(line.jobid, line.inventoryid)) ?? []
      if (all.reduce((sum, place) => sum + place.quantity, 0) !== quantity)
        return this.comeBack(line, quantity)
      const parts = all
        .map(({ storageid, quantity: part }) => ({ storageid, quantity: part }))
        .filter((part) => part.quantity !== 0)
        .toSorted((a, b) => b.quantity - a.quantity)
      return move(line, parts, 1)
    },
  }
}
