import type { PlacedBar, ScheduleBar } from '#views/work/schedule/types.ts'

type Range = { from: string; to: string; days: readonly string[] }

/** Where each bar stands among the days that are shown, in as few lanes as hold them all; they come by their first day. */
export function placeBars(
  bars: readonly ScheduleBar[],
  { from, to, days }: Range,
): { bars: PlacedBar[]; lanes: number } {
  // Numbers, since a thousand bars of one day are half a million comparisons.
  const ends: number[] = []
  const places = new Map(days.map((day, n) => [day, n]))
  const placed = bars.map((bar) => {
    const [cutstart, cutend] = [bar.start < from, bar.end > to]
    const [first, last] = [cutstart ? from : bar.start, cutend ? to : bar.end]
    const [at, upto] = [places.get(first) ?? 0, places.get(last) ?? 0]
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
  })
  return { bars: placed, lanes: ends.length }
}
