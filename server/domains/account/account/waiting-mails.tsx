import { makeMailDue } from '#db/queries/outbox.ts'
import type { Context } from '#server/http/context.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { fragment, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { openMailBox } from '#server/mail/queued-mail.ts'
import { readWaitingMails } from '#server/mail/waiting-mails.ts'
import { sendMailAgain, takeBackMail } from '#server/mail-outcomes.ts'
import { WaitingMails } from '#views/account/account/waiting-mails.tsx'

const boxOf = (c: Context) => openMailBox(c.services, c.person.accountid)

/** What its panel shows. */
export const readOwnMails = (c: Context) => {
  const box = boxOf(c)
  return { mails: c.read((db) => readWaitingMails(db, box)), noserver: box.noserver }
}

/** Mails of the account that no server has yet, or that were given up. */
export const waitingMailRoutes: Route[] = [
  page('GET /account/mails', { claim: 'account.manage', summary: 'The mails that wait to be sent.' }, (c) =>
    fragment(<WaitingMails {...readOwnMails(c)} />),
  ),

  page(
    'POST /account/mails/sendnow',
    { claim: 'account.manage', body: NoBody, summary: 'Tries all mails at once that wait.' },
    async (c) => {
      const { mail } = c.services
      mail.askServer(c.person.accountid)
      // By the request itself, so that a repeat of it writes nothing.
      await c.write((tx) => makeMailDue(tx.db, tx.now))
      mail.mailQueued(c.person.accountid)
      return saved('What waits is tried now', 'mails')
    },
  ),

  page(
    'POST /account/mails/:id/again',
    {
      claim: 'account.manage',
      params: ById,
      body: NoBody,
      summary: 'Sends a mail again that was given up, or at once.',
    },
    async (c) => {
      // First: else the mail finds its server still to be left alone.
      c.services.mail.askServer(c.person.accountid)
      await c.write((tx) => sendMailAgain(tx, boxOf(c), c.params.id))
      return saved('The mail is tried again', 'mails')
    },
  ),

  page(
    'POST /mail/waiting/:id/takeback',
    {
      claim: 'seat',
      params: ById,
      body: NoBody,
      summary: 'Takes a mail back that was not sent, by whoever wrote it or manages the account.',
    },
    async (c) => {
      const withdrawn = await c.write((tx) =>
        takeBackMail(
          tx,
          boxOf(c),
          c.params.id,
          ({ by }) => c.can('account.manage') || by === c.person.userid,
        ),
      )
      return saved(withdrawn ? 'The mail is off the list' : 'The mail is taken back: nobody gets it', 'mails')
    },
  ),
]
