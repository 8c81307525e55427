import { type ExpiringAccount, findLastNotice, listExpiring } from '#db/queries/platform/expiry.ts'
import { readSetting } from '#db/queries/settings.ts'
import { expirynotices } from '#db/schema/platform/index.ts'
import { settings } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import { EVALUATION_DAYS } from '#server/access/accounts.ts'
import { listUsersWithClaim } from '#server/access/users-with-claim.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { logFailure } from '#server/log.ts'
import { composeMail } from '#server/mail/compose.tsx'
import { queueMail } from '#server/mail/queue.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Services } from '#server/services.ts'
import { ExpiryMail, expiryText } from '#views/mails/expiry.tsx'

/** Days before the end on which the people who manage an account hear of it. */
const NOTICES = [0, 1, 7, 30] as const
/** What expired this long ago while the program did not run is told no more. */
const LATE_DAYS = 7
const MARK = 'expirynotice'

type Needs = Pick<Services, 'platform' | 'tenants' | 'encryption' | 'url' | 'clock'>

/**
 * Each notice once, and after a pause only the one that is true now. Accounts that pay by themselves hear only
 * that it did not work; a new account does not hear on its first day that it has thirty.
 */
export async function mailExpiryNotices(services: Needs) {
  const { platform, tenants, clock } = services
  const now = clock()
  const at = (days: number) => addMs(now, days * DAY_MS)
  const due = platform.read((db) =>
    listExpiring(db, at(-LATE_DAYS), at(30)).flatMap((account) => {
      const days = noticeDue(account, now)
      const last = findLastNotice(db, account.id, account.utcexpires)
      return days === null || (last !== null && last <= days) ? [] : [{ account, days }]
    }),
  )
  for (const { account, days } of due.filter(({ account }) => tenants.isMine(account.id)))
    await sendExpiryNotice(services, account, days).catch((error) =>
      logFailure(`expiry ${account.id}`, error),
    )
}

function noticeDue({ utcexpires, subscribed, createdutc }: ExpiringAccount, now: Date): number | null {
  const ends = Date.parse(utcexpires)
  const left = (ends - now.getTime()) / DAY_MS
  const days = left <= 0 ? 0 : (NOTICES.find((one) => one > 0 && left <= one) ?? null)
  if (subscribed && days !== 0) return null
  const whole = (ends - Date.parse(createdutc)) / DAY_MS <= EVALUATION_DAYS + 1
  return days === EVALUATION_DAYS && whole ? null : days
}

/** The account's file first, where it is marked, then the platform's with the mails: after a crash neither twice. */
async function sendExpiryNotice(services: Needs, account: ExpiringAccount, days: number) {
  const { platform, tenants, encryption, url, clock } = services
  const text = expiryText({ account: account.name, days, subscribed: account.subscribed })
  const managers = await tenants.write(account.id, SYSTEM, (tx) => {
    const people = listUsersWithClaim(tx.db, 'account.manage')
    if (marks(tx, `${account.utcexpires} ${days}`))
      for (const { id } of people)
        notify(tx, {
          userid: id,
          type: days > 7 ? 'info' : 'warning',
          message: text,
          code: 'expiry',
          open: '/subscription',
        })
    return people.map(({ email }) => email)
  })
  const sentutc = clock().toISOString()
  await platform.write((tx) => {
    tx.db
      .insert(expirynotices)
      .values({ accountid: account.id, utcexpires: account.utcexpires, days, sentutc })
      .onConflictDoNothing()
      .run()
    for (const to of managers)
      queueMail(tx, encryption, {
        to,
        ...composeMail(text, <ExpiryMail words={text} href={`${url}/subscription`} />),
      })
  })
}

function marks(tx: Tx, notice: string): boolean {
  if (readSetting<string>(tx.db, MARK) === notice) return false
  const value = JSON.stringify(notice)
  tx.db
    .insert(settings)
    .values({ key: MARK, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .run()
  return true
}
