import { sinceText } from '#islands/client/times.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'

/** Why lines of a job are not saved, used or moved. */
export const unknownLines =
  'The lines of this job did not come, so nothing was used or moved. Please try again.'
export const oldLines = (utc: string) =>
  `Without a network the lines are known as they were ${sinceText((Date.parse(utc) - Date.now()) / 1000)}: nothing was used or moved by them. Try again once there is one.`
export const notAdded = 'Not saved: the line itself is not added yet.'
export const refusedElsewhere = 'Not saved: what stands on Details was refused.'

export function showWarnings(warnings: readonly string[] = []): void {
  for (const message of warnings) showSnackbar({ level: 'warning', message })
}
