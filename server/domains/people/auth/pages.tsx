import { isFirstStart } from '#db/queries/platform/users.ts'
import { firstPage } from '#server/access/first-page.ts'
import { unknownAddress } from '#server/errors.ts'
import { credentials, isSignedIn } from '#server/http/authenticate.ts'
import { t } from '#server/http/fields.ts'
import { publicView, redirect } from '#server/http/reply.ts'
import { page, publicPage, type Route } from '#server/http/route.ts'
import { StrangersOutbox } from '#views/layout/banners.tsx'
import { NoticePage } from '#views/people/auth/notice-page.tsx'
import { SignInPage } from '#views/people/auth/signin.tsx'
import { withQuery } from '#views/ui/links.ts'
import { offeredProviders } from './providers.ts'
import { FIRST_PAGE, safeNext } from './safe-next.ts'

const text = () => t.Optional(t.String({ maxLength: 2_000 }))
/** Too long, it leads to the first page. */
const address = () => t.Optional(t.String())

export const authPages: Route[] = [
  publicPage(
    'GET /signin',
    {
      query: t.Object({ next: address(), tab: text(), forgot: text() }),
      summary: 'The sign-in (login) page.',
    },
    async (c) => {
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
    },
  ),

  publicPage(
    'GET /timeout',
    { query: t.Object({ next: address() }), summary: 'Says that the session has ended.' },
    (c) => {
      const next = safeNext(c.query.next)
      return publicView(
        <>
          <StrangersOutbox />
          <NoticePage
            title="Your session has expired"
            text="Please sign in again. What you saved before is kept."
            way={{
              href: withQuery('/signin', { next: next === FIRST_PAGE ? null : next }),
              label: 'Sign in',
            }}
          />
        </>,
        { title: 'Your session has expired' },
      )
    },
  ),

  publicPage('GET /wegotlost', { summary: 'Says that there is no such page.' }, () => {
    throw unknownAddress()
  }),

  page('GET /gohome', { claim: 'seat', summary: 'Leads to one’s first page.' }, (c) =>
    redirect(firstPage(c)),
  ),
]
