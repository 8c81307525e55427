import { scheduleDigest } from '#db/queries/platform/digests.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'

/**
 * Says, before a person's choice is stored, that the account is to be looked at: between the two files a crash may
 * then cost a look for nothing, but never a digest. The minute leaves the choice time to be stored.
 */
export const scheduleAccountDigest = ({ platform, clock }: Services, accountid: string) =>
  platform.write(({ db }) => scheduleDigest(db, accountid, addMs(clock(), MINUTE_MS)))
