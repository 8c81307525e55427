import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { readPosition } from '#db/queries/position.ts'
import { routes } from '#server/app.ts'
import { LINES_AT_ONCE } from '#server/domains/work/jobs/line-fields.ts'
import { fillWithSentinels } from '#tests/support/sentinels.ts'
import { type Answer, type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'
import { addressOf, routeLabel, type Schema, sampleBody } from './support.ts'

let server: TestServer
let admin: Client
let shop: JobFixtures
let jobid: string

beforeAll(async () => {
  server = await startTestServer()
  admin = server.people.admin
  shop = await createJobFixtures(server)
  jobid = (await admin.post('/api/jobs', { boardid: shop.boardid })).body.data.id
})
afterAll(() => server.stop())

/** What no answer may hold, whatever was asked. */
const inside = /\bat \/|\.tsx?:\d|SQLITE|SELECT |INSERT |node_modules|undefined|\[object Object\]|\bNaN\b/

function isPlain({ status, text }: Answer) {
  expect(status).toBeLessThan(500)
  expect(text).not.toMatch(inside)
}

/** A body as it is, whatever it holds. */
async function send(body: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/clients`, { method: 'POST', headers, body })
  const text = await answer.text()
  return { status: answer.status, text, body: text, headers: answer.headers }
}

/** The bytes as they are, and the whole answer. */
function raw(bytes: string): Promise<string> {
  const { port } = new URL(server.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    const over = setTimeout(() => socket.destroy(), 10_000)
    socket.on('data', (data) => {
      answer += data
      if (answer.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('close', () => {
      clearTimeout(over)
      resolve(answer)
    })
  })
}

describe('an address', () => {
  test.each([
    '/api/jobs/past/100%25',
    '/api/jobs/past/%2525',
    '/api/jobs/reference/%25',
    '/jobs/%25/progress',
    '/%25jobs/work-shop/progress',
    '/api/jobs/%E0%A4%A',
    '/api/jobs/%00',
    `/api/jobs/${'a'.repeat(5_000)}`,
    '/api/jobs?search=%00',
    '/api/jobs?sort=constructor',
    '/api/jobs?__proto__=1',
    '/api/jobs?client[]=1',
    `/api/clients?search=${encodeURIComponent(`'";--\\%_`.repeat(20))}`,
    '/api/inventory/ledger/9999999999/reverse',
    '//evil.test/x',
    '/assets/..%2f..%2fetc/passwd',
  ])('%s is answered plainly', async (path) => isPlain(await admin.get(path)))

  test('with what cannot be an id is answered as one with an id that is not there', async () => {
    for (const id of ['%E0%A4%A', 'a'.repeat(5_000), 'x'])
      expect((await admin.get(`/api/clients/${id}`)).status).toBe(404)
  })

  test('with a percent sign finds what it names', async () => {
    await admin.patch(`/api/jobs/${jobid}`, { status: 4, confirmed: true, description: '100% sure' })
    await admin.patch(`/api/jobs/${jobid}`, { status: 6 })
    const { body } = await admin.get(`/api/jobs/past/${encodeURIComponent('100%')}`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([jobid])
  })

  test.each(['0000-01-01', '9999-12-31', '2026-11-31', '1900-02-29'])(
    'with the day %s is refused by the field, or searched',
    async (day) => {
      for (const field of ['start', 'end']) {
        const { status, body } = await admin.get(`/api/jobs?${field}=${day}`)
        expect(status).toBe(400)
        expect(body.fields[field]).toContain('must be a date')
      }
    },
  )

  test('is read alike behind a host of any length', async () => {
    for (const host of ['x', 'srv', 'a.test', 'localhost:3000']) {
      const answer = await raw(`GET /api/clients HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect(answer).toStartWith('HTTP/1.1 401')
      expect(answer).toContain('application/json')
    }
  })

  test('without a host, or with one that is none, is refused', async () => {
    for (const head of ['GET /health HTTP/1.0\r\n', 'GET /health HTTP/1.1\r\nHost: a b<>\r\n'])
      expect(await raw(`${head}\r\n`)).toStartWith('HTTP/1.1 400')
  })
})

describe('a body', () => {
  test.each([
    'null',
    '[]',
    '"x"',
    '{',
    '['.repeat(200_000),
    '{"a":'.repeat(100_000),
    '{"__proto__":{"polluted":1},"name":"x"}',
    '{"name":{"a":1}}',
    '{"name":["a"]}',
    '{"name":"\\u0000"}',
    '{"name":"x","id":"------------------------------------"}',
  ])('like %p is refused', async (body) => {
    const answer = await send(body)
    isPlain(answer)
    expect(answer.status).toBe(400)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('with a name that every object has is refused by that name', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      const { status, body } = await admin.post('/api/clients', { name: 'x', [name]: 1 })
      expect(status).toBe(400)
      expect(body.fields).toEqual({ [name]: 'This is not a known field.' })
      const label = await admin.patch('/api/configuration/resources', { [name]: 'x' })
      expect(label).toMatchObject({ status: 400, body: { fields: { [name]: 'This is not a label.' } } })
    }
  })

  test('keeps what a person typed and drops what no person can', async () => {
    const { body } = await admin.post('/api/clients', {
      name: ' a\u0000b\u0007\ud800 💥 ',
      note: 'one\n\ttwo',
    })
    expect(body.data).toMatchObject({ name: 'ab\ufffd 💥', note: 'one\n\ttwo' })
  })

  test.each([
    [{ estimated: 0.123_456_7 }, 'estimated'],
    [{ estimated: '+' }, 'estimated'],
    [{ estimated: 1, linerate: 0.000_01 }, 'linerate'],
    [{ estimated: 1, role: '9' }, 'role'],
  ])('with %p names the field that is wrong', async (wrong, field) => {
    const line = { jobid, role: 1, description: 'x', ...wrong }
    const one = await admin.post('/api/materials', line)
    expect(one.status).toBe(400)
    expect(Object.keys(one.body.fields)).toEqual([field])
    const many = await admin.post('/api/materials/many', [
      { ...line, role: 1, estimated: 1, linerate: 1 },
      line,
    ])
    expect(Object.keys(many.body.fields)).toEqual([`1.${field}`])
  })

  test('is refused in words, not in those of a schema library', async () => {
    const refusals = [
      await admin.patch(`/api/jobs/${jobid}`, { scheduledminutes: 'abc' }),
      await admin.patch(`/api/jobs/${jobid}`, { categories: 'x' }),
      await admin.patch(`/api/jobs/${jobid}`, { categories: [null] }),
      await admin.patch(`/api/jobs/${jobid}`, { boardid: 'x'.repeat(41) }),
      await admin.post('/api/materials/many', []),
      await admin.post(
        '/api/materials/many',
        Array(LINES_AT_ONCE + 1).fill({ jobid, role: 1, estimated: 1 }),
      ),
      await admin.get('/api/jobs?take=501'),
      await admin.call('POST', '/api/auth/authenticate', { userName: 'a', password: 'x'.repeat(300) }),
    ]
    for (const { status, body } of refusals) {
      expect(status).toBe(400)
      expect(body.message).not.toMatch(/Expected|union|string length|array length|schema/)
    }
  })

  test('of a stranger, or without a file, is bounded', async () => {
    const large = (kilobytes: number) => `{"userName":"${'x'.repeat(kilobytes * 1024)}"}`
    const stranger = await fetch(`${server.url}/api/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: large(65),
    })
    expect(stranger.status).toBe(413)
    expect((await send(large(2_049))).status).toBe(413)
    expect((await send(large(1_000))).status).toBe(400)
  })

  test('that does not say its length is read and bounded alike', async () => {
    const sent = (type: string, parts: string[]) =>
      raw(
        `POST /api/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`,
      )
    expect(await sent('application/json', ['{"name":', '"Chunked"}'])).toStartWith('HTTP/1.1 200')
    expect(await sent('application/x-www-form-urlencoded', ['name=Chunked'])).toStartWith('HTTP/1.1 200')
    expect(await sent('application/json', ['{"name"'])).toStartWith('HTTP/1.1 400')
    expect(await sent('application/json', Array(33).fill('x'.repeat(65_536)))).toStartWith('HTTP/1.1 413')
  })
})

test('a request that another site made is refused, by whatever it says of itself', async () => {
  const form = { cookie: admin.cookie, 'content-type': 'application/x-www-form-urlencoded' }
  for (const [name, value] of [
    ['origin', 'http://evil.test'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ] as const) {
    const answer = await fetch(`${server.url}/api/clients`, {
      method: 'POST',
      headers: { ...form, [name]: value },
      body: 'name=Forged',
    })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  }
  expect((await admin.get('/api/clients?search=Forged')).body.total).toBe(0)
})

describe('a key for doing something once', () => {
  const key = (value: string) => ({ 'idempotency-key': value })

  test('gives a form its own answer again, not the record behind it', async () => {
    const send = () =>
      admin.call('POST', '/clients', new URLSearchParams({ name: 'Once' }), {
        ...key('form'),
        'hx-request': 'true',
      })
    const [first, again] = [await send(), await send()]
    expect(again.text).toBe(first.text)
    expect(again.headers.get('hx-trigger')).toBe(first.headers.get('hx-trigger'))
    expect((await admin.get('/api/clients?search=Once')).body.total).toBe(1)
  })

  test('holds for one person, one account and one request, also when it comes ten times at once', async () => {
    const add = (who: Client, name: string) => who.call('POST', '/api/clients', { name }, key('call'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(admin, 'Ten')))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await add(admin, 'Other')).status).toBe(409)
    expect((await add(server.people.management, 'Ten')).status).toBe(200)
    expect((await add(server.other, 'Ten')).status).toBe(200)
    expect((await admin.get('/api/clients?search=Ten')).body.total).toBe(2)
  })

  test('gives every form its own answer again, whatever it does', async () => {
    const filled = await fillWithSentinels(server.services.tenants, server.accountid)
    const different: string[] = []
    const wrote: string[] = []
    const position = () => server.services.tenants.read(server.accountid, (db) => readPosition(db).seq)
    let done = 0
    for (const route of routes) {
      if (route.method !== 'POST' || route.kind !== 'page' || route.claim === null) continue
      const who = route.claim === 'platform.manage' ? server.operator : admin
      const headers = { ...key(routeLabel(route).replaceAll(' ', '')), 'hx-request': 'true' }
      const send = () =>
        who.call('POST', addressOf(route, filled), sampleBody(route.schemas.body as Schema, filled), headers)
      const first = await send()
      // What it set going writes by itself.
      await server.services.background.run('mail')
      const stood = position()
      const again = await send()
      const told = [first, again].map((one) => `${one.status} ${one.headers.get('hx-trigger')}`)
      if (first.status < 300 && position() !== stood) wrote.push(routeLabel(route))
      if (first.status < 300) done++
      if (again.status >= 500 || (first.status < 300 && told[0] !== told[1]))
        different.push(`${routeLabel(route)}: ${told.join(' then ')}`)
    }
    expect(different).toEqual([])
    expect(wrote).toEqual([])
    expect(done).toBeGreaterThan(40)
  }, 300_000)
})
