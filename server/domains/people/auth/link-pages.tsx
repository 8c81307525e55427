import { latestInvitation } from '#server/access/invitations.ts'
import { isOpenToken } from '#server/access/one-time-tokens.ts'
import type { PublicContext } from '#server/http/context.ts'
import { publicView } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { InvitedPage, type PasswordLink } from '#views/people/auth/changepassword.tsx'
import { ConfirmEmail } from '#views/people/auth/confirmemail.tsx'
import { SignInPage } from '#views/people/auth/signin.tsx'
import { LinkParams, LinkQuery } from './input.ts'

/** Told to who holds a link that works, and to nobody else. */
const findInvitation = (c: PublicContext, { userid, token }: PasswordLink) =>
  c.platform.read((db) =>
    isOpenToken(db, c.now().toISOString(), userid, 'invite', token)
      ? latestInvitation(db, userid)
      : undefined,
  )

/** Of an invitation, or of whoever is here already, by what the token is for. */
function passwordPage(c: PublicContext, link: PasswordLink) {
  const { demo, selfregistration: register } = c.services.config
  const invitation = findInvitation(c, link)
  if (invitation)
    return publicView(<InvitedPage invitation={invitation} link={link} />, { title: 'Invitation' })
  const page = <SignInPage next="/" demo={demo} register={register} tab="changepassword" link={link} />
  return publicView(page, { title: 'Change password' })
}

export const linkPages: Route[] = [
  // Opening a link uses nothing up: programs that look into mails open them too. Only the form does.
  publicPage(
    'GET /confirmpasswordreset/:userid',
    { params: LinkParams, query: LinkQuery, summary: 'The form for a new password.' },
    (c) => passwordPage(c, { userid: c.params.userid, token: c.query.t ?? '' }),
  ),

  publicPage(
    'GET /invitation/:userid',
    { params: LinkParams, query: LinkQuery, summary: 'The form for the first password of somebody invited.' },
    (c) => passwordPage(c, { userid: c.params.userid, token: c.query.t ?? '' }),
  ),

  publicPage(
    'GET /confirmemail/:userid',
    { params: LinkParams, query: LinkQuery, summary: 'Confirms an e-mail address.' },
    (c) =>
      publicView(<ConfirmEmail userid={c.params.userid} token={c.query.t ?? ''} />, {
        title: 'Confirm your e-mail',
      }),
  ),
]
