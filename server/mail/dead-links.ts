import { listWaitingWith } from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { Encryption } from '#server/encryption.ts'
import { type Paper, paperKey, withdrawMails } from './papers.ts'
import { readMail } from './read-mail.ts'

type Link = { codehash: string; endedutc: string | null }

const DEAD = 'The link in it does not work any more.'
const CODE = /\/www\/[a-z]+(?:\/[a-z]+)?\/([\w-]{20,})/

/**
 * What waits with a paper, or with a reminder of it, and leads its reader to a link that has ended is not sent. Whoever
 * calls it frees what these mails carried.
 */
export function withdrawDeadLinks(
  tx: Tx,
  encryption: Encryption,
  [paper, reminder = paper]: readonly [Paper, Paper?],
  links: readonly Link[],
): { ids: string[]; why: string } {
  const ended = new Set(links.flatMap(({ codehash, endedutc }) => (endedutc === null ? [] : codehash)))
  const waiting = { first: paperKey(paper), second: paperKey(reminder), now: tx.now }
  const dead = listWaitingWith(tx.db, waiting).filter((row) => {
    const [, code] = CODE.exec(readMail({ encryption, url: '' }, row)?.html ?? '') ?? []
    return code !== undefined && ended.has(hashSecret(code))
  })
  const only = dead.map(({ id }) => id)
  if (only.length === 0) return { ids: [], why: DEAD }
  const gone = withdrawMails(tx, paper, { only, why: DEAD })
  const reminders = reminder === paper ? [] : withdrawMails(tx, reminder, { only, why: DEAD })
  return { ids: [...gone, ...reminders], why: DEAD }
}
