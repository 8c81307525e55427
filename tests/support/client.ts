import { eq } from 'drizzle-orm'
import { userByEmail } from '#db/queries/platform/users.ts'
import { sessions } from '#db/schema/platform/index.ts'
import { type NewSession, startSession } from '#server/access/sessions.ts'
import { SESSION_COOKIE } from '#server/http/cookies.ts'
import type { Running } from '#server/start.ts'
import { checkAnswer } from './check-answer.ts'

export const PASSWORD = 'joblane-test-1'

export type Client = {
  userid: string
  accountid: string
  token: string
  /** Calls with the bearer token; answers status, parsed JSON (or text) and headers. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** The session cookie, for pages and browsers. */
  cookie: string
}
// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
export type Answer = { status: number; body: any; text: string; headers: Headers }

/** Signs these people in without a password, by sessions written straight into the platform's file. */
export async function openSessions({ url, services }: Running, emails: string[]): Promise<Client[]> {
  const opened = await services.platform.write((tx) =>
    emails.map((email) => {
      const userid = userByEmail(tx.db, email)?.id
      if (!userid) throw new Error(`Nobody is called ${email}`)
      return startSession(tx, userid, { address: '127.0.0.1', agent: 'test' })
    }),
  )
  return Promise.all(opened.map((session) => fromSession({ url, services }, session)))
}

async function fromSession({ url, services }: Pick<Running, 'url' | 'services'>, session: NewSession) {
  const { id, userid, cookie } = session
  const row = services.platform.read((db) => db.select().from(sessions).where(eq(sessions.id, id)).get())
  const token = await services.bearer.sign({ sub: userid, sid: id })
  return client(url, {
    userid,
    accountid: row?.accountid ?? '',
    token,
    cookie: `${SESSION_COOKIE}=${cookie}`,
  })
}

/** Signs somebody in as people and programs do, on the sign-in page and by the call, with the usual test password. */
export async function signIn(url: string, email: string): Promise<Client> {
  const form = new URLSearchParams({ userName: email, password: PASSWORD })
  const page = await fetch(`${url}/signin`, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const credentials = { userName: email, password: PASSWORD }
  const signed = await request(url, 'POST', '/api/auth/authenticate', credentials, {})
  const { token } = signed.body.data as { token: string }
  const authorization = { authorization: `Bearer ${token}` }
  const myself = await request(url, 'GET', '/api/users/myself', undefined, authorization)
  const { id: userid, accountid } = myself.body.data
  return client(url, { userid, accountid, token, cookie })
}

type Identity = Pick<Client, 'userid' | 'accountid' | 'token' | 'cookie'>

function client(url: string, identity: Identity): Client {
  const authorization = { authorization: `Bearer ${identity.token}` }
  const call: Client['call'] = (method, path, body, headers) =>
    request(url, method, path, body, { ...authorization, ...headers })
  return {
    ...identity,
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    patch: (path, body = {}) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
  }
}

async function request(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
) {
  const plain = body === undefined || body instanceof FormData || body instanceof URLSearchParams
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    body: plain ? (body as FormData | undefined) : JSON.stringify(body),
    headers: {
      // Packing and unpacking each answer would cost the tests as much as many a route.
      'accept-encoding': 'identity',
      ...(plain ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answered = isJson && text ? JSON.parse(text) : text
  if (isJson && response.ok) await checkAnswer(method, path, answered)
  return {
    status: response.status,
    body: answered,
    text,
    headers: response.headers,
  }
}
