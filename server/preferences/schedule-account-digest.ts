import { scheduleDigest } from '#db/queries/platform/digests.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'

/**
 * When the account's file is to be looked at. Before a person's choice is stored: a crash between the two files may cost
 * a look for nothing, never a digest. The minute leaves the choice time to be stored.
 */
export const scheduleAccountDigest = (
  { platform, clock }: Services,
  accountid: string,
  dueutc = addMs(clock(), MINUTE_MS),
) => platform.write(({ db }) => scheduleDigest(db, accountid, dueutc))
