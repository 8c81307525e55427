import type { DueMail } from '#db/queries/outbox.ts'
import type { Services } from '#server/services.ts'
import { noticeMail } from './notice.tsx'
import { type Mail, NOTICE } from './queue.ts'

/** Null when it was encrypted under another key. */
export function readMail(
  { encryption, url }: Pick<Services, 'encryption' | 'url'>,
  { payload }: DueMail,
): Mail | null {
  try {
    if (payload.startsWith(NOTICE)) return noticeMail(url, payload.slice(NOTICE.length))
    return JSON.parse(encryption.decrypt(payload)) as Mail
  } catch {
    return null
  }
}
