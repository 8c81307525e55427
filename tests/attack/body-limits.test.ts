import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { bodyLimits } from '#server/http/body/body-limits.ts'
import type { Route } from '#server/http/route.ts'
import { fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { type Client, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, routeLabel } from './support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let filled: SentinelValues
let reading: Route[]
beforeAll(async () => {
  // A clock that stands would count all that the tests send as one minute of one stranger.
  server = await startTestServer(undefined, ['--proxy'])
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
  reading = routes.filter(({ method, options }) => method !== 'GET' && !options.rawbody)
})
afterAll(() => server.stop())

const senderOf = ({ claim }: Route): Client =>
  claim === 'platform.manage' ? server.operator : server.people.admin

let addresses = 0
async function send(route: Route, type: string, body: string): Promise<{ status: number; message: string }> {
  const { token } = senderOf(route)
  const answer = await fetch(server.url + addressOf(route, filled), {
    method: route.method,
    redirect: 'manual',
    body,
    headers: {
      'content-type': type,
      accept: 'application/json',
      'x-forwarded-for': `10.0.${addresses >> 8}.${addresses++ & 255}`,
      ...(route.claim === null ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  const text = await answer.text()
  return { status: answer.status, message: text.startsWith('{') ? JSON.parse(text).message : text }
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const part = (name: string, value = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const partsOf = (count: number) =>
  `${Array.from({ length: count }, (_, n) => part(`n${n}`)).join('')}--b--\r\n`

/** What is one too many, for each bound there is, in a body that is otherwise well. */
const excesses: Record<string, (route: Route) => [type: string, body: string, status: number, says: string]> =
  {
    'lists and objects within each other': (route) => {
      const { depth } = bodyLimits(route)
      const says = `The request body may have at most ${depth} lists and objects within each other.`
      return [JSON_TYPE, `{"a":${nested(depth)}}`, 400, says]
    },
    values: (route) => {
      const { values } = bodyLimits(route)
      return [JSON_TYPE, `[${Array(values).fill('1').join()}, 1]`, 413, most(`${values} values`)]
    },
    'names of values': (route) => {
      const { names } = bodyLimits(route)
      const many = Array.from({ length: 2 * names + 1 }, (_, n) => `"${n}":1`)
      const says = route.claim === null ? `${bodyLimits(route).values} values` : `${names} names`
      return [JSON_TYPE, `{${many}}`, 413, most(says)]
    },
    'fields of a form': (route) => {
      const { fields } = bodyLimits(route)
      return [FORM, '&'.repeat(fields), 413, most(`${fields} fields`)]
    },
    'parts of a form with files': (route) => {
      const { fields } = bodyLimits(route)
      return [MULTIPART, partsOf(fields + 1), 413, most(`${fields} fields`)]
    },
    'characters of a name': () => {
      const says = 'The name of a field may have at most 200 characters.'
      return [FORM, `${'n'.repeat(201)}=1`, 400, says]
    },
  }
const most = (what: string) => `This is too large: a request may have at most ${what} here.`

describe('a body is refused before it is parsed, whatever its route, for too many', () => {
  test.each(Object.keys(excesses))('%s', async (what) => {
    const wrong: string[] = []
    for (const route of reading) {
      const [type, body, status, says] = (excesses[what] as (typeof excesses)[string])(route)
      const answer = await send(route, type, body)
      if (answer.status !== status || answer.message !== says)
        wrong.push(`${routeLabel(route)} ${answer.status} ${answer.message.slice(0, 100)}`)
    }
    expect(wrong).toEqual([])
    expect(reading.length).toBeGreaterThan(250)
  })
})

const inLine = (count: number, head = '') =>
  `--b\r\ncontent-disposition: form-data; name="a"${head}\r\n\r\n1${Array.from({ length: count }, (_, n) => `--b\r\ncontent-disposition: form-data; name="n${n}"\r\n\r\n1`).join('')}\r\n--b--\r\n`

describe('parts that are not written as they must be are counted alike', () => {
  test.each([
    ['between parts in one line', inLine(500, '; filename="a"')],
    ['where parts are few', inLine(1, '; filename="a"')],
    ['before the first part', `x${part('a')}--b--\r\n`],
    ['without an end', part('a')],
    ['after the end', `${part('a')}--b--\r\n${part('c')}`],
    ['without a line after a head', '--b\r\ncontent-disposition: form-data; name="a"\r\n--b--\r\n'],
    ['after a line feed alone', `${part('a')}--b\ncontent-disposition: form-data; name="c"\n\n1\n--b--\r\n`],
  ])('%s', async (_, body) => {
    for (const address of ['POST /signin', 'POST /api/users/file']) {
      const answer = await send(find(address), MULTIPART, body)
      expect(answer.status).toBe(400)
      expect(answer.message).toContain('The request body could not be read.')
    }
  })

  test('by the boundary that parts them, whatever else the header says', async () => {
    const type = 'multipart/form-data; x="; boundary=a"; boundary=b'
    const body = `--a\r\n${'x'.repeat(200)}\r\n\r\n${partsOf(200)}--a--\r\n`
    expect(await send(find('POST /signin'), type, body)).toMatchObject({ status: 400 })
  })
})

const find = (address: string) => routes.find((route) => routeLabel(route) === address) as Route

describe('what held everybody up is refused', () => {
  test.each([
    ['POST /account/profile/picture', MULTIPART, partsOf(30_000), 413],
    ['POST /api/users/file', MULTIPART, partsOf(60_000), 413],
    ['PATCH /api/preferences', FORM, Array.from({ length: 150_000 }, (_, n) => `n${n}=1`).join('&'), 413],
    ['PATCH /api/preferences', JSON_TYPE, `{${Array.from({ length: 120_000 }, (_, n) => `"n${n}":1`)}}`, 413],
    ['POST /api/clients', JSON_TYPE, nested(1_000_000), 400],
    ['POST /api/auth/authenticate', JSON_TYPE, nested(30_000), 400],
    ['POST /signin', JSON_TYPE, nested(30_000), 400],
    ['POST /api/auth/passwordreset', JSON_TYPE, `{"email":${nested(30_000)}}`, 400],
    // A text of an upload is held in memory and decoded, a file is not.
    ['POST /api/users/file', MULTIPART, `${part('note', 'x'.repeat(2_000_000))}--b--\r\n`, 413],
    ['POST /api/users/file', JSON_TYPE, `"${'x'.repeat(3_000_000)}"`, 413],
    ['POST /api/users/file', MULTIPART, `--b\r\n${'x: y\r\n'.repeat(10_000)}\r\n1\r\n--b--\r\n`, 400],
    ['POST /api/users/file', `multipart/form-data; boundary=${'x'.repeat(71)}`, 'x', 400],
  ])('at %s as %s', async (address, type, body, status) => {
    const answer = await send(find(address), type, body)
    expect(answer).toMatchObject({ status, message: expect.stringMatching(/^(This is|The request body)/) })
  })
})

test('a refused value is not sent back, however long it is', async () => {
  const { status, message } = await send(
    find('POST /api/clients'),
    JSON_TYPE,
    JSON.stringify({ name: 'x'.repeat(900_000) }),
  )
  expect(status).toBe(400)
  expect(message).toBe('name: It may have at most 120 characters.')
})

test('a name that comes again is a list, in whichever form', async () => {
  const { post } = server.people.admin
  for (const type of [FORM, MULTIPART]) {
    const body = type === FORM ? 'name=A&name=B' : `${part('name', 'A')}${part('name', 'B')}--b--\r\n`
    expect(await send(find('POST /api/clients'), type, body)).toMatchObject({ status: 400 })
  }
  expect((await post('/api/clients', { name: 'C' })).status).toBe(200)
})

test('an address with too many fields, or too long a one, is refused', async () => {
  const { get } = server.people.admin
  expect((await get(`/api/clients?${'&'.repeat(100)}`)).body.message).toBe(
    'An address may have at most 100 fields.',
  )
  expect((await get(`/api/clients?search=${'x'.repeat(25_000)}`)).body.message).toBe(
    'A field of an address may have at most 24576 characters.',
  )
  expect((await get(`/api/jobs?ids=${Array(100).fill(crypto.randomUUID()).join('%2C')}`)).status).toBe(200)
})

test('a stranger who sends more than a minute holds waits, and nobody else does', async () => {
  const sign = (from: string, filling: string) =>
    fetch(`${server.url}/api/auth/passwordreset`, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, 'x-forwarded-for': from },
      body: JSON.stringify({ filling }),
    })
  const large = 'x'.repeat(65_000)
  const statuses: number[] = []
  for (let n = 0; n < 130; n++) statuses.push((await sign('192.0.2.1', large)).status)
  expect(statuses.slice(0, 128).every((status) => status === 400)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await sign('192.0.2.2', '')).status).toBe(400)
})

test('strangers who fill one route keep nobody from signing in who has signed in there before', async () => {
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.3', origin: server.url, cookie },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const right = { userName: 'admin@first.test', password: PASSWORD }
  const signedIn = await post('/signin', right)
  expect(signedIn.status).toBeLessThan(400)
  const device = signedIn.headers.getSetCookie().find((one) => one.startsWith('joblane_device=')) ?? ''
  const statuses: number[] = []
  for (let n = 0; n < 140; n++) statuses.push((await post('/signin', { filling: 'x'.repeat(60_000) })).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  expect((await post('/signin', right)).status).toBe(429)
  expect((await post('/signout', {})).status).not.toBe(429)
  expect((await post('/signin', right, device.split(';')[0])).status).toBe(signedIn.status)
})
