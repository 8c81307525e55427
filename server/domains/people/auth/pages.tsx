import { isFirstStart } from '#db/queries/platform/users.ts'
import { readDevice, sealDevice } from '#server/access/known-device.ts'
import { endSession, type NewSession, SESSION_SECONDS } from '#server/access/sessions.ts'
import { signIn } from '#server/access/sign-in.ts'
import { Problem } from '#server/errors.ts'
import { credentials, isSignedIn, refuseForeignOrigin } from '#server/http/admit.ts'
import type { Meta } from '#server/http/context.ts'
import { cookie, DEVICE_COOKIE, deviceCookie, sessionCookie } from '#server/http/cookies.ts'
import { object, t } from '#server/http/fields.ts'
import { fragment, publicView, redirect } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { NoticePage } from '#views/people/auth/notice-page.tsx'
import { Resend } from '#views/people/auth/resend.tsx'
import { SignInPage } from '#views/people/auth/signin.tsx'
import { FormErrors } from '#views/ui/form.tsx'
import { offeredProviders } from './providers.ts'
import { safeNext } from './safe-next.ts'
import { signInDevice } from './sign-in-device.ts'

const Form = object({
  userName: t.String({ maxLength: 256 }),
  password: t.String({ maxLength: 256 }),
  next: t.Optional(t.String({ maxLength: 2_000 })),
})

const text = () => t.Optional(t.String({ maxLength: 2_000 }))

/** Leads into the program with a new session's cookie. */
export const signedInRedirect = (session: NewSession, { https }: Meta, to = '/') =>
  redirect(to, { 'set-cookie': sessionCookie(session.cookie, SESSION_SECONDS, https) })

export const authPages: Route[] = [
  publicPage('GET /signin', { query: t.Object({ next: text(), tab: text(), forgot: text() }) }, async (c) => {
    if (c.services.setupcode && c.services.platform.read(isFirstStart)) return redirect('/setup')
    const { row } = await credentials(c.services, c.request)
    const next = safeNext(c.query.next)
    if (isSignedIn(row, c.services.clock().toISOString())) return redirect(next)
    const { demo, selfregistration: register } = c.services.config
    const { tab, forgot } = c.query
    const providers = offeredProviders(c.services.config, next)
    return publicView(
      <SignInPage
        next={next}
        demo={demo}
        register={register}
        providers={providers}
        tab={tab}
        forgot={Boolean(forgot)}
      />,
      {
        title: 'Sign in',
      },
    )
  }),

  publicPage('POST /signin', { body: Form }, async (c) => {
    refuseForeignOrigin(c.request)
    const { next, ...attempt } = c.body
    const { encryption } = c.services
    const deviceid = readDevice(encryption, cookie(c.request, DEVICE_COOKIE), attempt.userName)
    try {
      const session = await signIn(
        { platform: c.platform, passwords: c.services.passwords },
        { ...attempt, ...signInDevice(c), deviceid },
        c.services.clock,
      )
      c.meta.setcookie = deviceCookie(sealDevice(encryption, attempt.userName, deviceid), c.meta.https)
      return signedInRedirect(session, c.meta, safeNext(next))
    } catch (error) {
      if (!c.htmx || !(error instanceof Problem) || error.more.code !== '110') throw error
      const again = <Resend email={attempt.userName} />
      return fragment(<FormErrors message={error.message} action={again} />, { status: 422 })
    }
  }),

  publicPage('POST /signout', {}, async (c) => {
    refuseForeignOrigin(c.request)
    const { row } = await credentials(c.services, c.request)
    if (row) {
      await c.platform.write((tx) => endSession(tx, row.sessionid, c.meta.address))
      c.services.hub.closeSession(row.sessionid)
    }
    return redirect('/signin', { 'set-cookie': sessionCookie('', 0, c.meta.https) })
  }),

  publicPage('GET /timeout', {}, () =>
    publicView(
      <NoticePage
        title="Your session has expired"
        text="Please sign in again. What you saved before is kept."
        way={{ href: '/signin', label: 'Sign in' }}
      />,
      { title: 'Your session has expired' },
    ),
  ),

  publicPage('GET /wegotlost', {}, () => {
    throw new Problem(404, 'The address may be mistyped, or what it showed was moved.')
  }),

  publicPage('GET /gohome', {}, () => redirect('/')),
]
