import { daysBetween } from '#server/dates.ts'
import type { PlacedBar, ScheduleBar } from '#views/work/schedule/types.ts'

type Range = { from: string; to: string }

/** Where each bar stands between two days, in as few lanes as hold them all; they come by their first day. */
export function placeBars(
  bars: readonly ScheduleBar[],
  { from, to }: Range,
): { bars: PlacedBar[]; lanes: number } {
  const ends: string[] = []
  const placed = bars.map((bar) => {
    const [cutstart, cutend] = [bar.start < from, bar.end > to]
    const [first, last] = [cutstart ? from : bar.start, cutend ? to : bar.end]
    const free = ends.findIndex((end) => end < first)
    const lane = free === -1 ? ends.length : free
    ends[lane] = last
    return {
      ...bar,
      at: daysBetween(from, first),
      length: daysBetween(first, last) + 1,
      lane,
      cutstart,
      cutend,
    }
  })
  return { bars: placed, lanes: ends.length }
}
