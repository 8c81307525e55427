import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addSeat, addUser, createAccount } from '#server/access/accounts.ts'
import { createPlatformOwner } from '#server/access/first-start.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'

export const PASSWORD = 'joblane-test-1'
let passwordhash: Promise<string> | undefined

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

export type TestServer = Running & {
  folder: string
  accountid: string
  otherid: string
  roleids: Record<string, string>
  otherroleids: Record<string, string>
  /** People of the first account, one for each role: `admin`, `management`, `operations`, `agent`, `jobs`, `stakeholder`. */
  people: Record<Role, Client>
  /** The administrator of the other account. */
  other: Client
  operator: Client
  /** Signs somebody in again, with the usual test password. */
  signIn(email: string): Promise<Client>
}

const roles = {
  admin: 'systemadmin',
  management: 'Management',
  operations: 'Operations',
  agent: 'Agent',
  jobs: 'Jobs',
  stakeholder: 'StakeHolder',
} as const
export type Role = keyof typeof roles

/**
 * The whole program in this process, on a free port with a fresh data folder: the platform owner, the account
 * "First" with a person of every role (`admin@first.test`, …), the account "Other" with `admin@other.test`.
 * Call `stop()` in `afterAll`; the folder goes with it. `flags` are more settings of the program.
 */
export async function startTestServer(clock?: () => Date, flags: string[] = []): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-test-'))
  const running = await start(
    readConfig({}, [
      '--port',
      '0',
      '--host',
      '127.0.0.1',
      '--data',
      join(folder, 'data'),
      '--quiet',
      ...flags,
    ]),
    clock,
  )
  const { platform, tenants } = running.services
  passwordhash ??= Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 1024, timeCost: 1 })
  const hash = await passwordhash
  const person = (email: string, firstname: string) =>
    platform.write((tx) => addUser(tx, { email, firstname, lastname: 'Tester', passwordhash: hash }))

  await createPlatformOwner(platform, tenants, {
    accountname: 'Platform',
    email: 'operator@platform.test',
    password: PASSWORD,
    firstname: 'Olga',
    lastname: 'Operator',
  })
  const first = await createAccount(platform, tenants, { name: 'First', seatspaid: 50 })
  const second = await createAccount(platform, tenants, { name: 'Other' })
  for (const [who, role] of Object.entries(roles))
    await addSeat(platform, tenants, {
      accountid: first.id,
      userid: await person(`${who}@first.test`, who),
      roleids: [first.roleids[role] as string],
    })
  await addSeat(platform, tenants, {
    accountid: second.id,
    userid: await person('admin@other.test', 'Otto'),
    roleids: [second.roleids.systemadmin as string],
  })
  const signIn = (email: string) => client(running.url, email)
  const people = Object.fromEntries(
    await Promise.all(
      Object.keys(roles).map(async (who) => [who, await signIn(`${who}@first.test`)] as const),
    ),
  ) as Record<Role, Client>
  return {
    ...running,
    folder,
    accountid: first.id,
    otherid: second.id,
    roleids: first.roleids,
    otherroleids: second.roleids,
    people,
    other: await signIn('admin@other.test'),
    operator: await signIn('operator@platform.test'),
    signIn,
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function client(url: string, email: string): Promise<Client> {
  const form = new URLSearchParams({ userName: email, password: PASSWORD })
  const page = await fetch(`${url}/signin`, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const signed = await request(
    url,
    'POST',
    '/api/auth/authenticate',
    { userName: email, password: PASSWORD },
    {},
  )
  const { token } = signed.body.data as { token: string }
  const authorization = { authorization: `Bearer ${token}` }
  const call: Client['call'] = (method, path, body, headers) =>
    request(url, method, path, body, { ...authorization, ...headers })
  const myself = await call('GET', '/api/users/myself')
  return {
    userid: myself.body.data.id,
    accountid: myself.body.data.accountid,
    token,
    cookie,
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
    headers: { ...(plain ? {} : { 'content-type': 'application/json' }), ...headers },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : text,
    text,
    headers: response.headers,
  }
}
