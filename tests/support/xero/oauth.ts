import { createHash } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { type Grant, XERO_CLIENT, type XeroState } from './state.ts'

const MINUTE_MS = 60_000
const ACCESS_SECONDS = 1800

const error = (code: string, status = 400) => Response.json({ error: code }, { status })

/** The page of consent, the tokens and the organisations that they open. */
export async function authoriseRoutes(state: XeroState, issuer: () => string) {
  const keys = await generateKeyPair('RS256')
  const asked = new Map<string, URLSearchParams>()

  /** Leads to a page with one button, as the provider of `oidc.ts` does. */
  function authorise(query: URLSearchParams): Response {
    const wrong =
      query.get('client_id') !== XERO_CLIENT.id ||
      query.get('response_type') !== 'code' ||
      query.get('code_challenge_method') !== 'S256' ||
      !query.get('code_challenge') ||
      !query.get('state')
    if (wrong) return new Response('invalid_request', { status: 400 })
    if (!state.isOldApp && query.get('scope')?.includes('accounting.transactions'))
      return new Response('invalid_scope', { status: 400 })
    const id = crypto.randomUUID()
    asked.set(id, query)
    return new Response(null, { status: 302, headers: { location: `/interaction/${id}` } })
  }

  function interact(request: Request, id: string): Response {
    const query = asked.get(id)
    if (!query) return new Response('', { status: 404 })
    if (request.method === 'GET')
      return new Response(
        '<!doctype html><html lang="en"><title>Xero</title><form method="post"><button>Allow access</button></form>',
        { headers: { 'content-type': 'text/html' } },
      )
    const code = crypto.randomUUID()
    const [challenge = '', redirect = '', scope = '', nonce = ''] = [
      'code_challenge',
      'redirect_uri',
      'scope',
      'nonce',
    ].map((name) => query.get(name) ?? '')
    state.codes.set(code, { challenge, redirect, scope, nonce })
    const back = new URL(redirect)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return new Response(null, { status: 302, headers: { location: back.href } })
  }

  async function issueTokens(nonce?: string) {
    state.tokensIssued++
    const access = `access-${crypto.randomUUID()}`
    const refresh = `refresh-${crypto.randomUUID()}`
    state.access.set(access, state.now() + ACCESS_SECONDS * 1000)
    state.refreshes.set(refresh, { refresh })
    const now = Math.floor(Date.now() / 1000)
    const id_token =
      nonce === undefined
        ? undefined
        : await new SignJWT({ ...state.as, nonce })
            .setProtectedHeader({ alg: 'RS256' })
            .setIssuer(issuer())
            .setAudience(XERO_CLIENT.id)
            .setIssuedAt(now)
            .setExpirationTime(now + 300)
            .sign(keys.privateKey)
    return Response.json({
      ...{ access_token: access, refresh_token: refresh, expires_in: ACCESS_SECONDS, token_type: 'Bearer' },
      ...(id_token ? { id_token } : {}),
    })
  }

  async function token(request: Request): Promise<Response> {
    // Form-encoded before it is joined (RFC 6749, section 2.3.1).
    const given = atob(request.headers.get('authorization')?.replace(/^Basic /, '') ?? '')
    if (decodeURIComponent(given) !== `${XERO_CLIENT.id}:${XERO_CLIENT.secret}`)
      return error('invalid_client', 401)
    const form = new URLSearchParams(await request.text())
    if (form.get('grant_type') === 'authorization_code') return exchange(form)
    if (form.get('grant_type') === 'refresh_token') return refresh(form.get('refresh_token') ?? '')
    return error('unsupported_grant_type')
  }

  function exchange(form: URLSearchParams) {
    const code = form.get('code') ?? ''
    const known = state.codes.get(code)
    state.codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!known || known.challenge !== challenge || known.redirect !== form.get('redirect_uri'))
      return error('invalid_grant')
    return issueTokens(known.nonce)
  }

  /** One that was used works for another 30 minutes, for whoever lost the answer. */
  function refresh(given: string) {
    const grant = state.refreshes.get(given)
    if (!grant || grant.revoked || isOver(grant)) return error('invalid_grant')
    grant.usedat ??= state.now()
    return issueTokens()
  }

  const isOver = ({ usedat }: Grant) => usedat !== undefined && state.now() - usedat > 30 * MINUTE_MS

  function connections(request: Request, id?: string): Response {
    const until = state.access.get(request.headers.get('authorization')?.slice(7) ?? '')
    if (!until || until < state.now()) return Response.json({ Title: 'Unauthorized' }, { status: 401 })
    if (request.method !== 'DELETE') return Response.json(state.tenants)
    const at = state.tenants.findIndex((one) => one.id === id)
    if (at < 0) return new Response(null, { status: 404 })
    state.tenants.splice(at, 1)
    return new Response(null, { status: 204 })
  }

  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const instead = await state.next.at(0)?.(request)
    if (instead) {
      state.next.shift()
      return instead
    }
    if (pathname === '/identity/connect/authorize') return authorise(searchParams)
    if (pathname.startsWith('/interaction/')) return interact(request, pathname.slice('/interaction/'.length))
    if (pathname === '/connect/token') return token(request)
    if (pathname.startsWith('/connections')) return connections(request, pathname.split('/')[2])
    return new Response('', { status: 404 })
  }
}
