import { renewalFailed, renewSession } from '#server/access/sessions.ts'
import { setPasswordBy } from '#server/access/set-password.ts'
import { signIn } from '#server/access/sign-in.ts'
import { issueTokens } from '#server/http/jwt.ts'
import { data } from '#server/http/reply.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import { confirmEmail } from './confirm-email.ts'
import { Confirmation, Credentials, PasswordReset, Renewal } from './input.ts'
import { PASSWORD_CHANGED, VERIFIED } from './messages.ts'
import { signInDevice } from './sign-in-device.ts'

/** The calls by which other programs sign in (decision A4), and by which people get in at all. */
export const authApi: Route[] = [
  publicApi(
    'POST /api/auth/authenticate',
    { body: Credentials, summary: 'Sign in; the token is valid for 15 minutes.' },
    async (c) => {
      const { passwords, bearer } = c.services
      const session = await signIn(
        { platform: c.platform, passwords },
        { ...c.body, ...signInDevice(c) },
        c.now,
      )
      return data(await issueTokens(bearer, session))
    },
  ),

  publicApi(
    'POST /api/auth/renew',
    { body: Renewal, summary: 'Exchange a renew token, which works once.' },
    async (c) => {
      const session = await c.platform.write((tx) => renewSession(tx, c.body.renewToken, c.meta.address))
      if (!session) throw renewalFailed()
      return data(
        {
          token: await c.services.bearer.sign({ sub: session.userid, sid: session.id }),
          renewToken: session.renewToken,
        },
        { message: 'credentials renewed' },
      )
    },
  ),

  publicApi(
    'POST /api/auth/confirmemail',
    { body: Confirmation, summary: 'Confirm an address by the link that was mailed to it; signs in.' },
    async (c) => {
      const confirmed = await confirmEmail(c.services.platform, c.body, signInDevice(c))
      const value =
        'session' in confirmed
          ? await issueTokens(c.services.bearer, confirmed.session)
          : { setpassword: confirmed.token }
      return data(value, { message: VERIFIED })
    },
  ),

  publicApi(
    'POST /api/auth/confirmpasswordreset',
    { body: PasswordReset, summary: 'Set a password by the link that was mailed; signs in.' },
    async (c) => {
      const { session, ended } = await setPasswordBy(['reset', 'invite'], c.services, c.body, signInDevice(c))
      for (const id of ended) c.services.hub.closeSession(id)
      return data(await issueTokens(c.services.bearer, session), { message: PASSWORD_CHANGED })
    },
  ),
]
