import { canCreateAccount, createOwnAccount } from '#server/domains/account/account/create-or-join.tsx'
import { tradeOptions } from '#server/domains/settings/trades/begin-business.ts'
import { tradeChoice } from '#server/domains/settings/trades/input.ts'
import { notFound, Problem } from '#server/errors.ts'
import { credentials, isSignedIn, requireSession } from '#server/http/authenticate.ts'
import type { PublicContext, Reply } from '#server/http/context.ts'
import {
  cookie,
  XERO_COOKIE,
  XERO_SIGNUP_COOKIE,
  xeroCookie,
  xeroSignupCookie,
} from '#server/http/cookies.ts'
import { object, t, text } from '#server/http/fields.ts'
import { publicView, redirect } from '#server/http/reply.ts'
import { publicPage, type Route } from '#server/http/route.ts'
import { exchangeCode } from '#server/xero/oauth.ts'
import { codeExpired } from '#server/xero/problems.ts'
import { personName } from '#views/format.ts'
import { XeroCreateAccount, XeroSignUp } from '#views/settings/xero/signup.tsx'
import { beginAttempt, readXeroAttempt, SIGNED_UP } from './attempt.ts'
import { XERO_TENANTS } from './connect-pages.tsx'
import { offeredXero } from './connection.ts'
import { findXeroSignup, giveSignup, keepSignup, SIGNUP_SECONDS } from './signup.ts'

const SIGN_UP = '/www/xerosignup'
const Returned = t.Object({}, { additionalProperties: true })

/** @throws 404 where strangers may make no account */
function requireOffered({ services }: PublicContext) {
  if (!canCreateAccount(services)) throw notFound('page')
  return offeredXero(services.config)
}

const readSignup = (c: PublicContext) => findXeroSignup(c.services, cookie(c.request, XERO_SIGNUP_COOKIE))

const signUpPage = (refused?: string) =>
  publicView(<XeroSignUp refused={refused} />, { title: 'Sign up with Xero', status: refused ? 400 : 200 })

async function comeBack(c: PublicContext): Promise<Reply> {
  const xero = requireOffered(c)
  c.meta.setcookies.push(xeroCookie('', SIGNED_UP, c.meta.https))
  try {
    const attempt = readXeroAttempt(c.services.encryption, cookie(c.request, XERO_COOKIE), c.now())
    if (!attempt || attempt.accountid) throw codeExpired()
    const grant = await exchangeCode(xero, attempt, new URL(c.services.url + SIGNED_UP + c.url.search))
    const secret = await keepSignup(c.services, grant)
    return redirect(SIGNED_UP, { 'set-cookie': xeroSignupCookie(secret, SIGNUP_SECONDS, c.meta.https) })
  } catch (error) {
    if (error instanceof Problem) return signUpPage(error.message)
    throw error
  }
}

/** Public; the account is made by whoever is signed in, so that Xero’s word for an address lets nobody in. */
export const xeroSignupPages: Route[] = [
  publicPage(`GET ${SIGN_UP}`, { summary: 'Sign up by Xero.' }, (c) => {
    requireOffered(c)
    return signUpPage()
  }),

  publicPage('GET /xero/signup', { summary: 'Leads whoever signs up to Xero.' }, async (c) => {
    const xero = requireOffered(c)
    const { to, kept } = await beginAttempt(xero, c.services, { path: SIGNED_UP, now: c.now() })
    return redirect(to, { 'set-cookie': xeroCookie(kept, SIGNED_UP, c.meta.https) })
  }),

  publicPage(
    `GET ${SIGNED_UP}`,
    { query: Returned, summary: 'Where Xero leads back to whoever signs up: the form for the account.' },
    async (c) => {
      if (c.url.search) return comeBack(c)
      requireOffered(c)
      const signup = readSignup(c)
      if (!signup) return redirect(SIGN_UP)
      const { row } = await credentials(c.services, c.request)
      const who = isSignedIn(row, c.now().toISOString()) ? row.email : undefined
      return publicView(
        <XeroCreateAccount {...signup} signedin={who} next={SIGNED_UP} trades={tradeOptions} />,
        {
          title: 'Create an account',
        },
      )
    },
  ),

  publicPage(
    `POST ${SIGNED_UP}`,
    {
      body: object({ name: text(120, { required: true }), trade: t.Optional(tradeChoice()) }),
      summary: 'Makes the account, connected to Xero.',
    },
    async (c) => {
      const row = await requireSession(c.services, c.request)
      requireOffered(c)
      const signup = readSignup(c)
      if (!signup) throw codeExpired()
      const { id: accountid } = await createOwnAccount(c.services, row, c.body, c)
      await giveSignup(c.services, signup, { accountid, userid: row.userid, name: personName(row) })
      return redirect(XERO_TENANTS, { 'set-cookie': xeroSignupCookie('', 0, c.meta.https) })
    },
  ),
]
