import {
  deleteOrphanDigests,
  listDueDigestNotifications,
  listDueDigests,
  nextDigest,
  setDigestSent,
} from '#db/queries/people/digests.ts'
import { listDueAccounts, rescheduleDigest } from '#db/queries/platform/digests.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { composeMail } from '#server/mail/compose.tsx'
import { queueMail } from '#server/mail/queue.ts'
import { isOwnPath } from '#server/notifications/own-path.ts'
import { planDigest } from '#server/preferences/plan-digest.ts'
import type { Services } from '#server/services.ts'
import { readZone } from '#server/zone.ts'
import { instant } from '#views/format.ts'
import { Digest } from '#views/mails/digest.tsx'

const AT_ONCE = 50
const SHOWN = 30
const LATER_MS = 10 * MINUTE_MS

/**
 * Once each, also after downtime: the mail and its mark are one transaction. Only files in which something is
 * due are opened.
 */
export async function sendDigests(services: Services) {
  const { platform, clock } = services
  const now = clock().toISOString()
  const due = platform.read((db) => listDueAccounts(db, now, AT_ONCE))
  for (const { accountid, name, archived, dueutc } of due) {
    const next = archived ? null : await makeAccountDigests(services, accountid, name)
    await platform.write(({ db }) => rescheduleDigest(db, accountid, dueutc, next))
  }
}

/** When the account is to be looked at next. One that cannot be opened now is tried again. */
async function makeAccountDigests(
  services: Services,
  accountid: string,
  name: string,
): Promise<string | null> {
  try {
    return await services.tenants.write(accountid, SYSTEM, (tx) => makeDigests(tx, services, name))
  } catch (error) {
    logFailure(`digest ${accountid}`, error)
    return addMs(services.clock(), LATER_MS)
  }
}

function makeDigests(tx: Tx, { encryption, url }: Services, account: string): string | null {
  const zone = readZone(tx.db)
  const unread = Map.groupBy(listDueDigestNotifications(tx.db, tx.now, SHOWN), ({ userid }) => userid)
  for (const { userid, lastid, firstname, email, archived } of listDueDigests(tx.db, tx.now)) {
    const lines = unread.get(userid) ?? []
    const [newest] = lines
    planDigest(tx, userid)
    // Nothing has come since the last one: the same again would only teach people not to read it.
    if (!newest || newest.id <= lastid || archived) continue
    setDigestSent(tx.db, userid, newest.id)
    const shown = lines.map(({ id, type, message, dateutc, open }) => ({
      id,
      type,
      message,
      when: instant(dateutc, zone),
      href: isOwnPath(open) ? url + open : undefined,
    }))
    const body = <Digest name={firstname} account={account} url={url} unread={newest.unread} lines={shown} />
    const subject = `${newest.unread} unread in ${account}`
    queueMail(tx, encryption, { to: email, ...composeMail(subject, body) })
  }
  deleteOrphanDigests(tx.db, tx.now)
  return nextDigest(tx.db)
}
