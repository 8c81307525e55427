import { duration } from '#views/format.ts'
import { findElements } from './page.ts'

const relativeTime = new Intl.RelativeTimeFormat('en-ZA', { numeric: 'auto' })
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Spec 1, section 9. */
export function watchTimes(): void {
  updateTimes()
  setInterval(updateTimes, 10_000)
  document.addEventListener('htmx:after:swap', updateTimes)
}

function updateTimes(): void {
  for (const time of findElements<HTMLTimeElement>('time[data-relative]')) {
    const text = sinceText((Date.parse(time.dateTime) - Date.now()) / 1000)
    if (text && time.textContent !== text) time.textContent = text
  }
  for (const time of findElements<HTMLTimeElement>('time[data-elapsed]')) {
    const text = duration(Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 60_000)))
    if (time.textContent !== text) time.textContent = text
  }
}

export function sinceText(seconds: number): string | undefined {
  if (Number.isNaN(seconds)) return undefined
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return unit === 'second' ? 'just now' : relativeTime.format(Math.trunc(seconds / size), unit)
}
