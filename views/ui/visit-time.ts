import { longDate, shortDate } from '#views/format.ts'

/** Minutes of the day between which a visit begins; both the same where it names one hour. */
export type Visit = { from: number; to: number }

const clock =
  /(?<![\d/.:])(\d{1,2})(?:\s?[:.h]\s?(\d{2})|\s?h(?:00)?\b)?\s*(am|pm)?(?![\d/:]|\.\d|st|nd|rd|th)/gi
const twelves: Record<string, number> = { noon: 720, midday: 720 }

type Hour = { minutes: number; half?: string }

function hoursIn(words: string): Hour[] {
  const spelled = words.replace(/noon|midday/gi, (word) => `${(twelves[word.toLowerCase()] ?? 0) / 60}:00`)
  return [...spelled.matchAll(clock)].flatMap(([, hour = '', minute = '0', half]) => {
    const [hours, rest] = [Number(hour), Number(minute)]
    if (hours > (half ? 12 : 23) || rest > 59) return []
    const added = half?.toLowerCase() === 'pm' ? 12 : 0
    return [{ minutes: ((half ? hours % 12 : hours) + added) * 60 + rest, half }]
  })
}

/** When a visit begins, by words such as 8:00, 14h30, 2 pm or between 8 and 10; undefined where they name no hour. */
export function readVisit(words: string): Visit | undefined {
  const [first, second] = words ? hoursIn(words) : []
  if (!first) return
  if (!second) return { from: first.minutes, to: first.minutes }
  // Between 2 and 4 pm.
  const after = second.half && !first.half && first.minutes + 720 <= second.minutes ? 720 : 0
  const from = first.minutes + after
  return { from, to: Math.max(from, second.minutes) }
}

/** An hour that no clock shows, such as 25:99, which would be read as no time at all. */
export const findImpossibleHour = (words: string): string | undefined =>
  words
    .matchAll(/(?<![\d/.:])(\d{1,2})[:h](\d{2})(?![\d/:])/gi)
    .find(([, hour, minute]) => Number(hour) > 23 || Number(minute) > 59)?.[0]

/** What a visit is taken to last where neither it nor the items that go out have a time, and its words name one hour. */
const USUAL_MINUTES = 60

/** From when to when somebody is there, in minutes of the day; only of a single day is the end known. */
export function visitHour({
  start,
  end,
  visittime,
  minutes,
}: {
  start: string
  end: string
  visittime: string
  minutes: number | null
}): { from: number; minutes: number } | undefined {
  const visit = start === end ? readVisit(visittime) : undefined
  return visit && { from: visit.from, minutes: minutes || visit.to - visit.from || USUAL_MINUTES }
}

const justTime = /^\s*\d{1,2}(\s?[:.h]\s?\d{2}|\s?h)?\s*(am|pm)?\s*$/i

/** `08:00` */
export const clockWords = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** `08:00` of what is an hour and no more; anything else as it was written. */
export function visitWords(words: string): string {
  const visit = justTime.test(words) ? readVisit(words) : undefined
  return visit ? clockWords(visit.from) : words
}

/** The hours alone, as short as a card needs them; empty where there are none. */
export function visitHours(words: string): string {
  const visit = readVisit(words)
  if (!visit) return ''
  return [...new Set([visit.from, visit.to])].map(clockWords).join('–')
}

/** What names no hour comes last. */
export const visitOrder = (words: string): number => readVisit(words)?.from ?? 24 * 60

/** Calendar dates, `YYYY-MM-DD`. */
export const daysUntil = (date: string, today: string) => (Date.parse(date) - Date.parse(today)) / 86_400_000

/** Without the year where it is this one. */
export const dayWords = (date: string, today: string) =>
  date.slice(0, 4) === today.slice(0, 4) ? shortDate(date).slice(0, -5) : shortDate(date)

type Planned = { start: string | null; visittime: string; finish: string | null }

/** When somebody goes there, until its day has passed; after that only where nothing says by when it is due. */
export function visitLabel(
  { start, visittime, finish }: Planned,
  today: string,
): { text: string; title: string; level?: 'soon' } | undefined {
  if (!start || (finish && (start < today || finish < today))) return
  const days = daysUntil(start, today)
  const day = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : dayWords(start, today)
  return {
    text: [day, visitHours(visittime)].filter(Boolean).join(' '),
    title: [`Planned for ${shortDate(start)}`, visitWords(visittime), finish && `due ${shortDate(finish)}`]
      .filter(Boolean)
      .join(', '),
    level: days === 0 || days === 1 ? 'soon' : undefined,
  }
}

/** What a client is told: a day without an hour is a plan of the office alone. */
export const agreedVisit = ({
  start,
  visittime,
}: Pick<Planned, 'start' | 'visittime'>): string | undefined =>
  start && visittime ? `${longDate(start)}, ${visitWords(visittime)}` : undefined
