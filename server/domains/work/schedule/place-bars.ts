import { type DayHours, placeInHours } from '#views/ui/day-hours.ts'
import type { PlacedBar, ScheduleBar } from '#views/work/schedule/types.ts'

type Range = { from: string; to: string; days: readonly string[] }

/** Where each bar stands among the days that are shown, or the hours of one, in as few lanes as hold them all; they come by their first day. */
export function placeBars(
  bars: readonly ScheduleBar[],
  { from, to, days }: Range,
  hours?: DayHours,
): { bars: PlacedBar[]; lanes: number } {
  // Numbers, since a thousand bars of one day are half a million comparisons.
  const ends: number[] = []
  const places = new Map(days.map((day, n) => [day, n]))
  const place = (bar: ScheduleBar): PlacedBar => {
    const [cutstart, cutend] = [bar.start < from, bar.end > to]
    const [first, last] = [cutstart ? from : bar.start, cutend ? to : bar.end]
    const [at, upto] = hours ? placeInHours(bar.hour, hours) : [places.get(first) ?? 0, places.get(last) ?? 0]
    let lane = 0
    while (lane < ends.length && (ends[lane] as number) >= at) lane++
    ends[lane] = upto
    return {
      ...bar,
      at,
      length: upto - at + 1,
      lane,
      cutstart,
      cutend,
    }
  }
  if (!hours) return { bars: bars.map(place), lanes: ends.length }
  const all = bars.filter(({ hour }) => !hour).map(place)
  const visits = bars.filter(({ hour }) => hour).map(place)
  return { bars: [...visits, ...all], lanes: ends.length }
}
