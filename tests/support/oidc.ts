import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'

export const CLIENT = { id: 'joblane', secret: 'a-secret-of-the-client' }

type Claims = { sub: string } & Record<string, unknown>

/** How the next ID token differs from what the provider would hand out. */
export type TokenTampering = (claims: JWTPayload) => JWTPayload | 'other key' | 'unsigned'

export type TestProvider = {
  issuer: string
  /** Who signs in next. */
  as: Claims
  /** Changes the next ID tokens; each is signed by the provider's own key, unless it says otherwise. */
  tamper: TokenTampering | null
  /** Tokens that were handed out. */
  tokensIssued: number
  stop(): Promise<void>
}

const KEY = { alg: 'RS256', kid: 'test' }

/**
 * A real OpenID provider on loopback. Its own page asks for one press of "Continue"; `back` is where it may lead
 * back to, asked once it is needed, since the program under test has no port yet.
 */
export async function startProvider(back: () => string): Promise<TestProvider> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(own.privateKey)), ...KEY, use: 'sig' }
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {}
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const here: TestProvider = {
    issuer,
    as: { sub: 'nobody' },
    tamper: null,
    tokensIssued: 0,
    stop: () => new Promise((closed) => server.close(() => closed())),
  }
  let known: Provider | undefined
  const provider = () => {
    known ??= providerAt(issuer, back(), jwk, here)
    return known
  }

  handle = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (pathname.startsWith('/interaction/')) return interact(provider(), here, request, response)
    if (pathname === '/token') tamperWith(response, here, own.privateKey, other.privateKey)
    return provider().callback()(request, response)
  }
  return here
}

/** Its own rules, and the wish to choose an account, which Microsoft and Google know. */
function policy() {
  const rules = interactionPolicy.base()
  rules.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return rules
}

function providerAt(issuer: string, back: string, jwk: object, here: TestProvider) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [back],
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: { keys: [jwk as never] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'xms_edov'],
      profile: ['given_name', 'family_name', 'name'],
    },
    // What Microsoft and Google do: the ID token itself holds the e-mail.
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => {
      const claims = { ...here.as, sub: id }
      return { accountId: id, claims: () => claims }
    },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['only for tests'] },
  })
  provider.on('server_error', (_ctx, error) => console.error(error))
  return provider
}

/** One page with one button: GET shows it, POST signs `here.as` in and grants what was asked. */
async function interact(
  provider: Provider,
  here: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    return response.end(
      '<!doctype html><title>Provider</title><form method="post"><button>Continue</button></form>',
    )
  }
  const { params, prompt } = await provider.interactionDetails(request, response)
  const login = { accountId: here.as.sub }
  if (prompt.name !== 'consent')
    return provider.interactionFinished(request, response, { login, select_account: {} })
  const grant = new provider.Grant({ accountId: here.as.sub, clientId: String(params.client_id) })
  grant.addOIDCScope('openid email profile')
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
}

/** Changes the answer of the token endpoint. */
function tamperWith(response: ServerResponse, here: TestProvider, own: CryptoKey, other: CryptoKey) {
  const end = response.end.bind(response)
  response.end = ((body: string) => {
    const answer = JSON.parse(String(body)) as { id_token?: string }
    const tamper = here.tamper
    if (answer.id_token) here.tokensIssued++
    if (!answer.id_token || !tamper) return end(body)
    void signAgain(answer.id_token, tamper, own, other).then((id_token) => {
      const text = JSON.stringify({ ...answer, id_token })
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
}

function signAgain(
  idtoken: string,
  tamper: TokenTampering,
  own: CryptoKey,
  other: CryptoKey,
): Promise<string> {
  const claims = JSON.parse(Buffer.from(idtoken.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
  const changed = tamper(claims)
  if (changed === 'unsigned') return Promise.resolve(new UnsecuredJWT(claims).encode())
  const payload = changed === 'other key' ? claims : changed
  return new SignJWT(payload).setProtectedHeader(KEY).sign(changed === 'other key' ? other : own)
}

/** A browser without a screen: keeps cookies by host, and follows where it is led. */
export function userAgent() {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    return jar
  }
  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const jar = jarOf(url)
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(init.headers)
    if (cookies) headers.set('cookie', cookies)
    headers.set('accept', 'text/html')
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(';')
      const at = pair.indexOf('=')
      const gone = rest.some((one) => /max-age=0|expires=thu, 01 jan 1970/i.test(one))
      if (gone) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
  return {
    request,
    jarOf: (address: string) => jarOf(new URL(address)),
    /** Follows until a page that is not a redirect, pressing the provider's button; answers every address on the way. */
    async follow(start: string): Promise<{ answer: Response; addresses: string[] }> {
      const addresses = [start]
      let answer = await request(start)
      for (let hops = 0; hops < 20; hops++) {
        const at = addresses.at(-1) as string
        const to = answer.headers.get('location')
        if (to) {
          addresses.push(new URL(to, at).href)
          answer = await request(addresses.at(-1) as string)
        } else if (new URL(at).pathname.startsWith('/interaction/'))
          answer = await request(at, { method: 'POST' })
        else break
      }
      return { answer, addresses }
    },
  }
}
