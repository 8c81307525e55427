import {
  deleteOrphanDigests,
  listDueDigestNotifications,
  listDueDigests,
  nextDigest,
  setDigestSent,
} from '#db/queries/people/digests.ts'
import { nextReturn, takeReturned } from '#db/queries/people/notifications.ts'
import { listDueAccounts, rescheduleDigest } from '#db/queries/platform/digests.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import { findServing } from '#server/cells/cell.ts'
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
import { publishUnread } from './change-notifications.ts'

const AT_ONCE = 50
const SHOWN = 30
const LATER_MS = 10 * MINUTE_MS

/**
 * Mails the bundles that are due, and tells browsers of what came back from being snoozed. Once each, also after
 * downtime: a mail and its mark are one transaction. Only files in which something is due are opened.
 */
export async function sendDigests(services: Services) {
  const { platform, clock, cell } = services
  const now = clock().toISOString()
  const due = platform.read((db) => listDueAccounts(db, now, AT_ONCE, findServing(cell)))
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
    return await services.tenants.write(accountid, SYSTEM, (tx) => {
      tellOfReturned(tx)
      makeDigests(tx, services, name)
      return earliest(nextDigest(tx.db), nextReturn(tx.db))
    })
  } catch (error) {
    logFailure(`digest ${accountid}`, error)
    return addMs(services.clock(), LATER_MS)
  }
}

const earliest = (...instants: (string | null)[]) => instants.filter((one) => one !== null).sort()[0] ?? null

function tellOfReturned(tx: Tx) {
  for (const userid of takeReturned(tx.db, tx.now)) publishUnread(tx, userid)
}

function makeDigests(tx: Tx, { encryption, url }: Services, account: string) {
  const zone = readZone(tx.db)
  const unread = Map.groupBy(listDueDigestNotifications(tx.db, tx.now, SHOWN), ({ userid }) => userid)
  for (const { userid, firstname, email, archived } of listDueDigests(tx.db, tx.now)) {
    const lines = unread.get(userid) ?? []
    const [newest] = lines
    planDigest(tx, userid)
    // What was mailed before is not mailed again: that would only teach people not to read it.
    if (!newest || archived) continue
    setDigestSent(tx.db, userid, tx.now)
    const shown = lines.map(({ id, type, message, dateutc, open }) => ({
      id,
      type,
      message,
      when: instant(dateutc, zone),
      href: isOwnPath(open) ? url + open : undefined,
    }))
    const body = <Digest name={firstname} account={account} url={url} unread={newest.unread} lines={shown} />
    const subject = `${newest.unread} new notification${newest.unread === 1 ? '' : 's'} in ${account}`
    queueMail(tx, encryption, { to: email, ...composeMail(subject, body) })
  }
  deleteOrphanDigests(tx.db, tx.now)
}
