import type { Configuration, TokenEndpointResponse } from 'openid-client'
import { isLoopback } from '#server/access/external/config.ts'
import { logFailure } from '#server/log.ts'
import { codeExpired, XeroDown } from './problems.ts'
import type { Xero } from './settings.ts'

const TIMEOUT_SECONDS = 10
/** Of the token that says who signs up: either clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 300

/** Kept encrypted in a cookie of the browser that began it. */
export type XeroAttempt = {
  state: string
  nonce: string
  verifier: string
  untilutc: string
  /** Who connects which account; none: they sign up. */
  accountid?: string
  userid?: string
}

/** `seconds`: how long Xero says that the access is good. */
export type XeroGrant = {
  access: string
  refresh: string
  seconds: number
  person?: { firstname: string; lastname: string; email: string }
}

/** The refresh token is used up, revoked, or was never good. */
export class GrantEnded extends Error {}

const openid = () => import('openid-client')

async function configuration(xero: Xero): Promise<Configuration> {
  const client = await openid()
  const made = new client.Configuration(
    {
      issuer: new URL(xero.tokenurl).origin,
      authorization_endpoint: xero.authoriseurl,
      token_endpoint: xero.tokenurl,
    },
    xero.clientid,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    client.ClientSecretBasic(xero.clientsecret),
  )
  made.timeout = TIMEOUT_SECONDS
  if (isLoopback(new URL(xero.tokenurl))) client.allowInsecureRequests(made)
  return made
}

export async function askXeroConsent(xero: Xero, redirect: string) {
  const client = await openid()
  const secrets = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(await configuration(xero), {
    redirect_uri: redirect,
    scope: xero.scopes,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, ...secrets }
}

/** State, nonce, PKCE and the token of who it is are checked. @throws 'Code has expired', XeroDown */
export async function exchangeCode(xero: Xero, attempt: XeroAttempt, returned: URL): Promise<XeroGrant> {
  const { authorizationCodeGrant } = await openid()
  try {
    const tokens = await authorizationCodeGrant(await configuration(xero), returned, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims() ?? {}
    const text = (name: string) => String((claims as Record<string, unknown>)[name] ?? '').trim()
    return {
      ...readGrant(tokens),
      person: { firstname: text('given_name'), lastname: text('family_name'), email: text('email') },
    }
  } catch (error) {
    throw isUnreachable(error) ? new XeroDown() : refused('code', error)
  }
}

/** It rotates: the new refresh token must be kept before it is used. @throws GrantEnded, XeroDown */
export async function refreshGrant(xero: Xero, refresh: string): Promise<XeroGrant> {
  const { refreshTokenGrant } = await openid()
  try {
    return readGrant(await refreshTokenGrant(await configuration(xero), refresh))
  } catch (error) {
    if (error instanceof Error && 'error' in error && error.error === 'invalid_grant') throw new GrantEnded()
    throw new XeroDown()
  }
}

const readGrant = ({
  access_token,
  refresh_token = '',
  expires_in = 0,
}: TokenEndpointResponse): XeroGrant => ({
  access: access_token,
  refresh: refresh_token,
  seconds: expires_in,
})

const isUnreachable = (error: unknown) =>
  error instanceof TypeError || (error instanceof Error && /timeout|abort/i.test(error.name))

function refused(what: string, error: unknown) {
  // The words of the library name no token.
  logFailure(`Xero refused the ${what}`, error)
  return codeExpired()
}
