/** Days are `YYYY-MM-DD`, the last one inclusive; instants ISO 8601 UTC. */
export type CalendarEvent = {
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

type Calendar = { name: string; events: readonly CalendarEvent[] }

const MOST_OCTETS = 75

/** RFC 5545: all-day events, which need no time zone, each line with CRLF and no longer than 75 octets. */
export const formatCalendar = ({ name, events }: Calendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Joblane//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...events.flatMap(linesOfEvent),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')

function linesOfEvent(event: CalendarEvent): string[] {
  const { uid, sequence, changed, start, end, summary, description, location, url, cancelled } = event
  const stamp = changed.replace(/[-:]|\.\d+/g, '')
  const after = Temporal.PlainDate.from(end).add({ days: 1 }).toString()
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${start.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${after.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
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
