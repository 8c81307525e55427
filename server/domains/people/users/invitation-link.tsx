import { recordAudit } from '#server/access/audit.ts'
import { networkSites, withLinkSite } from '#server/access/link-site.ts'
import { isOwnInstallation } from '#server/access/own-installation.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, NoBody } from '#server/http/fields.ts'
import { dataReply, fragment } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { mailWaitsUntil } from '#server/mail/queued-mail.ts'
import { InvitationLinkDialog } from '#views/people/users/invitation-link.tsx'
import { getSeat } from './change-person.ts'
import { issueInvitationLink } from './invite-person.ts'

const SHOWN_ONCE = 'This link was made by the same request before, and shown in its first answer alone.'

/** Until when an invitation to them would wait, if it would; to an address that is not known yet, as to somebody new. */
export const invitationWaits = (c: Context, email: string): string | undefined =>
  mailWaitsUntil(c.services, { accountid: c.person.accountid, proves: email || 'somebody new' })

/**
 * Only for whoever runs the installation, or the one business on it, while no mail server takes the invitation: its link
 * lets its reader choose the password of that address, which anybody else must not hold before it has proved itself.
 */
export const canHandOverLink = (c: Context, email: string): boolean =>
  isOwnInstallation(c, email) && invitationWaits(c, email) !== undefined

type HandedOver = { email: string; link?: string; message: string; number: string }

export async function newLink(c: Context, userid: string): Promise<HandedOver> {
  const { accountid } = c.person
  let link: string | undefined
  let number = ''
  const kept = await c.platform.write((tx) => {
    const person = getSeat(tx.db, accountid, userid)
    if (!person.isInvited || person.archived) throw forbidden('Only who is invited needs a link.')
    if (!canHandOverLink(c, person.email)) throw forbidden('The invitation goes by mail.')
    number = person.phone ?? ''
    link = issueInvitationLink(tx, withLinkSite(c), c.person, person)
    recordAudit(tx, 'invited', { userid: c.person.userid, accountid, detail: person.email })
    return dataReply({ email: person.email }, { message: SHOWN_ONCE })
  })
  const message = `${c.person.name} invites you to ${c.person.accountname}. Choose a password here: ${link}`
  return { ...kept.data, link, message, number }
}

export const invitationLinkActions: Route[] = asyncAction(
  { api: 'POST /api/users/:id/invitationlink', page: 'POST /admin/users/:id/invitationlink' },
  {
    claim: 'users.manage',
    needsSignIn: true,
    secret: true,
    params: ById,
    body: NoBody,
    form: {},
    summary:
      'A link to hand over to who is invited, shown this once, while no mail server takes the invitation.',
  },
  (c) => newLink(c, c.params.id),
  (made, c) =>
    fragment(
      <InvitationLinkDialog {...made} isoperator={isOwnInstallation(c)} sites={networkSites(c.services)} />,
    ),
  ({ message: _message, number: _number, ...made }) => made,
)
