import { isFirstStart } from '#db/queries/platform/users.ts'
import { endSession, SESSION_SECONDS } from '#server/access/sessions.ts'
import { signIn } from '#server/access/sign-in.ts'
import { credentials, isSignedIn, refuseForeignOrigin } from '#server/http/admit.ts'
import { sessionCookie } from '#server/http/cookies.ts'
import { object, t } from '#server/http/fields.ts'
import { publicView, redirect } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { Elsewhere } from '#views/auth/elsewhere.tsx'
import { SignIn } from '#views/auth/signin.tsx'
import { agentOf } from './api.ts'

const Form = object({
  userName: t.String({ maxLength: 256 }),
  password: t.String({ maxLength: 256 }),
  next: t.Optional(t.String({ maxLength: 2_000 })),
})

/** Only an address of this site: never `//elsewhere` or a scheme. */
export const safeNext = (next: string | undefined) =>
  next && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : '/'

export const authPages = (services: Services): Route[] => [
  publicPage('GET /signin', { query: t.Object({ next: t.Optional(t.String()) }) }, async (c) => {
    if (services.setupcode && services.platform.read(isFirstStart)) return redirect('/setup')
    const { row } = await credentials(services, c.request)
    if (isSignedIn(row, services.clock().toISOString())) return redirect(safeNext(c.query.next))
    return publicView(<SignIn next={safeNext(c.query.next)} demo={services.config.demo} />, {
      title: 'Sign in',
    })
  }),

  publicPage('POST /signin', { body: Form }, async (c) => {
    refuseForeignOrigin(c.request)
    const { userName, password, next } = c.body
    const session = await signIn(c.platform, {
      userName,
      password,
      address: c.meta.address,
      agent: agentOf(c.request),
    })
    return redirect(safeNext(next), {
      'set-cookie': sessionCookie(session.cookie, SESSION_SECONDS, c.meta.https),
    })
  }),

  publicPage('POST /signout', {}, async (c) => {
    refuseForeignOrigin(c.request)
    const { row } = await credentials(services, c.request)
    if (row) {
      await c.platform.write((tx) => endSession(tx, row.sessionid, c.meta.address))
      services.hub.closeSession(row.sessionid)
    }
    return redirect('/signin', { 'set-cookie': sessionCookie('', 0, c.meta.https) })
  }),

  publicPage('GET /timeout', {}, () =>
    publicView(
      <Elsewhere
        title="Your session has expired"
        text="Please sign in again. What you saved before is kept."
        way={{ href: '/signin', label: 'Sign in' }}
      />,
      { title: 'Your session has expired' },
    ),
  ),

  publicPage('GET /wegotlost', {}, () =>
    publicView(
      <Elsewhere
        title="Page could not be found"
        text="The address may be mistyped, or what it showed was moved."
        way={{ href: '/', label: 'Go to the start page' }}
      />,
      { title: 'Page could not be found', status: 404 },
    ),
  ),

  publicPage('GET /gohome', {}, () => redirect('/')),
]
