import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { xeroConnection } from '#db/queries/platform/xero.ts'
import { openXero } from '#server/xero/client.ts'
import { CALLS_A_MINUTE, waitForTurn } from '#server/xero/limits.ts'
import { xeroAccess } from '#server/xero/tokens.ts'
import { expectOk } from '#tests/support/answers.ts'
import { userAgent } from '#tests/support/oidc.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { XERO_CLIENT } from '#tests/support/xero/state.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { browserOf, connectXero, flashOf } from './xero-support.ts'

const MINUTE = 60_000
let server: TestServer
let xero: FakeXero
let ahead = 0
let tenant: ReturnType<FakeXero['addTenant']>

const now = () => Date.now() + ahead
beforeAll(async () => {
  xero = await startXero(now)
  server = await startTestServer(() => new Date(now()), xero.flags)
  // What is counted here, or answered in place of Xero, is of the calls of the test alone.
  await server.services.background.stop()
  tenant = xero.addTenant('Northwind (Pty) Ltd')
  xero.addTenant('Books of others', 'PRACTICE')
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})
afterEach(() => {
  xero.state.next.length = 0
})

const url = (path: string) => server.services.url + path
const kept = (accountid = server.accountid) =>
  server.services.platform.read((db) => xeroConnection(db, accountid))
const access = () => xeroAccess(server.services, server.accountid)
const connect = () => connectXero(server, tenant.tenantId)

describe('connecting', () => {
  test('asks Xero with PKCE, state and the scopes of new apps; what must fit is kept from scripts', async () => {
    const answer = await browserOf(server, server.people.admin).request(url('/xero/connect'))
    const query = new URL(answer.headers.get('location') ?? '').searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(query.get('redirect_uri')).toBe(url('/xero/connected'))
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(query.get(name)?.length).toBeGreaterThan(40)
    const scopes = query.get('scope')?.split(' ')
    expect(scopes).toEqual(
      expect.arrayContaining(['offline_access', 'accounting.invoices', 'accounting.payments']),
    )
    expect(scopes).not.toContain('accounting.transactions')
    const cookie = answer.headers.getSetCookie().join()
    expect(cookie).toMatch(/Path=\/xero\/connected; HttpOnly; SameSite=Lax; Max-Age=600/)
    expect(cookie).not.toContain(query.get('state') ?? '')
  })

  test('an app of the old scheme asks for the scopes that its setting names', async () => {
    const scopes =
      'openid profile email offline_access accounting.contacts accounting.settings accounting.transactions'
    const old = await startTestServer(undefined, [...xero.flags, '--xero-scopes', scopes])
    xero.state.isOldApp = true
    await connectXero(old, tenant.tenantId)
    expect(await xeroAccess(old.services, old.accountid)).toBeString()
    const answer = await browserOf(old, old.people.admin).request(`${old.services.url}/xero/connect`)
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('scope')).toBe(scopes)
    xero.state.isOldApp = false
    await old.stop()
  })

  test('leads to the organisations; one is chosen, and the words are the specification’s', async () => {
    const { answer, addresses, chosen } = await connect()
    expect(new URL(addresses.at(-1) ?? '').pathname).toBe('/xero/tenants')
    const html = await answer.text()
    for (const { tenantId, tenantName } of xero.state.tenants) {
      expect(html).toContain(tenantName)
      expect(html).toContain(tenantId)
    }
    expect(flashOf(chosen)).toEqual({ level: 'success', message: 'Account selected' })
    expect(kept()).toMatchObject({ tenantid: tenant.tenantId, tenantname: tenant.tenantName, failure: '' })
    const page = await browserOf(server, server.people.admin).request(url('/xero'))
    expect(await page.text()).toContain('chip success accounting')
  })

  test('tokens lie sealed in the platform’s file, and no page or call shows one', async () => {
    const { tokens = '' } = kept() ?? {}
    const open = JSON.parse(server.services.encryption.decrypt(tokens))
    expect(open.access).toStartWith('access-')
    const bytes = ['platform.sqlite', 'platform.sqlite-wal']
      .map((name) => readFileSync(join(server.folder, 'data', name)).toString('latin1'))
      .join('')
    const { admin } = server.people
    const texts = [bytes, tokens]
    for (const path of ['/xero', '/xero/tenants', '/xero/refresh']) {
      const reply = await fetch(url(path), { headers: { cookie: admin.cookie, accept: 'text/html' } })
      texts.push(await reply.text())
    }
    for (const text of texts)
      for (const secret of Object.values<string>(open)) expect(text).not.toContain(secret)
  })

  test('another account, role or key connects nothing', async () => {
    const { agent, admin } = server.people
    const denied = await fetch(url('/xero/connect'), {
      headers: { cookie: agent.cookie },
      redirect: 'manual',
    })
    expect(denied.status).toBe(403)
    const { key } = await expectOk(admin.post('/api/users/myself/apikeys', { name: 'x' })).catch(() => ({
      key: '',
    }))
    if (key) {
      const byKey = await fetch(url('/xero/connect'), { headers: { 'x-api-key': key }, redirect: 'manual' })
      expect(byKey.status).toBe(403)
    }
    expect(kept(server.other.accountid)).toBeNull()
  })

  test('a code that was begun elsewhere, is used twice, or says no has expired', async () => {
    const mine = browserOf(server, server.people.admin)
    const { addresses } = await mine.follow(url('/xero/connect'))
    const back = addresses.find((one) => one.includes('/xero/connected')) as string
    for (const browser of [mine, browserOf(server, server.people.admin)]) {
      const answer = await browser.request(back)
      expect(answer.headers.get('location')).toBe('/xero/tenants')
      expect(flashOf(answer)).toEqual({ level: 'warning', message: 'Code has expired' })
    }
    const begun = browserOf(server, server.people.admin)
    await begun.request(url('/xero/connect'))
    const denied = await begun.request(url('/xero/connected?error=access_denied&state=x'))
    expect(flashOf(denied)?.message).toBe('Code has expired')
    // What was connected before stays.
    expect(kept()?.failure).toBe('')
  })

  test('an attempt of one person is worth nothing to another who signs in there', async () => {
    const browser = browserOf(server, server.people.admin)
    const begun = await browser.request(url('/xero/connect'))
    const [pair = ''] = server.other.cookie.split(';')
    browser.jarOf(server.services.url).set('joblane_session', pair.split('=')[1] ?? '')
    const { answer } = await browser.follow(begun.headers.get('location') as string)
    expect(kept(server.other.accountid)).toBeNull()
    expect(answer.status).toBe(200)
  })
})

describe('access', () => {
  test('is used for 29 minutes at most, then renewed and rotated', async () => {
    await connect()
    const first = await access()
    ahead += 28 * MINUTE
    expect(await access()).toBe(first)
    ahead += 2 * MINUTE
    const second = await access()
    expect(second).not.toBe(first)
    expect(await access()).toBe(second)
  })

  test('is renewed once, however many ask at once', async () => {
    ahead += 30 * MINUTE
    const before = xero.state.tokensIssued
    const tokens = await Promise.all(Array.from({ length: 20 }, () => access()))
    expect(new Set(tokens).size).toBe(1)
    expect(xero.state.tokensIssued - before).toBe(1)
  })

  test('that Xero ended early, or a clock that is off, is renewed and the call made again', async () => {
    const before = xero.state.tokensIssued
    xero.expireAccess()
    expect(await openXero(server.services, server.accountid).call({ path: '/Contacts' })).toMatchObject({
      Contacts: [],
    })
    expect(xero.state.tokensIssued - before).toBe(1)
  })

  test('a lost answer is asked for again with the old token, which works for 30 minutes', async () => {
    ahead += 30 * MINUTE
    const before = kept()
    xero.state.next.push((request) => (request.url.includes('/connect/token') ? breakOff(request) : null))
    await expect(access()).rejects.toThrow('Xero cannot be reached')
    expect(kept()).toEqual(before)
    expect(await access()).toStartWith('access-')
  })

  test('once a token was stolen and used, it has to be connected anew, and says so', async () => {
    const { refresh } = JSON.parse(server.services.encryption.decrypt(kept()?.tokens ?? ''))
    const grant = xero.state.refreshes.get(refresh)
    if (grant) grant.revoked = true
    ahead += 30 * MINUTE
    await expect(access()).rejects.toThrow('Code has expired')
    expect(kept()?.failure).toContain('no longer takes')
    expect(await told()).toEqual([1, 0])
    const { admin } = server.people
    const asked = await admin.get('/xero/refresh')
    expect([asked.status, asked.body.message]).toEqual([400, 'Code has expired'])
    const page = await fetch(url('/xero/tenants'), { headers: { cookie: admin.cookie } })
    expect(await page.text()).toContain('Connect again')
    await connect()
    expect(kept()).toMatchObject({ failure: '', tenantid: tenant.tenantId })
  })

  test('a refresh that somebody else used first is taken for half an hour more, and then ends the connection', async () => {
    await connect()
    const use = async () => {
      const { refresh } = JSON.parse(server.services.encryption.decrypt(kept()?.tokens ?? ''))
      const authorization = `Basic ${btoa(`${XERO_CLIENT.id}:${XERO_CLIENT.secret}`)}`
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh })
      return (await fetch(`${xero.url}/connect/token`, { method: 'POST', headers: { authorization }, body }))
        .status
    }
    expect(await use()).toBe(200)
    xero.expireAccess()
    expect(await openXero(server.services, server.accountid).call({ path: '/Contacts' })).toHaveProperty(
      'Contacts',
    )
    expect(await use()).toBe(200)
    ahead += 31 * MINUTE
    await expect(access()).rejects.toThrow('Code has expired')
    expect(kept()?.failure).toContain('no longer takes')
    await connect()
    expect(await access()).toStartWith('access-')
  })

  test('a token that ended while somebody connected anew is read again', async () => {
    ahead += 30 * MINUTE
    const old = JSON.parse(server.services.encryption.decrypt(kept()?.tokens ?? '')).refresh
    xero.state.next.push(async () => {
      xero.state.next.length = 0
      await connect()
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    })
    expect(await access()).toStartWith('access-')
    expect(kept()?.failure).toBe('')
    expect(JSON.parse(server.services.encryption.decrypt(kept()?.tokens ?? '')).refresh).not.toBe(old)
  })
})

test('GET /xero/refresh tells no token, ignores the two headers, and is not asked for from elsewhere', async () => {
  const { admin, agent } = server.people
  const headers = { 'xero-token': 'a-token', 'xero-tenant': 'a-tenant', 'xero-tenant-id': 'x' }
  const { status, body } = await admin.call('GET', '/xero/refresh?code=whatever', undefined, headers)
  expect(status).toBe(200)
  expect(Object.keys(body.data).sort()).toEqual(['tenantId', 'tenantName', 'validuntil'])
  expect(body.data.tenantId).toBe(tenant.tenantId)
  expect((await agent.get('/xero/refresh')).status).toBe(403)
  const elsewhere = await fetch(url('/xero/refresh'), {
    headers: { cookie: admin.cookie, 'sec-fetch-site': 'cross-site' },
  })
  expect(elsewhere.status).toBe(403)
})

/** How many notifications of an end those have who may mend it, and an agent. */
const told = () =>
  Promise.all(
    [server.people.admin, server.people.agent].map(async (who) => {
      const all = await expectOk(who.get('/api/communication/notifications?take=500'))
      return all.filter(({ code }: { code: string }) => code === 'xero').length as number
    }),
  ) as Promise<[number, number]>

describe('what ends a connection', () => {
  test('an organisation that took Joblane off at Xero’s side', async () => {
    await connect()
    const [mine] = xero.state.tenants.splice(0, 1)
    const before = await told()
    const asked = await Promise.allSettled(
      ['/Contacts', '/Items', '/Accounts'].map((path) =>
        openXero(server.services, server.accountid).call({ path }),
      ),
    )
    for (const one of asked)
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'Code has expired' } })
    expect(kept()?.failure).toContain('disconnected from Joblane in Xero')
    expect(await told()).toEqual([before[0] + 1, 0])
    const { data } = (await server.people.admin.get('/api/communication/notifications')).body
    expect(data[0]).toMatchObject({
      type: 'warning',
      message: `The connection to Xero has ended: ${kept()?.failure} Documents wait, and go out once somebody connects again.`,
      open: '/xero/tenants',
    })
    const { cookie } = server.people.admin
    const inbox = await (await fetch(url('/notifications/all'), { headers: { cookie } })).text()
    expect(inbox).toMatch(/class="chip[^>]*>Xero</)
    xero.state.tenants.unshift(mine as (typeof xero.state.tenants)[number])
  })

  const forbidden = (status: number) => () =>
    Response.json({ Title: 'Forbidden', Status: status, Detail: 'AuthorizationUnsuccessful' }, { status })
  const ask = () => openXero(server.services, server.accountid).call({ path: '/Items' })

  test('not a call that whoever connected may not make there, or that the consent does not cover', async () => {
    await connect()
    const before = await told()
    for (const answers of [[forbidden(403)], [forbidden(401), forbidden(401), forbidden(401)]]) {
      xero.state.nextCalls.push(...answers)
      await expect(ask()).rejects.toThrow('Xero refused it: Joblane may not do this there.')
      expect(xero.state.nextCalls).toEqual([])
    }
    expect(kept()?.failure).toBe('')
    expect(await told()).toEqual(before)
    expect(await ask()).toHaveProperty('Items')
  })

  test('not while Xero cannot say which organisations are open; once it refuses that too', async () => {
    await connect()
    xero.state.nextCalls.push(forbidden(403))
    xero.state.next.push(() => new Response('', { status: 503 }))
    await expect(ask()).rejects.toThrow('Xero cannot be reached')
    expect(kept()?.failure).toBe('')
    xero.state.nextCalls.push(forbidden(403))
    xero.state.next.push(forbidden(403))
    await expect(ask()).rejects.toThrow('Code has expired')
    expect(kept()?.failure).toBe('Xero takes no calls from Joblane any more.')
    await connect()
  })

  test('Clear: Xero is told, and nothing is kept', async () => {
    const { browser } = await connect()
    for (const page of ['/xero', '/xero/tenants'])
      expect(await (await browser.request(url(page))).text()).toContain(
        `Clear the connection to ${tenant.tenantName}?`,
      )
    const headers = { origin: server.services.url }
    const cleared = await browser.request(url('/xero/clear'), { method: 'POST', headers })
    expect(flashOf(cleared)).toEqual({ level: 'success', message: 'Account cleared', ms: 6000 })
    expect(kept()).toBeNull()
    expect(xero.state.tenants.map(({ tenantId }) => tenantId)).not.toContain(tenant.tenantId)
    await expect(access()).rejects.toThrow('You are not authenticated to Xero')
    xero.state.tenants.unshift(tenant)
  })

  test('Clear while Xero is down clears here, and says what is left to do there', async () => {
    const { browser } = await connect()
    xero.state.next.push(() => new Response('', { status: 503 }))
    const headers = { origin: server.services.url }
    const cleared = await browser.request(url('/xero/clear'), { method: 'POST', headers })
    expect(flashOf(cleared)?.level).toBe('warning')
    expect(flashOf(cleared)?.message).toStartWith('Account cleared.')
    expect(kept()).toBeNull()
  })
})

describe('limits', () => {
  test('a call that comes too soon waits as long as Xero says, and is made again', async () => {
    await connect()
    xero.state.nextCalls.push(() => new Response('', { status: 429, headers: { 'retry-after': '0' } }))
    expect(await openXero(server.services, server.accountid).call({ path: '/Contacts' })).toMatchObject({
      Contacts: [],
    })
  })

  test('never more than five at once', async () => {
    let under = 0
    let release = () => {}
    const full = Promise.withResolvers<void>()
    const held = new Promise<void>((go) => {
      release = go
    })
    xero.state.hold = async () => {
      if (++under === 5) full.resolve()
      await held
    }
    const calls = Array.from({ length: 9 }, () =>
      openXero(server.services, server.accountid).call({ path: '/Items' }),
    )
    await full.promise
    release()
    await Promise.all(calls)
    xero.state.hold = async () => {}
    expect(xero.state.mostAtOnce).toBe(5)
  })

  test('sixty a minute: the next one waits until the first of them is a minute old', () => {
    const begun = Array.from({ length: CALLS_A_MINUTE }, (_, at) => at * 100)
    expect(waitForTurn({ begun: begun.slice(1), pauseduntil: 0 }, 6_000)).toBe(0)
    expect(waitForTurn({ begun, pauseduntil: 0 }, 6_000)).toBe(MINUTE - 6_000)
    expect(waitForTurn({ begun, pauseduntil: 0 }, MINUTE)).toBe(0)
    expect(waitForTurn({ begun: [], pauseduntil: 9_000 }, 6_000)).toBe(3_000)
  })

  test('what no wait helps is said, with how long to wait', async () => {
    xero.state.nextCalls.push(() => new Response('', { status: 429, headers: { 'retry-after': '3600' } }))
    await expect(
      openXero(server.services, server.accountid).call({ path: '/Contacts' }),
    ).rejects.toMatchObject({
      status: 503,
      more: { code: 'xerobusy' },
    })
  })
})

describe('signing up by Xero', () => {
  test('makes an account that is connected, for whoever signed in; the address of Xero lets nobody in', async () => {
    const browser = userAgent()
    const page = await browser.request(url('/www/xerosignup'))
    expect(await page.text()).toContain('Connect')
    const { answer, addresses } = await browser.follow(url('/xero/signup'))
    expect(new URL(addresses.at(-1) ?? '').pathname).toBe('/www/xero/createaccount')
    const form = await answer.text()
    expect(form).toContain('value="thandi@books.test"')
    expect(form).toContain('Register')
    const headers = { origin: server.services.url, 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'name=Thandi%20Works'
    const early = await browser.request(url('/www/xero/createaccount'), { method: 'POST', headers, body })
    expect(early.status).toBe(401)

    const [, session = ''] = server.people.agent.cookie.split('=')
    browser.jarOf(server.services.url).set('joblane_session', session)
    const made = await browser.request(url('/www/xero/createaccount'), { method: 'POST', headers, body })
    expect(made.headers.get('location')).toBe('/xero/tenants')
    const tenants = await browser.request(url('/xero/tenants'))
    expect(await tenants.text()).toContain(tenant.tenantName)
    // Used up.
    const again = await browser.request(url('/www/xero/createaccount'))
    expect(again.headers.get('location')).toBe('/www/xerosignup')
  })

  test('a code that is none says so, with the way to begin again', async () => {
    const answer = await userAgent().request(url('/www/xero/createaccount?code=x&state=y'))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Code has expired')
  })
})

test('without an app at Xero nothing of it is offered', async () => {
  const plain = await startTestServer()
  const { admin } = plain.people
  for (const path of ['/xero', '/xero/tenants', '/xero/connect', '/www/xerosignup', '/xero/signup']) {
    const reply = await fetch(plain.url + path, { headers: { cookie: admin.cookie }, redirect: 'manual' })
    expect([path, reply.status]).toEqual([path, 404])
  }
  const home = await fetch(`${plain.url}/admin/manage`, { headers: { cookie: admin.cookie } })
  expect(await home.text()).not.toContain('Xero')
  await plain.stop()
})

/** The connection is cut in the middle: the tokens are made, and nobody hears of them. */
async function breakOff(request: Request) {
  xero.state.next.length = 0
  const copy = new Request(request.url, {
    method: 'POST',
    headers: request.headers,
    body: await request.text(),
  })
  await fetch(copy)
  return new Response('{"access_token": "acc', { headers: { 'content-type': 'application/json' } })
}
