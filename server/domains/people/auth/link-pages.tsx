import { setPasswordBy } from '#server/access/set-password.ts'
import { refuseForeignOrigin } from '#server/http/admit.ts'
import type { Meta } from '#server/http/context.ts'
import { flashCookie } from '#server/http/cookies.ts'
import { publicView, redirect } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { ConfirmEmail } from '#views/people/auth/confirmemail.tsx'
import { SignInPage } from '#views/people/auth/signin.tsx'
import { confirmEmail } from './confirm-email.ts'
import { ConfirmationForm, LinkParams, LinkQuery, NewPasswordForm } from './input.ts'
import { PASSWORD_CHANGED, VERIFIED } from './messages.ts'
import { signedInRedirect } from './pages.tsx'
import { signInDevice } from './sign-in-device.ts'

/** A sentence that is shown on the next page, wherever that is. */
const flash = (meta: Meta, message: string) => {
  meta.setcookie = flashCookie({ level: 'success', message }, meta.https)
}

/** Where the links of mails lead: to confirm an address, to choose a password. */
export const linkPages: Route[] = [
  // Opening a link uses nothing up: programs that look into mails open them too. Only the form does.
  publicPage('GET /confirmpasswordreset/:userid', { params: LinkParams, query: LinkQuery }, (c) => {
    const { demo, selfregistration: register } = c.services.config
    const link = { userid: c.params.userid, token: c.query.t ?? '' }
    const page = <SignInPage next="/" demo={demo} register={register} tab="changepassword" link={link} />
    return publicView(page, { title: 'Change password' })
  }),

  publicPage(
    'POST /confirmpasswordreset/:userid',
    { params: LinkParams, body: NewPasswordForm },
    async (c) => {
      refuseForeignOrigin(c.request)
      const given = { ...c.body, userid: c.params.userid }
      const { session, ended } = await setPasswordBy(['reset', 'invite'], c.services, given, signInDevice(c))
      for (const id of ended) c.services.hub.closeSession(id)
      flash(c.meta, PASSWORD_CHANGED)
      return signedInRedirect(session, c.meta)
    },
  ),

  publicPage('GET /confirmemail/:userid', { params: LinkParams, query: LinkQuery }, (c) =>
    publicView(<ConfirmEmail userid={c.params.userid} token={c.query.t ?? ''} />, {
      title: 'Confirm your e-mail',
    }),
  ),

  publicPage('POST /confirmemail/:userid', { params: LinkParams, body: ConfirmationForm }, async (c) => {
    refuseForeignOrigin(c.request)
    const given = { ...c.body, userid: c.params.userid }
    const confirmed = await confirmEmail(c.services.platform, given, signInDevice(c))
    flash(c.meta, VERIFIED)
    if ('session' in confirmed) return signedInRedirect(confirmed.session, c.meta)
    const { userid, token } = confirmed
    return redirect(`/confirmpasswordreset/${userid}?t=${encodeURIComponent(token)}`)
  }),
]
