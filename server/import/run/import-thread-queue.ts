import { busyProblem } from '#server/errors.ts'
import { CORES, FairQueue } from '#server/fair-queue.ts'

/** Each list may fill some hundred megabytes for a moment. */
export const IMPORT_PLACES = Math.min(CORES, 4)

export const importThreadQueue = new FairQueue({
  places: IMPORT_PLACES,
  account: 20,
  person: 10,
  refusal: busyProblem('lists of your account wait to be read', 'importsbusy', 60),
})
