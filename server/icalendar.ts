/** Days are `YYYY-MM-DD`, the last one inclusive; instants ISO 8601 UTC. */
export type CalendarEvent = {
  /** Minutes from the begin of its first day, and for how many; without it these are whole days. */
  hour?: { from: number; minutes: number }
  /** Of the record, for good. */
  uid: string
  /** Grows with each change of it. */
  sequence: number
  changed: string
  start: string
  end: string
  summary: string
  description: string
  location: string
  url?: string
  cancelled: boolean
}

/** `zone`: of the clock that hours are read from. */
type Calendar = { name: string; zone: string; events: readonly CalendarEvent[] }

const MOST_OCTETS = 75

/** RFC 5545: all-day events, which need no time zone, and those with an hour; each line with CRLF and no longer than 75 octets. */
export const formatCalendar = ({ name, zone, events }: Calendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Joblane//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...linesOfZone(zone, events),
    ...events.flatMap((event) => linesOfEvent(event, zone)),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')

/** `20261129T080000` */
const clockForm = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')

const beginOf = (start: string, minutes: number) =>
  Temporal.PlainDate.from(start).toPlainDateTime().add({ minutes })

/** Of a zone the changes of the clocks alone that one of the hours comes after. */
function linesOfZone(zone: string, events: readonly CalendarEvent[]): string[] {
  const timed = events.flatMap(({ start, hour }) => (hour ? [beginOf(start, hour.from)] : []))
  if (timed.length === 0) return []
  const changes = new Map<string, string[]>()
  for (const begin of timed) {
    const at = begin.toZonedDateTime(zone)
    const change = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
    const before = change?.subtract({ nanoseconds: 1 }) ?? at
    const onset = change
      ? change
          .toPlainDateTime()
          .subtract({ nanoseconds: change.offsetNanoseconds - before.offsetNanoseconds })
      : Temporal.PlainDateTime.from('1970-01-01')
    const kind = at.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
    changes.set(clockForm(onset), [
      `BEGIN:${kind}`,
      `DTSTART:${clockForm(onset)}`,
      `TZOFFSETFROM:${before.offset.replaceAll(':', '')}`,
      `TZOFFSETTO:${at.offset.replaceAll(':', '')}`,
      `END:${kind}`,
    ])
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...[...changes.values()].flat(), 'END:VTIMEZONE']
}

function linesOfTime({ start, end, hour }: CalendarEvent, zone: string): string[] {
  if (hour)
    return [
      `DTSTART;TZID=${zone}:${clockForm(beginOf(start, hour.from))}`,
      `DURATION:${Temporal.Duration.from({ minutes: hour.minutes }).round({ largestUnit: 'hours' })}`,
    ]
  const after = Temporal.PlainDate.from(end).add({ days: 1 }).toString()
  return [`DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${after.replaceAll('-', '')}`]
}

function linesOfEvent(event: CalendarEvent, zone: string): string[] {
  const { uid, sequence, changed, summary, description, location, url, cancelled } = event
  const stamp = changed.replace(/[-:]|\.\d+/g, '')
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${sequence}`,
    ...linesOfTime(event, zone),
    `SUMMARY:${escapeText(summary)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Who is somewhere at an hour has no time for another; of a whole day there may be some left.
    `TRANSP:${event.hour ? 'OPAQUE' : 'TRANSPARENT'}`,
    'END:VEVENT',
  ]
}

/** Section 3.3.11; control characters, which no text may hold, become spaces. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (c) => `\\${c}`)
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')

const encoder = new TextEncoder()

/** Section 3.1: in lines of 75 octets, the space that continues one among them, and never within a character. */
export function foldLine(line: string): string {
  if (encoder.encode(line).length <= MOST_OCTETS) return line
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > MOST_OCTETS) {
      lines.push(current)
      ;[current, octets] = [' ', 1]
    }
    current += letter
    octets += size
  }
  return [...lines, current].join('\r\n')
}
