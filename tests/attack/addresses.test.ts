import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Agent, request } from 'node:http'
import { platformOutbox } from '#db/schema/platform/index.ts'
import { notifications, tenantOutbox } from '#db/schema/tenant/index.ts'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import type { Mail } from '#server/mail/queue.ts'
import { fillServer, type SentinelValues } from '#tests/support/sentinels.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, browserRequest, routeLabel, type Schema } from './support.ts'

setDefaultTimeout(240_000)

let server: TestServer
let all: Route[]
let filled: SentinelValues
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  server = await startTestServer(undefined, ['--proxy'])
  all = routes
  filled = await fillServer(server)
})
afterAll(async () => {
  agent.destroy()
  await server.stop()
})

const EVIL = 'evil.test'
/** What a request may claim to have been sent to. */
const claimed: Record<string, string>[] = [
  { host: EVIL },
  {
    'x-forwarded-host': EVIL,
    'x-forwarded-proto': 'https',
    forwarded: `host=${EVIL};proto=https`,
    'x-original-host': EVIL,
    'x-host': EVIL,
    'x-original-url': `https://${EVIL}/`,
  },
]

/** Sends what `fetch` would not: a host of one’s own, or a whole address in the first line. */
function send(method: string, path: string, headers: Record<string, string>, body = '') {
  const { hostname, port } = new URL(server.url)
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((done, failed) => {
    const out = request({ hostname, port, method, path, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString(),
        }),
      )
    })
    out.on('error', failed)
    out.end(body)
  })
}

function mails(): Mail[] {
  const { platform, tenants, encryption } = server.services
  return [
    ...platform.read((db) => db.select().from(platformOutbox).all()),
    ...tenants.read(server.accountid, (db) => db.select().from(tenantOutbox).all()),
  ]
    .filter(({ kind, payload }) => kind === 'mail' && payload)
    .map(({ payload }) => JSON.parse(encryption.decrypt(payload)) as Mail)
}

describe('a host that a request makes up', () => {
  test('is in no mail: every link begins where this program is', async () => {
    const { admin } = server.people
    const bearer = { authorization: `Bearer ${admin.token}` }
    const json = { 'content-type': 'application/json' }
    let n = 0
    for (const headers of claimed)
      for (const prefix of headers.host ? ['', `http://${EVIL}`] : ['']) {
        const person = {
          firstname: 'A',
          email: `a${++n}@new.test`,
          password: 'a-word-123',
          confirmpassword: 'a-word-123',
        }
        const ask = (path: string, body: object, more = {}) =>
          send('POST', prefix + path, { ...json, ...headers, ...more }, JSON.stringify(body))
        await ask('/api/auth/register', person)
        await ask('/api/auth/passwordreset', { email: 'agent@first.test' })
        await send('GET', `/api/auth/confirm/resend/${person.email}`, headers)
        await ask(
          '/api/users',
          { email: `i${n}@new.test`, firstname: 'I', roles: [server.roleids.Agent] },
          bearer,
        )
        await ask(`/api/users/${server.people.jobs.userid}/resetpassword`, {}, bearer)
        await ask('/api/users/myself', { email: `m${n}@new.test`, password: PASSWORD }, bearer)
        const to = { userids: [server.people.jobs.userid], subject: 'x', message: 'x' }
        await ask('/api/users/sendemails', to, bearer)
      }
    const sent = mails()
    expect(sent.length).toBeGreaterThan(15)
    for (const { html, text, subject } of sent) {
      expect(html + text, subject).not.toContain(EVIL)
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
      for (const href of links)
        expect(href.startsWith(server.url) || href.startsWith('mailto:'), href).toBe(true)
    }
  })

  test('is on no page, in no answer and in no place that one is led to', async () => {
    const { admin } = server.people
    const found: string[] = []
    // All at once: whichever of them is believed would show.
    const headers = Object.assign({}, ...claimed)
    for (const route of all.filter(({ method }) => method === 'GET')) {
      const about = { cookie: admin.cookie, accept: 'text/html', ...headers }
      const answer = await send('GET', addressOf(route, filled), about)
      if ((JSON.stringify(answer.headers) + answer.text).includes(EVIL)) found.push(routeLabel(route))
    }
    expect(found).toEqual([])
  })
})

/** Ways to write an address of another site so that a careless look takes it for one’s own. */
const elsewhere = [
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  ' //evil.test',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:evil.test',
  '/%0d%0aLocation:%20https://evil.test',
  '///evil.test',
  '@evil.test',
  '.evil.test',
]

/** Where a browser would end up. */
function isOwn(to: string | null): boolean {
  if (to === null) return true
  const url = URL.parse(to, server.url)
  return url !== null && url.origin === new URL(server.url).origin
}

describe('nobody is led to another site', () => {
  test('by any query of any page, signed in or not', async () => {
    const led: string[] = []
    const pages = all.filter(({ method, kind }) => method === 'GET' && kind === 'page')
    const { cookie } = server.people.admin
    for (const route of pages) {
      const names = Object.keys(((route.schemas.query ?? {}) as Schema).properties ?? {})
      const read = names.filter((name) => /next|open|url|return/.test(name))
      const ignored = ['next', 'return'].filter((name) => !read.includes(name))
      const requests = [
        // What it does not read cannot be told apart by what it says.
        ...elsewhere.slice(0, 3).flatMap((to) => [
          { sent: ignored.map((name) => [name, to]), cookie },
          { sent: ignored.map((name) => [name, to]), cookie: '' },
        ]),
        ...read.flatMap((name) => elsewhere.map((to) => ({ sent: [[name, to]], cookie }))),
        // Whoever is not signed in is led to the sign-in page before any name is read.
        ...(route.claim === null ? names : read).flatMap((name) =>
          elsewhere.map((to) => ({ sent: [[name, to]], cookie: '' })),
        ),
        ...names
          .filter((name) => !read.includes(name))
          .flatMap((name) => elsewhere.slice(0, 3).map((to) => ({ sent: [[name, to]], cookie }))),
      ]
      const [path = ''] = addressOf(route, filled).split('?')
      for (const { sent, cookie } of requests) {
        const { headers } = await browserRequest(`${server.url}${path}?${new URLSearchParams(sent)}`, cookie)
        for (const where of ['location', 'hx-redirect', 'hx-location'])
          if (!isOwn(headers.get(where))) led.push(`${routeLabel(route)} ${JSON.stringify(sent)}`)
      }
    }
    expect(led).toEqual([])
  })

  test('by a path that looks like a host, nor by where the sign-in goes on', async () => {
    for (const path of ['//evil.test/', '/\\evil.test', '//evil.test/%2e%2e', '/%2f%2fevil.test']) {
      const { headers } = await browserRequest(server.url + path, '')
      expect(isOwn(headers.get('location')), path).toBe(true)
    }
    for (const next of elsewhere) {
      const answer = await fetch(`${server.url}/signin`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ userName: 'jobs@first.test', password: PASSWORD, next }),
      })
      expect(isOwn(answer.headers.get('location')), next).toBe(true)
      expect([303, 400]).toContain(answer.status)
    }
  })

  test('by a notification, whether it is sent now or stood there before', async () => {
    const { admin, jobs } = server.people
    for (const open of elsewhere) {
      const body = { userid: jobs.userid, type: 'info', message: 'x', open }
      const { status } = await admin.post('/api/communication/notification', body)
      // What stays a path of this program however it is read is one.
      expect([400, open.startsWith('/%') ? 200 : 400], open).toContain(status)
      await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, ({ db, now }) =>
        db
          .insert(notifications)
          .values({
            id: Bun.randomUUIDv7(),
            userid: jobs.userid,
            type: 'info',
            message: 'x',
            open,
            dateutc: now,
          } as never)
          .run(),
      )
    }
    const list = await jobs.get('/api/communication/notifications?take=100')
    expect(list.body.data.length).toBeGreaterThanOrEqual(elsewhere.length)
    for (const { id } of list.body.data) {
      const { headers } = await browserRequest(`${server.url}/notifications/${id}/open`, jobs.cookie)
      expect(isOwn(headers.get('location'))).toBe(true)
    }
  })
})

describe('a name with a line end', () => {
  test('adds no header to the answer that a file is sent in', async () => {
    const { admin } = server.people
    const names = [
      'a\r\nX-Evil: 1\r\n.txt',
      'a"; filename="evil.html',
      '../../etc/passwd',
      'ä\u202egpj.exe',
      'a\u0000.txt',
    ]
    const client = (await admin.post('/api/clients', { name: 'x\r\nX-Evil: 1' })).body.data.id
    for (const name of names) {
      const form = new FormData()
      form.set('file', new File(['some text'], 'a.txt', { type: 'text/plain' }))
      for (const [field, value] of Object.entries({
        filename: name,
        description: name,
        group: 'clients',
        referenceid: client,
      }))
        form.set(field, value)
      const { status, body } = await admin.post('/api/documents/file', form)
      expect(status, JSON.stringify(body)).toBe(200)
      const answer = await fetch(`${server.url}/api/documents/download/${body.data.id}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-evil')).toBeNull()
      const says = answer.headers.get('content-disposition') ?? ''
      expect(says).toMatch(/^(attachment|inline); filename="[^"\\\r\n/]*"; filename\*=UTF-8''[\w.%~!'()*-]*$/)
      expect(says).not.toContain('%2F')
    }
  })

  test('that somebody types into a form is none in a header that the page script reads', async () => {
    const { admin } = server.people
    const form = new URLSearchParams({ name: 'x\r\nX-Evil: 1\r\n\r\n<script>' })
    const answer = await admin.call('POST', '/clients', form, { 'hx-request': 'true' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-evil')).toBeNull()
    expect(answer.headers.get('hx-trigger')).toMatch(/^[\x20-\x7e]+$/)
  })
})
