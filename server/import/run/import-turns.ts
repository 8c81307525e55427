import { Problem } from '#server/errors.ts'
import { CORES, FairQueue } from '#server/fair-queue.ts'

const busy = () =>
  new Problem(503, 'Too many lists of your account wait to be read. Please try again in a minute.', {
    code: 'importsbusy',
    retryafter: 60,
  })

/** Each list may fill some hundred megabytes for a moment. */
export const IMPORT_PLACES = Math.min(CORES, 4)

export const importTurns = (places = IMPORT_PLACES) =>
  new FairQueue({ places, account: 20, person: 10, refusal: busy })
