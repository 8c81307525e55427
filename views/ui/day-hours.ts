/** In minutes of a day. */
export type HourSpan = { from: number; minutes: number }

/** The whole hours of a day between which it is drawn. */
export type DayHours = { from: number; to: number }

export const QUARTER_MINUTES = 15
/** A shorter one could not be read. */
const LEAST_QUARTERS = 2
/** What a day shows at least, in hours. */
export const USUAL_HOURS: DayHours = { from: 7, to: 17 }

/** What lasts longer goes on beyond what is shown, unless it begins later. */
const LATEST_HOUR = 20

/** The usual hours, and more where something begins earlier or ends later. */
export const hoursAround = (spans: readonly HourSpan[]): DayHours => ({
  from: Math.min(USUAL_HOURS.from, ...spans.map(({ from }) => Math.floor(from / 60))),
  to: Math.max(USUAL_HOURS.to, ...spans.map(lastHour)),
})

const lastHour = ({ from, minutes }: HourSpan) =>
  Math.min(Math.ceil((from + minutes) / 60), Math.max(LATEST_HOUR, Math.floor(from / 60) + 1))

/** Of what has no hour: before the hours, and each as wide as a quarter of one. */
export const ANY_TIME_COLUMNS = 8

export const countColumns = ({ from, to }: DayHours) =>
  ANY_TIME_COLUMNS + ((to - from) * 60) / QUARTER_MINUTES

/** The first and the last column among those of a day. */
export function placeInHours(hour: HourSpan | undefined, hours: DayHours): [first: number, last: number] {
  if (!hour) return [0, ANY_TIME_COLUMNS - 1]
  const end = countColumns(hours) - 1
  const first = ANY_TIME_COLUMNS + Math.floor((hour.from - hours.from * 60) / QUARTER_MINUTES)
  const many = Math.max(LEAST_QUARTERS, Math.ceil(hour.minutes / QUARTER_MINUTES))
  return [Math.max(ANY_TIME_COLUMNS, Math.min(first, end)), Math.min(end, first + many - 1)]
}
