import { isHour } from '#views/unit-words.ts'

const HOURS_MINUTES = /^(\d{1,6})(?::|h(?:ours?)?)([0-5]\d)(?:m|min|minutes?)?$/
const HOURS = /^(\d{1,6})(?:[.,](\d{1,2}))?h(?:ours?)?$/
const MINUTES = /^(\d{1,8})(?:m|min|minutes?)?$/
/** What can be worked in a day. */
export const MOST_WORKED = 24 * 60
export const MAX_MINUTES = 10_000_000

export const MINUTES_ERROR = 'must be a time such as 8:00, 8 h 30 or 90 for minutes'

/** `8:00`, `8 h 30`, `1,5 h`, or minutes alone; undefined when it is no such time. */
export function parseMinutes(text: string): number | undefined {
  const minutes = readMinutes(text.toLowerCase().replace(/\s/g, ''))
  return minutes !== undefined && minutes <= MAX_MINUTES ? minutes : undefined
}

/** By hand: a number with decimals is hours, since nobody writes minutes so. A file is asked which it means. */
export const parseTypedMinutes = (text: string): number | undefined =>
  parseMinutes(/^\d{1,3}[.,]\d{1,2}$/.test(text) ? `${text}h` : text)

function readMinutes(text: string): number | undefined {
  const [, hours, rest] = HOURS_MINUTES.exec(text) ?? []
  if (hours) return Number(hours) * 60 + Number(rest)
  const [, whole, decimals = ''] = HOURS.exec(text) ?? []
  if (whole) return Math.round(Number(`${whole}.${decimals}`) * 60)
  const [, minutes] = MINUTES.exec(text) ?? []
  return minutes ? Number(minutes) : undefined
}

/** Few work for 8 minutes and few for 90 hours: of what a working day has hours for, nobody can tell which is meant. */
export const isHoursOrMinutes = (text: string) => /^(?:[1-9]|1[0-2])$/.test(text)

export const askHoursOrMinutes = (text: string) =>
  `Are these hours or minutes? Write ${text} h or ${text} min.`

/** Why what was typed by hand is no time; undefined where it is one. */
export function findMinutesFault(text: string): string | undefined {
  if (isHoursOrMinutes(text)) return askHoursOrMinutes(text)
  return parseTypedMinutes(text) === undefined ? `It ${MINUTES_ERROR}.` : undefined
}

/** Of a quantity in hours that is written as a clock has it, such as 24:30; undefined of any other. */
export const parseClockMinutes = (text: string, unit = ''): number | undefined =>
  isHour(unit) && /^\s*\d+\s*[:h]\s*\d{2}\s*$/i.test(text) ? parseMinutes(text) : undefined
