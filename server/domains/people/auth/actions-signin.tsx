import { withLinkSite } from '#server/access/link-site.ts'
import { endSession, type NewSession, SESSION_SECONDS } from '#server/access/sessions.ts'
import { setPasswordBy } from '#server/access/set-password.ts'
import { signIn } from '#server/access/sign-in.ts'
import { Problem } from '#server/errors.ts'
import { credentials } from '#server/http/authenticate.ts'
import type { Meta, PublicContext } from '#server/http/context.ts'
import { flashCookie, sessionCookie } from '#server/http/cookies.ts'
import { knownDevice, rememberDevice, rememberOwnDevice } from '#server/http/device-cookie.ts'
import { issueTokens } from '#server/http/jwt.ts'
import { dataReply, fragment, redirect } from '#server/http/reply.ts'
import { refuseForeignOrigin } from '#server/http/request-origin.ts'
import { publicAction, publicPage, type Route } from '#server/http/route.ts'
import { Resend } from '#views/people/auth/resend.tsx'
import { FormErrors } from '#views/ui/form.tsx'
import { confirmEmail } from './confirm-email.ts'
import {
  Confirmation,
  ConfirmationForm,
  Credentials,
  LinkParams,
  NewPasswordForm,
  PasswordReset,
  SignInForm,
} from './input.ts'
import { PASSWORD_CHANGED, VERIFIED } from './messages.ts'
import { FIRST_PAGE, safeNext } from './safe-next.ts'
import { signInDevice } from './sign-in-device.ts'

const signedInRedirect = (session: NewSession, { https }: Meta, to = FIRST_PAGE) =>
  redirect(to, { 'set-cookie': sessionCookie(session.cookie, SESSION_SECONDS, https) })

/** A sentence that is shown on the next page, wherever that is. */
const flash = (meta: Meta, message: string) => {
  meta.setcookies.push(flashCookie({ level: 'success', message }, meta.https))
}

function fromLink<B>({ request, params, body }: PublicContext<{ userid: string }, unknown, B>) {
  refuseForeignOrigin(request)
  return { body: { ...body, userid: params.userid } }
}

export const signInActions: Route[] = [
  ...publicAction(
    { api: 'POST /api/auth/authenticate', page: 'POST /signin' },
    {
      body: Credentials,
      form: {
        body: SignInForm,
        input: ({ request, body: { userName, password } }) => {
          refuseForeignOrigin(request)
          return { body: { userName, password } }
        },
        refused: (error, c) => {
          if (!c.htmx || !(error instanceof Problem) || error.more.code !== '110') throw error
          const again = <Resend email={c.body.userName} />
          return fragment(<FormErrors message={error.message} action={again} />, { status: 422 })
        },
      },
      summary: 'Sign in (login) by e-mail and password; the token is valid for 15 minutes.',
    },
    async (c) => {
      const { passwords } = c.services
      const attempt = { ...c.body, ...signInDevice(c), deviceid: knownDevice(c, c.body.userName) }
      return signIn({ platform: c.platform, passwords }, attempt, c.now)
    },
    (session, c) => {
      rememberDevice(c, c.body.userName)
      return signedInRedirect(session, c.meta, safeNext(c.body.next))
    },
    async (session, c) => dataReply(await issueTokens(c.services.bearer, session)),
  ),

  ...publicAction(
    { api: 'POST /api/auth/confirmemail', page: 'POST /confirmemail/:userid' },
    {
      body: Confirmation,
      form: { params: LinkParams, body: ConfirmationForm, input: fromLink },
      summary: 'Confirm an address by the link that was mailed to it; signs in.',
    },
    (c) => confirmEmail(c.services.platform, c.body, signInDevice(c)),
    (confirmed, c) => {
      flash(c.meta, VERIFIED)
      if ('session' in confirmed) {
        rememberOwnDevice(c, confirmed.session.userid)
        return signedInRedirect(confirmed.session, c.meta)
      }
      const { userid, token } = confirmed
      return redirect(`/confirmpasswordreset/${userid}?t=${encodeURIComponent(token)}`)
    },
    async (confirmed, c) => {
      const value =
        'session' in confirmed
          ? await issueTokens(c.services.bearer, confirmed.session)
          : { setpassword: confirmed.token }
      return dataReply(value, { message: VERIFIED })
    },
  ),

  ...publicAction(
    { api: 'POST /api/auth/confirmpasswordreset', page: 'POST /confirmpasswordreset/:userid' },
    {
      body: PasswordReset,
      form: { params: LinkParams, body: NewPasswordForm, input: fromLink },
      summary: 'Set a password by the link that was mailed; signs in.',
    },
    async (c) => {
      const { session, ended, joined } = await setPasswordBy(
        ['reset', 'invite'],
        withLinkSite(c),
        c.body,
        signInDevice(c),
      )
      for (const id of ended) c.services.hub.closeSession(id)
      return { session, joined }
    },
    ({ session, joined }, c) => {
      flash(c.meta, joined ? `Welcome to ${joined}` : PASSWORD_CHANGED)
      rememberOwnDevice(c, session.userid)
      return signedInRedirect(session, c.meta)
    },
    async ({ session }, c) =>
      dataReply(await issueTokens(c.services.bearer, session), { message: PASSWORD_CHANGED }),
  ),

  publicPage('POST /signout', { summary: 'Sign out (logout).' }, async (c) => {
    refuseForeignOrigin(c.request)
    const { row } = await credentials(c.services, c.request)
    if (row) {
      await c.platform.write((tx) => endSession(tx, row.sessionid, c.meta.address))
      c.services.hub.closeSession(row.sessionid)
    }
    return redirect('/signin', { 'set-cookie': sessionCookie('', 0, c.meta.https) })
  }),
]
