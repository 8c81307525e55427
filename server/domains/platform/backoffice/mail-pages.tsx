import {
  deleteMail,
  listDelayedMails,
  listUndeliverableMails,
  retryMail,
} from '#db/queries/platform/undeliverable-mail.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { saved, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { PlatformMail } from '#views/platform/backoffice/mail.tsx'

const claim = 'platform.manage'
const LABEL = 'pages.backoffice.mail'

async function changeMail(c: Context<{ id: string }>, change: typeof deleteMail | typeof retryMail) {
  const found = await c.platform.write(({ db, now }) => change(db, c.params.id, now))
  if (found === 0) throw notFound('mail')
}

/** Mails of the platform itself that did not go out: when, how often they were tried and why, never what they say. */
export const accountMailPages: Route[] = [
  page('GET /backoffice/mail', { claim, summary: 'Mail that could not be delivered.' }, (c) => {
    const { smtp } = c.services.config
    const server = smtp && `${smtp.host}:${smtp.port}`
    const title = c.read((db) => pageTitle(db, LABEL))
    const mails = c.platform.read((db) => ({
      givenup: listUndeliverableMails(db),
      delayed: listDelayedMails(db),
    }))
    return view(<PlatformMail title={title} server={server} {...mails} />, { title, page: LABEL })
  }),

  page(
    'POST /backoffice/mail/:id/again',
    { claim, params: ById, summary: 'Sends a mail again.' },
    async (c) => {
      await changeMail(c, retryMail)
      return saved('The mail is tried again', 'platformmail')
    },
  ),

  page('DELETE /backoffice/mail/:id', { claim, params: ById, summary: 'Drops a mail.' }, async (c) => {
    await changeMail(c, deleteMail)
    return saved('The mail was removed', 'platformmail')
  }),
]
