const CLOCK = 'clock'
const SAID = 'clocksaid'
const KEPT = 'x-joblane-stored'
/** Dates of answers are whole seconds, and answers take their time. */
const SAME_MS = 60_000

type Answer = { headers: { get(name: string): string | null } }

/** What the program last said on this page, and when by a clock that nobody sets. */
let heard: { date: number; at: number } | undefined

const read = (name: string) => {
  const kept = globalThis.localStorage?.getItem(name)
  return kept == null ? undefined : Number(kept)
}

/** The earliest that it can be by the program's clock, whatever is done to that of the device. */
const earliest = () =>
  Math.max(read(SAID) ?? 0, heard ? heard.date + globalThis.performance.now() - heard.at : 0)

/**
 * How many milliseconds the clock of the program is ahead of this device's, as it last said to any tab; more where the
 * device's was set back since.
 */
export function readClock(): number | undefined {
  const ahead = read(CLOCK)
  return ahead === undefined ? undefined : Math.max(ahead, earliest() - Date.now())
}

export function noteClock({ headers }: Answer): void {
  const date = Date.parse(headers.get('date') ?? '')
  // A copy on the device says when it was made.
  if (Number.isNaN(date) || headers.get(KEPT)) return
  heard = { date, at: globalThis.performance.now() }
  keepApart(CLOCK, date - Date.now())
  keepApart(SAID, date)
}

function keepApart(name: string, value: number): void {
  const known = read(name)
  if (known === undefined || Math.abs(value - known) > SAME_MS)
    globalThis.localStorage?.setItem(name, String(value))
}
