import type { Configuration, IDToken } from 'openid-client'
import { Problem } from '#server/errors.ts'
import { logFailure } from '#server/log.ts'
import { isLoopback, type ProviderConfig, type ProviderKey, providerNames } from './config.ts'

const TIMEOUT_SECONDS = 10

/** Kept encrypted in a cookie of the browser that began it. */
export type ExternalSignInAttempt = {
  provider: ProviderKey
  state: string
  nonce: string
  verifier: string
  next: string
  program: boolean
  untilutc: string
}

/** `verified`: the provider vouches that the e-mail belongs to them. */
export type ProviderIdentity = {
  provider: ProviderKey
  issuer: string
  subject: string
  email: string
  verified: boolean
  firstname: string
  lastname: string
}

/** Loaded by the first who signs in so. */
const openid = () => import('openid-client')

const known = new WeakMap<ProviderConfig, Promise<Configuration>>()

function discoverConfiguration(config: ProviderConfig): Promise<Configuration> {
  const hit = known.get(config)
  if (hit) return hit
  const made = discover(config)
  known.set(config, made)
  made.catch(() => known.delete(config))
  return made
}

async function discover({ issuer, clientid, clientsecret }: ProviderConfig): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await openid()
  const server = new URL(issuer)
  return discovery(server, clientid, clientsecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // The token's signature is checked too, not only the connection it came over.
    execute: [enableNonRepudiationChecks, ...(isLoopback(server) ? [allowInsecureRequests] : [])],
  })
}

const unreachable = (provider: ProviderKey, cause: unknown) => {
  logFailure(
    `sign-in with ${provider} failed`,
    cause instanceof Error ? `${cause.message} ${codeOf(cause)}` : cause,
  )
  return new Problem(
    503,
    `${providerNames[provider]} cannot be reached at the moment. Please try again, or sign in with your password.`,
    { code: 'provider' },
  )
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

export async function authorisation(
  provider: ProviderKey,
  config: ProviderConfig,
  redirect: string,
): Promise<{ url: string } & Pick<ExternalSignInAttempt, 'state' | 'nonce' | 'verifier'>> {
  const configuration = await discoverConfiguration(config).catch((cause) => {
    throw unreachable(provider, cause)
  })
  const client = await openid()
  const secrets = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
  return { url: url.href, ...secrets }
}

/** Issuer, audience, signature, expiry, state and nonce are checked. @throws 503, or 400 when anything does not fit */
export async function identify(
  config: ProviderConfig,
  attempt: ExternalSignInAttempt,
  returned: URL,
): Promise<ProviderIdentity> {
  const configuration = await discoverConfiguration(config).catch((cause) => {
    throw unreachable(attempt.provider, cause)
  })
  const { authorizationCodeGrant } = await openid()
  const tokens = await authorizationCodeGrant(configuration, returned, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  }).catch((cause) => {
    logFailure(`sign-in with ${attempt.provider} refused`, cause)
    throw notCompleted(attempt.provider)
  })
  const claims = tokens.claims()
  if (!claims) throw notCompleted(attempt.provider)
  return readIdentity(attempt.provider, claims)
}

export const notCompleted = (provider: ProviderKey) =>
  new Problem(400, `The sign-in with ${providerNames[provider]} could not be completed. Please try again.`, {
    code: 'external',
  })

function readIdentity(provider: ProviderKey, claims: IDToken): ProviderIdentity {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim() : '')
  const [first = '', ...rest] = text('name').split(/\s+/)
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email: text('email').toLowerCase(),
    verified: isVerified(claims),
    firstname: (text('given_name') || first).slice(0, 80),
    lastname: (text('family_name') || rest.join(' ')).slice(0, 80),
  }
}

/** Microsoft's `xms_edov` says whether the owner of the e-mail's domain was verified. */
const isVerified = ({ email_verified, xms_edov }: IDToken) =>
  email_verified === true || [true, 1, '1', 'true'].includes(xms_edov as never)
