import type { MaterialRow } from '#db/queries/work/materials.ts'
import type { TimeEntryRow } from '#db/queries/work/time-entries.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { plannedMinutes } from './labour-price.ts'

export type BillableEntry = TimeEntryRow & { minutes: number }

/** `timed`: the labour of a product, on which time stands already; more is added to it. `productname`: of what it goes into. */
export type TimeLine = MaterialRow & { timed: boolean; productname: string }

type Place = { line: TimeLine; planned: number; room: number; minutes: number }

/** Whether a line holds labour that nobody timed. */
export const isUsedUntimed = ({ consumed, timed }: TimeLine) => consumed !== 0 && !timed

type LabourItem = { unitseconds: number | null }

/** Minutes of time that a line still takes before it holds what it plans. */
export function timeRoom(item: LabourItem, { timed, estimated, consumed, unitratio }: TimeLine): number {
  const left = timed ? Math.max(0, estimated - consumed) : consumed || estimated
  return plannedMinutes(item, asQuantity(left), unitratio)
}

/**
 * Divides the time of one labour item among its lines, by what each plans: first what goes into products, by their planned hours, then
 * what is charged; of each what is not used yet before what is. What is worked beyond all plans is charged, where a line
 * charges it, since then somebody is asked.
 */
export function distributeTime(
  item: LabourItem,
  lines: readonly TimeLine[],
  entries: readonly BillableEntry[],
): { line: TimeLine; entries: BillableEntry[] }[] {
  const places = lines.map((line): Place => {
    const planned = plannedMinutes(item, asQuantity(line.estimated || line.consumed), line.unitratio)
    return { line, planned, room: timeRoom(item, line), minutes: 0 }
  })
  const products = places.filter(({ line }) => line.nonbillable)
  const charged = places.filter(({ line }) => !line.nonbillable)
  let left = entries.reduce((sum, { minutes }) => sum + minutes, 0)
  for (const used of [false, true]) {
    const isNext = ({ line }: Place) => isUsedUntimed(line) === used
    left -= share(products.filter(isNext), left, 'room')
    for (const place of charged.filter(isNext)) left -= share([place], left, 'room')
  }
  const last = charged.findLast(({ line }) => !isUsedUntimed(line)) ?? charged.at(-1)
  if (last) last.minutes += left
  else share(products, left, 'planned')
  return fill([...products, ...charged], entries)
}

/** Gives what found room; beyond what is planned nothing bounds it. */
function share(places: readonly Place[], left: number, by: 'room' | 'planned'): number {
  const whole = places.reduce((sum, place) => sum + place[by], 0)
  const given = by === 'room' ? Math.min(left, whole) : left
  if (given === 0) return 0
  let before = 0
  let shared = 0
  for (const place of places) {
    before += place[by]
    const upto = whole === 0 ? given : multiply(given, before, BigInt(whole))
    place.minutes += upto - shared
    shared = upto
  }
  return given
}

/** What was worked first stands on the first; an entry that two lines share is in both, with the part of each. */
function fill(places: readonly Place[], entries: readonly BillableEntry[]) {
  const rest = entries.map((entry) => ({ ...entry }))
  return places.flatMap(({ line, minutes }) => {
    const taken: BillableEntry[] = []
    let left = minutes
    while (left > 0) {
      const [entry] = rest
      if (!entry) break
      const part = Math.min(left, entry.minutes)
      taken.push({ ...entry, minutes: part })
      left -= part
      entry.minutes -= part
      if (entry.minutes === 0) rest.shift()
    }
    return taken.length > 0 ? [{ line, entries: taken }] : []
  })
}
