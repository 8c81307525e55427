import { dataReply } from '#server/http/reply.ts'
import type { Synced } from './stage-fetched.ts'

/** What a sync answers: `words` where nothing is new, by the specification. */
export const syncedReply = ({ added, leftout }: Synced, words: string) =>
  dataReply(added, {
    total: added.length,
    message: added.length === 0 ? words : 'Success',
    ...(leftout.rows > 0 || leftout.part ? { leftout } : {}),
  })
