import { type NewSession, renewalFailed, renewSession } from '#server/access/sessions.ts'
import { setPasswordBy } from '#server/access/set-password.ts'
import { signIn } from '#server/access/sign-in.ts'
import { object, t } from '#server/http/fields.ts'
import { tokensOf } from '#server/http/jwt.ts'
import { data } from '#server/http/reply.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { confirmEmail } from './confirm-email.ts'
import { from } from './from.ts'
import { Address, Confirmation, Credentials, NewPassword, Registration, Renewal } from './input.ts'
import { mayRegister } from './may-register.ts'
import { registerPerson } from './register-person.ts'
import { requestReset, resendConfirmation } from './request-link.ts'
import { CONFIRMATION_SENT, PASSWORD_CHANGED, RESET_SENT, VERIFIED } from './words.ts'

/** The calls by which other programs sign in (decision A4), and by which people get in at all. */
export function authApi(services: Services): Route[] {
  const { bearer, clock, passwords, platform } = services
  const tokens = (session: NewSession) => tokensOf(services.bearer, session)

  return [
    publicApi(
      'POST /api/auth/authenticate',
      { body: Credentials, summary: 'Sign in; the token is valid for 15 minutes.' },
      async (c) =>
        data(
          await tokens(await signIn({ platform: c.platform, passwords }, { ...c.body, ...from(c) }, clock)),
        ),
    ),

    publicApi(
      'POST /api/auth/renew',
      { body: Renewal, summary: 'Exchange a renew token, which works once.' },
      async (c) => {
        const session = await c.platform.write((tx) => renewSession(tx, c.body.renewToken, c.meta.address))
        if (!session) throw renewalFailed()
        return data(
          {
            token: await bearer.sign({ sub: session.userid, sid: session.id }),
            renewToken: session.renewToken,
          },
          { message: 'credentials renewed' },
        )
      },
    ),

    publicApi(
      'POST /api/auth/register',
      { body: Registration, summary: 'Register; a link to confirm the address comes by mail.' },
      async (c) => {
        mayRegister(services)
        await registerPerson(services, c.body, c.meta.address)
        return data(null, { message: CONFIRMATION_SENT })
      },
    ),

    publicApi(
      'GET /api/auth/confirm/resend/:x',
      {
        params: object({ x: t.String({ maxLength: 250 }) }),
        summary: 'Mail the confirmation again; x is the e-mail.',
      },
      async (c) => {
        await resendConfirmation(services, c.params.x, c.meta.address)
        return data(null, { message: CONFIRMATION_SENT })
      },
    ),

    publicApi(
      'POST /api/auth/confirmemail',
      { body: Confirmation, summary: 'Confirm an address by the link that was mailed to it; signs in.' },
      async (c) => {
        const confirmed = await confirmEmail(platform, c.body, from(c))
        const value =
          'session' in confirmed ? await tokens(confirmed.session) : { setpassword: confirmed.token }
        return data(value, { message: VERIFIED })
      },
    ),

    publicApi(
      'POST /api/auth/passwordreset',
      { body: Address, summary: 'Mail a link that sets a new password.' },
      async (c) => {
        await requestReset(services, c.body.email, c.meta.address)
        return data(null, { message: RESET_SENT })
      },
    ),

    publicApi(
      'POST /api/auth/confirmpasswordreset',
      { body: NewPassword, summary: 'Set a password by the link that was mailed; signs in.' },
      async (c) => {
        const { session, ended } = await setPasswordBy(['reset', 'invite'], services, c.body, from(c))
        for (const id of ended) services.hub.closeSession(id)
        return data(await tokens(session), { message: PASSWORD_CHANGED })
      },
    ),
  ]
}
