import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isSignInClaim } from '#server/access/refuse-api-key.ts'
import { routes } from '#server/app.ts'
import { bareSocket } from '#tests/http/hub-support.ts'
import { createSignedInPerson, findPersonByEmail, mailsTo } from '#tests/people/users-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, routeLabel, type Schema, sampleBody } from './support.ts'

// What a key that leaked must not do, even one of a systemadmin: make itself last.

let server: TestServer
let filled: SentinelValues
beforeAll(async () => {
  server = await startTestServer()
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
})
afterAll(() => server.stop())

const newKey = async (who = server.people.admin) =>
  (await expectOk(who.patch('/api/users/apikey', { application: 'Till' }))).key as string

const byKey = (key: string, method: string, path: string, body?: unknown) =>
  fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })

/** Beside all that changes people, roles, the account and the platform: what a person changes of their own ways in. */
const own = [
  'PATCH /api/users/apikey',
  'PATCH /api/users/:id/apikey',
  'DELETE /api/users/apikey',
  'POST /account/profile/keys',
  'DELETE /account/profile/keys/:key',
  'POST /applink',
  'POST /account/profile/sessions',
  'DELETE /account/profile/sessions/:session',
  'PATCH /api/users/:id/changepassword',
  'PATCH /account/profile/password',
  'DELETE /account/external/:id',
  'POST /api/account/switch',
  'POST /account/memberships/:id/:what',
  'PATCH /api/account/:id/accountfees',
  'DELETE /api/cctransactions/payfast/subscription/:accountid',
]

const NOTICE = 'its own person reads it, and it lets nobody in'
const ASSIGNED = 'a colleague reads it, and it lets nobody in'
const LOOKS = 'how a page looks to its own person'
const VIEW = 'what a list shows; shared by who may, asked again within'
const PICTURE = 'a picture proves nothing'

/** What anybody with a seat may change by a key too, and why no key, password, session or sign-in is made or lost by it. */
const harmless: Record<string, string> = {
  'PATCH /api/communication/notifications': NOTICE,
  'PATCH /notifications': NOTICE,
  'PATCH /api/communication/notifications/:id': NOTICE,
  'PATCH /notifications/:id': NOTICE,
  'DELETE /api/communication/notifications/:id': NOTICE,
  'DELETE /notifications/:id': NOTICE,
  'DELETE /api/communication/notifications': NOTICE,
  'DELETE /notifications': NOTICE,
  'POST /notifications/undone': NOTICE,
  'POST /notifications/:id/inbox': NOTICE,
  'POST /api/communication/notifications/:id/snooze': NOTICE,
  'POST /notifications/:id/snooze': NOTICE,
  'POST /api/communication/notifications/:id/assign': ASSIGNED,
  'POST /notifications/:id/assign': ASSIGNED,
  'POST /api/users/file': PICTURE,
  'POST /account/profile/picture': PICTURE,
  'DELETE /account/profile/picture': PICTURE,
  'PATCH /api/users/myself': 'a name and a phone; with an e-mail in it, it asks for a sign-in itself',
  'PATCH /account/profile': 'the same by its form',
  'PATCH /api/users/account': 'which accounts the switcher lists: all can still be opened',
  'PATCH /account/profile/accounts/:id': 'the same by its form',
  'PATCH /api/preferences': LOOKS,
  'PATCH /notifications/preferences': LOOKS,
  'POST /api/views': VIEW,
  'PATCH /api/views/:id': VIEW,
  'DELETE /api/views/:id': VIEW,
  'POST /views': VIEW,
  'POST /views/:id': VIEW,
  'POST /views/:id/query': VIEW,
  'POST /views/:id/archive': VIEW,
  'POST /mail/waiting/:id/takeback': 'a mail that one wrote oneself, which lets nobody in',
  'POST /nextsteps/hide': LOOKS,
  'POST /nextsteps/show': LOOKS,
}

/** Public routes that ask for a session themselves. */
const entering = ['POST /api/account', 'POST /api/account/link/x', 'POST /account/open', 'POST /account/link']

describe('an API key of a systemadmin', () => {
  test('makes no call that changes who gets in, as what, or who pays', async () => {
    const key = await newKey()
    const dangerous = routes.filter(
      (route) => own.includes(routeLabel(route)) || (route.method !== 'GET' && isSignInClaim(route.claim)),
    )
    expect(dangerous.length).toBeGreaterThan(own.length + 50)
    const passed: string[] = []
    for (const route of dangerous) {
      const body = sampleBody(route.schemas.body as Schema | undefined, filled)
      const answer = await byKey(key, route.method, addressOf(route, filled), body)
      const isRefused = answer.status === 403 && (await answer.text()).includes('Sign in yourself')
      if (!isRefused) passed.push(`${routeLabel(route)}: ${answer.status}`)
    }
    expect(passed).toEqual([])
    for (const address of entering) {
      const [method = '', path = ''] = address.split(' ')
      expect((await byKey(key, method, path, { name: 'x', key: 'x', id: 'x' })).status, address).not.toBe(200)
    }
  })

  test('declares on each such route that it needs a sign-in', () => {
    for (const address of own)
      expect(routes.find((route) => routeLabel(route) === address)?.options.needsSignIn, address).toBe(true)
  })

  test('is refused by every route that anybody with a seat may change something by, but for these', () => {
    const changing = routes.filter(({ method, claim }) => method !== 'GET' && claim === 'seat')
    expect(changing.length).toBeGreaterThan(20)
    const open = changing.filter(({ options }) => !options.needsSignIn).map(routeLabel)
    expect(open.toSorted()).toEqual(Object.keys(harmless).toSorted())
  })

  test('invites nobody, and changes no mail server', async () => {
    const key = await newKey()
    const thief = { email: 'thief@evil.test', roles: [server.roleids.systemadmin] }
    expect((await byKey(key, 'POST', '/api/users', thief)).status).toBe(403)
    expect(await findPersonByEmail(server, thief.email)).toBeUndefined()
    expect(mailsTo(server, thief.email)).toEqual([])
    expect((await byKey(key, 'PATCH', '/api/account', { smtpserver: 'mail.evil.test' })).status).toBe(403)
    expect((await byKey(key, 'GET', '/api/users')).status).toBe(200)
  })
})

describe('an API key of chosen claims', () => {
  const narrowKey = async () => {
    const about = { application: 'Prices', claims: ['inventory.read'] }
    return (await expectOk(server.people.admin.patch('/api/users/apikey', about))).key as string
  }
  const forAll = [
    'GET /api/configuration/claims',
    'GET /api/configuration/forms',
    'GET /api/configuration/resources',
    'GET /api/search',
    'GET /api/users/myself',
  ]

  test('makes none of the calls that any seat may make, but for these', async () => {
    const key = await narrowKey()
    const passed: string[] = []
    for (const route of routes.filter(({ claim }) => claim === 'seat')) {
      const body =
        route.method === 'GET' ? undefined : sampleBody(route.schemas.body as Schema | undefined, filled)
      const { status } = await byKey(key, route.method, addressOf(route, filled), body)
      if (status !== 403) passed.push(routeLabel(route))
    }
    expect(passed.toSorted()).toEqual(forAll)
    expect((await byKey(key, 'GET', '/api/inventory')).status).toBe(200)
  })

  test('finds by the search only what its claims reach', async () => {
    await expectOk(server.people.admin.post('/api/clients', { name: 'Quiet Harbour' }))
    const found = async (key: string) =>
      JSON.stringify(await (await byKey(key, 'GET', '/api/search?q=Harbour')).json())
    expect(await found(await newKey())).toContain('Quiet Harbour')
    expect(await found(await narrowKey())).not.toContain('Quiet Harbour')
  })

  test('hears nothing on the live connection that its person alone is told', async () => {
    const { admin } = server.people
    const listen = async (key: string) => {
      const socket = bareSocket(`${server.url}/hub`, { 'x-api-key': key })
      await socket.greet()
      return socket
    }
    const [whole, narrow] = [await listen(await newKey()), await listen(await narrowKey())]
    const told = { userid: admin.userid, type: 'info', message: 'Quiet Harbour pays R 999' }
    await expectOk(admin.post('/api/communication/notification', told))
    await until(() => JSON.stringify(whole.records).includes(told.message), 'the message')
    // What was sent before its own answer has come with it.
    narrow.say({ type: 1, invocationId: 'last', target: 'Resync', arguments: [0] })
    await until(() => narrow.records.some(({ invocationId }) => invocationId === 'last'), 'the answer')
    expect(JSON.stringify(narrow.records)).not.toContain(told.message)
    for (const { socket } of [whole, narrow]) socket.close()
  })

  test('reads no invitations, and comes into no other account', async () => {
    const key = await narrowKey()
    expect((await byKey(key, 'GET', '/api/account/invitations')).status).toBe(403)
    const page = await byKey(key, 'GET', '/account/invitations')
    expect([page.status, page.headers.get('location')]).toEqual([303, '/signin?next=/account/invitations'])
    for (const path of ['/api/account/invitations/x', '/account/open'])
      expect((await byKey(key, 'POST', path, { id: 'x' })).status, path).not.toBe(200)
  })
})

test('keys of a person who was archived end for good', async () => {
  const { admin } = server.people
  const person = await createSignedInPerson(server, 'leaver@first.test', 'Agent')
  const key = await newKey(person)
  expect((await byKey(key, 'GET', '/api/clients')).status).toBe(200)
  await expectOk(admin.delete(`/api/users/${person.userid}`))
  expect((await byKey(key, 'GET', '/api/clients')).status).toBe(401)
  await expectOk(admin.post(`/api/users/${person.userid}`, {}))
  expect((await byKey(key, 'GET', '/api/clients')).status).toBe(401)
})
