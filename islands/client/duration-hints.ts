import { duration } from '#views/format.ts'
import { askHoursOrMinutes, isHoursOrMinutes, parseTypedMinutes } from '#views/ui/parse-minutes.ts'
import { delegate, findElement } from './page.ts'

/** Says how a time is read while it is typed. */
export function watchDurationHints(): void {
  delegate('input', 'input[data-minutes]', (element) => {
    const read = findElement('output[data-read]', element.parentElement ?? document)
    if (read) read.textContent = readingOf(element as HTMLInputElement)
  })
}

function readingOf({ value, dataset: { least, most } }: HTMLInputElement): string {
  const typed = value.trim()
  if (isHoursOrMinutes(typed)) return askHoursOrMinutes(typed)
  const minutes = typed ? parseTypedMinutes(typed) : undefined
  if (minutes === undefined) return ''
  const read = `= ${duration(minutes)}`
  if (most && minutes > Number(most)) return `${read}, more than ${duration(Number(most))}`
  if (least && minutes < Number(least)) return `${read}, less than ${duration(Number(least))}`
  return read
}
