import { withOffsiteFile } from '#db/offsite.ts'
import { addEvent, readPlaceState, writePlaceState } from '#db/queries/offsite.ts'
import { listOperatorAccounts } from '#db/queries/platform/accounts.ts'
import { SYSTEM } from '#db/types.ts'
import { listUsersWithClaim } from '#server/access/users-with-claim.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { composeMail } from '#server/mail/compose.tsx'
import { queueMail } from '#server/mail/queue.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Services } from '#server/services.ts'
import { CopiesMail } from '#views/mails/copies.tsx'
import { findTrouble } from './find-trouble.ts'
import { nameSubjects } from './read-copies.ts'

type Needs = Pick<Services, 'config' | 'platform' | 'tenants' | 'encryption' | 'url' | 'clock'>

/** When copies stop, once a day while they do, and when they go on again. */
export async function watchCopies(services: Needs, startedutc: string) {
  const { config, clock } = services
  const now = clock()
  const nameOf = nameSubjects(services.platform)
  const news = withOffsiteFile(config.data, (db) => {
    const trouble = findTrouble(db, { now, startedutc, nameOf }) ?? ''
    const { told, toldutc } = readPlaceState(db)
    const again = trouble && (toldutc ?? '') < addMs(now, -DAY_MS)
    if (Boolean(trouble) === Boolean(told) && !again) return null
    return { trouble }
  })
  if (!news) return
  await tellOperators(services, news.trouble)
  const utc = now.toISOString()
  withOffsiteFile(config.data, (db) => {
    writePlaceState(db, { told: news.trouble, toldutc: utc })
    const kind = news.trouble ? 'stopped' : 'resumed'
    addEvent(db, {
      utc,
      kind,
      subject: '',
      ok: !news.trouble,
      detail: news.trouble || 'Copies are made again.',
    })
  })
}

async function tellOperators(services: Needs, trouble: string) {
  const { platform, tenants, encryption, url } = services
  const open = '/backoffice/copies'
  const subject = trouble ? 'Off-site copies stopped' : 'Off-site copies are made again'
  const emails: string[] = []
  for (const { id } of platform.read(listOperatorAccounts))
    await tenants.write(id, SYSTEM, (tx) => {
      for (const { id: userid, email } of listUsersWithClaim(tx.db, 'platform.manage')) {
        const message = trouble ? `${subject}: ${trouble}` : `${subject}.`
        notify(tx, { userid, type: trouble ? 'error' : 'success', message, code: 'copies', open })
        emails.push(email)
      }
    })
  const body = <CopiesMail trouble={trouble} href={url + open} />
  await platform.write((tx) => {
    for (const to of emails) queueMail(tx, encryption, { to, ...composeMail(subject, body) })
  })
}
