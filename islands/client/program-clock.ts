const CLOCK = 'clock'
const SAID = 'clocksaid'
const KEPT = 'x-joblane-stored'
/** Dates of answers are whole seconds, and may be told a second late. */
const EXACT_MS = 2_000
const SAME_MS = 60_000

type Answer = { headers: { get(name: string): string | null } }
/** `at` is by a clock that nobody sets; `device` by the device's. */
type Heard = { date: number; at: number; device?: number }

let heard: Heard | undefined

const read = (name: string) => {
  const kept = globalThis.localStorage?.getItem(name)
  return kept == null ? undefined : Number(kept)
}

/** When the program made this page: a copy on the device says so as well. */
function readPage(): Heard | undefined {
  const [entry] = globalThis.performance.getEntriesByType('navigation')
  const page = entry as PerformanceNavigationTiming | undefined
  const made = page?.serverTiming?.find(({ name }) => name === 'made')
  return page && made && { date: made.duration, at: page.responseStart }
}

/** The earliest that it can be by the program's clock, whatever is done to that of the device. */
function earliest(): number {
  heard ??= readPage()
  return Math.max(read(SAID) ?? 0, heard ? heard.date + globalThis.performance.now() - heard.at : 0)
}

/**
 * How many milliseconds the clock of the program is ahead of this device's, as it last said to any tab; more where the
 * device's was set back since.
 */
export function readClock(): number | undefined {
  const ahead = read(CLOCK)
  return ahead === undefined ? undefined : Math.max(ahead, earliest() - Date.now())
}

/** The same at the least: a clock that was found wrong may have been set right since the program was heard. */
export function readLeastClock(): number | undefined {
  const ahead = readClock()
  if (ahead === undefined || !isClockOff() || isUntouched()) return ahead
  return Math.max(Math.min(ahead, 0), earliest() - Date.now())
}

/** Nothing is known of it yet, or what may be true no more: the program should be asked. */
export const isClockOff = () => Math.abs(read(CLOCK) ?? Number.POSITIVE_INFINITY) > SAME_MS

/** Since this page heard of the program both clocks went on alike. */
function isUntouched(): boolean {
  if (heard?.device === undefined) return false
  const went = Date.now() - heard.device
  return Math.abs(went - (globalThis.performance.now() - heard.at)) < SAME_MS
}

/** `asked`: since when it was asked for, by the clock of the page. */
export function noteClock({ headers }: Answer, asked: number): void {
  const date = Date.parse(headers.get('date') ?? '')
  // A copy on the device says when it was made.
  if (Number.isNaN(date) || headers.get(KEPT)) return
  const [at, device] = [globalThis.performance.now(), Date.now()]
  heard = { date, at, device }
  const least = date - device
  const most = least + EXACT_MS + at - asked
  const known = read(CLOCK) ?? least
  keepApart(CLOCK, Math.min(Math.max(known, least), most), 0)
  keepApart(SAID, date, SAME_MS)
}

function keepApart(name: string, value: number, apart: number): void {
  const known = read(name)
  if (known === undefined || Math.abs(value - known) > apart)
    globalThis.localStorage?.setItem(name, String(value))
}
