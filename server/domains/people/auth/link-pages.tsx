import { setPasswordBy } from '#server/access/set-password.ts'
import { refuseForeignOrigin } from '#server/http/admit.ts'
import type { Meta } from '#server/http/context.ts'
import { flashCookie } from '#server/http/cookies.ts'
import { nothing, publicView, redirect, says } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { ConfirmEmail } from '#views/people/auth/confirmemail.tsx'
import { Elsewhere } from '#views/people/auth/elsewhere.tsx'
import { SignInPage } from '#views/people/auth/signin.tsx'
import { confirmEmail } from './confirm-email.ts'
import { from } from './from.ts'
import { Address, ConfirmationForm, LinkParams, LinkQuery, NewPasswordForm, Registration } from './input.ts'
import { mayRegister } from './may-register.ts'
import { enter } from './pages.tsx'
import { registerPerson } from './register-person.ts'
import { requestReset, resendConfirmation } from './request-link.ts'
import { CONFIRMATION_SENT, PASSWORD_CHANGED, RESET_SENT, VERIFIED } from './words.ts'

/** A sentence that is shown on the next page, wherever that is. */
const flash = (meta: Meta, message: string) => {
  meta.setcookie = flashCookie({ level: 'success', message }, meta.https)
}

/** A mail is on its way: beside the form, or as a page where no script runs. */
const onItsWay = ({ htmx }: { htmx: boolean }, message: string) =>
  htmx
    ? nothing(says(message, { mailsent: true }))
    : publicView(
        <Elsewhere
          title="A mail is on its way"
          text={message}
          way={{ href: '/signin', label: 'Back to sign in' }}
        />,
        { title: 'A mail is on its way' },
      )

/** What a person does by mail: register, confirm an address, choose a password. */
export const linkPages = (services: Services): Route[] => [
  publicPage('POST /signin/register', { body: Registration }, async (c) => {
    refuseForeignOrigin(c.request)
    mayRegister(services)
    await registerPerson(services, c.body, c.meta.address)
    return onItsWay(c, CONFIRMATION_SENT)
  }),

  publicPage('POST /signin/resend', { body: Address }, async (c) => {
    refuseForeignOrigin(c.request)
    await resendConfirmation(services, c.body.email, c.meta.address)
    return onItsWay(c, CONFIRMATION_SENT)
  }),

  publicPage('POST /signin/reset', { body: Address }, async (c) => {
    refuseForeignOrigin(c.request)
    await requestReset(services, c.body.email, c.meta.address)
    return onItsWay(c, RESET_SENT)
  }),

  // Opening a link uses nothing up: programs that look into mails open them too. Only the form does.
  publicPage('GET /confirmpasswordreset/:userid', { params: LinkParams, query: LinkQuery }, (c) => {
    const { demo, selfregistration: register } = services.config
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
      const { session, ended } = await setPasswordBy(['reset', 'invite'], services, given, from(c))
      for (const id of ended) services.hub.closeSession(id)
      flash(c.meta, PASSWORD_CHANGED)
      return enter(session, c.meta)
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
    const confirmed = await confirmEmail(services.platform, given, from(c))
    flash(c.meta, VERIFIED)
    if ('session' in confirmed) return enter(confirmed.session, c.meta)
    const { userid, token } = confirmed
    return redirect(`/confirmpasswordreset/${userid}?t=${encodeURIComponent(token)}`)
  }),
]
