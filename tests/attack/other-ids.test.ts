import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { apikeys, sessions } from '#db/schema/platform/index.ts'
import { prepared } from '#db/sqlite.ts'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import {
  fillPlatform,
  fillWithSentinels,
  platformContents,
  SENTINEL,
  type SentinelValues,
} from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { routeLabel, type Schema, sampleBody } from './support.ts'

setDefaultTimeout(300_000)

let server: TestServer
let all: Route[]
let theirs: SentinelValues

beforeAll(async () => {
  server = await startTestServer()
  all = routes
  const { accountid, people, services } = server
  const there = { accounts: accountid, users: people.agent.userid }
  const tenant = await fillWithSentinels(services.tenants, accountid)
  const platform = await fillPlatform(services.platform, there)
  const seat = services.platform.read((db) =>
    prepared<{ id: string }>(db, 'SELECT id FROM seats WHERE userid = ?').get([people.agent.userid]),
  )
  theirs = { ...platform, roles: tenant.roles as string, seats: seat?.id ?? '' }
  await services.platform.write(({ db }) => {
    for (const column of ['name', 'reference', 'primaryphone'])
      prepared(db, `UPDATE accounts SET ${column} = '${SENTINEL} ' || ${column} WHERE id = ?`).run([
        accountid,
      ])
    for (const column of ['firstname', 'lastname', 'phone'])
      prepared(db, `UPDATE users SET ${column} = '${SENTINEL} ' || ${column} WHERE id = ?`).run([
        people.agent.userid,
      ])
  })
})
afterAll(() => server.stop())

/** Of people and accounts, as what the platform keeps for all of them. */
const nouns = [
  'accounts',
  'users',
  'seats',
  'sessions',
  'apikeys',
  'identities',
  'joinrequests',
  'accountnotes',
  'paymentorders',
  'payments',
  'paymentnotifications',
  'outbox',
  'roles',
]
const traces = ['audit', 'signinfailures', 'idempotency', 'digests', 'accountusage', 'settings']

/** What the platform holds of the first account and its people, told from what the attacker does to their own. */
function ofTheFirst(): unknown[] {
  const tables = JSON.parse(platformContents(server.services.platform, traces)) as [string, object[]][]
  const ids = [server.accountid, ...Object.values(server.people).map(({ userid }) => userid)]
  return tables.map(([name, rows]) => [
    name,
    rows.map((row) => JSON.stringify(row)).filter((row) => ids.some((id) => row.includes(id))),
  ])
}

describe('ids of people and accounts that are somebody else’s', () => {
  test('open, show and change nothing, in whatever place of whatever route they are tried', async () => {
    const before = ofTheFirst()
    const shown: string[] = []
    let tried = 0
    // The account’s key asks to be let in, which is what it is for; opening is refused but ends in a page.
    const taking = all.filter(
      ({ path, claim }) => claim !== null && claim !== 'platform.manage' && /:(?!board|list|kind)/.test(path),
    )
    for (const route of taking)
      for (const noun of nouns) {
        const path = route.path.replace(/:[a-z]+/gi, theirs[noun] as string)
        const body = route.method === 'GET' ? undefined : sampleBody(route.schemas.body as Schema, theirs)
        const { status, text } = await server.other.call(route.method, path, body)
        if (text.includes(SENTINEL)) shown.push(`${routeLabel(route)} with ${noun}: ${status}`)
        tried++
      }
    expect(shown).toEqual([])
    expect(ofTheFirst()).toEqual(before)
    expect(tried).toBeGreaterThan(1_000)
  })

  test('do nothing in a query or a body either', async () => {
    const { other } = server
    const before = ofTheFirst()
    for (const [name, noun] of [
      ['userid', 'users'],
      ['accountid', 'accounts'],
      ['order', 'paymentorders'],
      ['key', 'apikeys'],
      ['token', 'cardsubscriptions'],
      ['roleid', 'roles'],
      ['role', 'roles'],
    ] as const)
      for (const route of all.filter(({ schemas, claim }) => {
        const { properties = {} } = (schemas.query ?? {}) as Schema
        return claim !== null && name in properties
      })) {
        const path = route.path.replace(/:[a-z]+/gi, theirs[noun] as string)
        const address = `${path}?${name}=${encodeURIComponent(theirs[noun] as string)}`
        const { text } = await other.call(route.method, address, route.method === 'GET' ? undefined : {})
        expect(text, routeLabel(route)).not.toContain(SENTINEL)
      }
    for (const [method, path, body] of [
      ['POST', '/api/account/switch', { id: theirs.accounts }],
      ['PATCH', '/api/users/account', { accountid: theirs.accounts, hide: true }],
      ['POST', '/api/communication/notification', { userid: theirs.users, type: 'info', message: 'x' }],
      ['POST', '/api/communication/notification', { roleid: theirs.roles, type: 'info', message: 'x' }],
      ['POST', '/api/users/sendemails', { userids: [theirs.users], subject: 'x', message: 'x' }],
      ['POST', '/api/auth/roles/claims', { roleid: theirs.roles, claim: 'jobs.read' }],
      ['PATCH', '/api/auth/roles', { id: theirs.roles, name: 'Mine' }],
    ] as const) {
      const answer = await other.call(method, path, body)
      expect([400, 404], `${path} ${answer.text}`).toContain(answer.status)
    }
    const invited = await other.post('/api/users', {
      id: theirs.users,
      email: 'new@other.test',
      firstname: 'N',
      roles: [server.otherroleids.Agent],
    })
    expect(invited.body.data.id).not.toBe(theirs.users)
    expect(ofTheFirst()).toEqual(before)
  })

  test('are kept apart within an account too: nobody ends, reads or takes what belongs to a colleague', async () => {
    const { jobs } = server.people
    const rows = () =>
      server.services.platform.read((db) => ({
        keys: db.select().from(apikeys).all(),
        sessions: db
          .select()
          .from(sessions)
          .all()
          .map(({ id, userid, endedutc }) => ({ id, userid, endedutc })),
      }))
    const before = rows()
    const own = all.filter(
      ({ path, claim }) =>
        claim === 'seat' && path.includes(':') && /profile|apikey|keys|sessions/.test(path),
    )
    for (const route of own)
      for (const noun of ['apikeys', 'sessions', 'users'])
        await jobs.call(
          route.method,
          route.path.replace(/:[a-z]+/gi, theirs[noun] as string),
          route.method === 'GET' ? undefined : {},
        )
    await jobs.delete(`/api/users/apikey?key=${theirs.apikeys}`)
    expect(rows()).toEqual(before)
    expect(own.length).toBeGreaterThan(3)
  })
})
