import { recordAudit } from '#server/access/audit.ts'
import {
  authorisation,
  type ExternalSignInAttempt,
  identify,
  notCompleted,
} from '#server/access/external/authorise.ts'
import { type ProviderKey, providerKeys, providerNames } from '#server/access/external/config.ts'
import { linkPerson, listIdentities, unlink } from '#server/access/external/person.ts'
import { issueToken, spendToken } from '#server/access/one-time-tokens.ts'
import { SESSION_SECONDS, startSession } from '#server/access/sessions.ts'
import { notFound, Problem } from '#server/errors.ts'
import { credentials, isSignedIn } from '#server/http/authenticate.ts'
import type { Context, PublicContext, Reply } from '#server/http/context.ts'
import { cookie, EXTERNAL_COOKIE, externalCookie, sessionCookie } from '#server/http/cookies.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { issueTokens } from '#server/http/jwt.ts'
import { dataReply, fragment, publicView, redirect, snackbarHeaders } from '#server/http/reply.ts'
import { page, publicApi, publicPage, type Route } from '#server/http/route.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import type { Services } from '#server/services.ts'
import { readZone } from '#server/zone.ts'
import { NoticePage } from '#views/people/auth/notice-page.tsx'
import { ProgramCode } from '#views/people/auth/programcode.tsx'
import { ExternalSignIns } from '#views/people/myself/external.tsx'
import { safeNext } from './safe-next.ts'
import { signInDevice } from './sign-in-device.ts'

const ExternalSignInQuery = t.Object({
  next: t.Optional(t.String({ maxLength: 2_000 })),
  program: t.Optional(flag()),
})
// What a provider adds to its answer is its own affair, so other names are let through here.
const Returned = t.Object({}, { additionalProperties: true })
const Code = object({ code: t.String({ maxLength: 200 }) })

const REFUSED_CODE = 'This code is not valid: it works once, for five minutes.'
const way = { href: '/signin', label: 'Back to sign in' }

const returnUrl = ({ services }: PublicContext) => `${services.url}/externalproviderauth`

const beginSignIn = async (
  c: PublicContext<unknown, typeof ExternalSignInQuery.static>,
  provider: ProviderKey,
) => {
  const known = c.services.config.providers[provider]
  if (!known) throw notFound('sign-in')
  const { url, ...proof } = await authorisation(provider, known, returnUrl(c))
  const attempt: ExternalSignInAttempt = {
    provider,
    ...proof,
    next: safeNext(c.query.next),
    program: Boolean(c.query.program),
    untilutc: addMs(c.now(), 10 * MINUTE_MS),
  }
  return redirect(url, {
    'set-cookie': externalCookie(c.services.encryption.encrypt(JSON.stringify(attempt)), c.meta.https),
  })
}

const completeSignIn = async (c: PublicContext) => {
  const attempt = readAttempt(c.services, c.request)
  if (!attempt) throw attemptExpired()
  const known = c.services.config.providers[attempt.provider]
  if (!known || c.url.searchParams.has('error')) throw notCompleted(attempt.provider)
  const identity = await identify(known, attempt, new URL(`${returnUrl(c)}${c.url.search}`))
  const client = signInDevice(c)
  return c.platform.write((tx) => {
    const rules = { selfregistration: c.services.config.selfregistration, address: client.address }
    const userid = linkPerson(tx, identity, rules)
    if (attempt.program) return { code: `${userid}.${issueToken(tx, userid, 'external')}` }
    recordAudit(tx, 'signin', { userid, address: client.address, detail: providerNames[attempt.provider] })
    return { next: attempt.next, cookie: startSession(tx, userid, client).cookie }
  })
}

/** OpenID Connect with PKCE. The provider's own words never reach the page. */
export const externalRoutes: Route[] = [
  ...providerKeys.map((provider) =>
    publicApi(
      `GET /api/auth/login/${provider}`,
      {
        query: ExternalSignInQuery,
        summary: `Sign in with ${providerNames[provider]}: leads a browser there. With program=true it ends in a code.`,
      },
      (c) => withErrorPage(c, () => beginSignIn(c, provider)),
    ),
  ),

  publicPage(
    'GET /externalproviderauth',
    { summary: 'Where a provider sends back whoever signs in with it.', query: Returned },
    async (c) => {
      // Nothing was brought along: who is signed in came back to a page that they had left.
      if (!c.url.search && (await isHere(c.services, c.request))) return redirect('/')
      // Used up, whatever comes of it.
      c.meta.setcookies.push(externalCookie('', c.meta.https))
      return withErrorPage(c, async () => {
        const done = await completeSignIn(c)
        if (done.code !== undefined)
          return publicView(<ProgramCode code={done.code} />, { title: 'Signed in' })
        return redirect(done.next, {
          'set-cookie': sessionCookie(done.cookie, SESSION_SECONDS, c.meta.https),
        })
      })
    },
  ),

  publicApi(
    'GET /api/auth/token-external',
    { query: Code, summary: 'Exchange the code of a sign-in elsewhere, which works once, for tokens.' },
    async (c) => {
      const [userid = '', secret = ''] = c.query.code.split('.')
      const client = signInDevice(c)
      const session = await c.platform.write((tx) => {
        if (!spendToken(tx, userid, 'external', secret)) return null
        recordAudit(tx, 'signin', { userid, address: client.address, detail: 'by a code for a program' })
        return startSession(tx, userid, client)
      })
      if (!session) throw new Problem(401, REFUSED_CODE)
      return dataReply(await issueTokens(c.services.bearer, session))
    },
  ),

  page('GET /account/external', { summary: 'The providers that one may sign in with.', claim: 'seat' }, (c) =>
    panel(c),
  ),

  page(
    'DELETE /account/external/:id',
    {
      summary: 'Takes a provider away from one’s sign-in.',
      claim: 'seat',
      needsSignIn: true,
      params: ById,
      evenexpired: true,
    },
    async (c) => {
      const { provider } = await c.platform.write((tx) => unlink(tx, c.person.userid, c.params.id))
      const message = `${providerName(provider)} sign-in taken off`
      return panel(c, snackbarHeaders(message))
    },
  ),
]

async function isHere(services: Services, request: Request): Promise<boolean> {
  const { row } = await credentials(services, request)
  return isSignedIn(row, services.clock().toISOString())
}

const panel = ({ services, platform, person, read }: Context, headers = {}) =>
  fragment(
    <ExternalSignIns
      linked={platform
        .read((db) => listIdentities(db, person.userid))
        .map((one) => ({ ...one, name: providerName(one.provider) }))}
      zone={read(readZone)}
      offered={providerKeys.filter((key) => services.config.providers[key]).map((key) => providerNames[key])}
    />,
    { headers },
  )

const providerName = (provider: string) => providerNames[provider as ProviderKey] ?? provider

/** A person in a browser gets a page with the way back, a program the usual answer. */
async function withErrorPage<R extends Reply>(c: PublicContext, run: () => Promise<R>) {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem) || !c.request.headers.get('accept')?.includes('text/html')) throw error
    const title = 'Not signed in'
    return publicView(<NoticePage title={title} text={error.message} way={way} />, {
      title,
      status: error.status,
    })
  }
}

const attemptExpired = () =>
  new Problem(400, 'This sign-in took too long, or was begun in another browser. Please try again.', {
    code: 'external',
  })

function readAttempt({ encryption, clock }: Services, request: Request): ExternalSignInAttempt | null {
  const encrypted = cookie(request, EXTERNAL_COOKIE)
  if (!encrypted) return null
  try {
    const attempt = JSON.parse(encryption.decrypt(encrypted)) as ExternalSignInAttempt
    return attempt.untilutc > clock().toISOString() ? attempt : null
  } catch {
    return null
  }
}
