import { duration } from '#views/format.ts'
import { askHoursOrMinutes, isHoursOrMinutes, parseTypedMinutes } from '#views/ui/minutes.ts'
import { delegate, findElement } from './page.ts'

/** Says how a time is read while it is typed. */
export function watchMinutes(): void {
  delegate('input', 'input[data-minutes]', (element) => {
    const read = findElement('output[data-read]', element.parentElement ?? document)
    if (read) read.textContent = readingOf((element as HTMLInputElement).value.trim())
  })
}

function readingOf(typed: string): string {
  if (isHoursOrMinutes(typed)) return askHoursOrMinutes(typed)
  const minutes = typed ? parseTypedMinutes(typed) : undefined
  return minutes === undefined ? '' : `= ${duration(minutes)}`
}
