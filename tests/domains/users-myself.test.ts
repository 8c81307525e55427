import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Resvg } from '@resvg/resvg-js'
import decodeQR from 'qr/decode.js'
import { prepared } from '#db/sqlite.ts'
import { ask, good, refused } from '#tests/crud/support.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { accept, connect, linkTo, mailsTo, tokenOf } from './users-support.ts'

let server: TestServer
let now = new Date('2026-11-21T08:00:00Z')
const url = '/api/users'
beforeAll(async () => {
  server = await startTestServer(() => now)
})
afterAll(() => server.stop())

const asForm = (path: string, body: Record<string, string>) =>
  fetch(server.url + path, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' })

test('myself tells of names, rights, paths, accounts and, to who manages them, seats', async () => {
  const { admin, stakeholder } = server.people
  expect(await good(admin.get(`${url}/myself`))).toMatchObject({
    firstname: 'admin',
    lastname: 'Tester',
    email: 'admin@first.test',
    account: { name: 'First' },
    subscriptions: [{ id: server.accountid, name: 'First', hide: false }],
    licence: { licensed: true, seats: { paid: 50, used: 6 } },
    roles: ['systemadmin'],
  })
  const mine = await good(stakeholder.get(`${url}/myself`))
  expect(mine.licence).toEqual({ licensed: true, seats: null })
  expect(mine.routes).toContain('/account/profile')
  expect(mine.routes).not.toContain('/admin/users')
  expect((await good(admin.get(`${url}/myself`))).routes).toContain('/admin/users')
})

test('one’s own name is changed in every account at once, and a late save is told', async () => {
  const { agent, admin } = server.people
  const { version } = await good(agent.get(`${url}/myself`))
  const saved = await good(
    agent.patch(`${url}/myself`, { firstname: 'Ayanda', phone: '0825550123', version }),
  )
  expect(saved).toMatchObject({ name: 'Ayanda Tester', phone: '0825550123' })
  expect((await agent.patch(`${url}/myself`, { lastname: 'Late', version })).status).toBe(409)
  expect(await refused(agent.patch(`${url}/myself`, { firstname: ' ' }))).toEqual(['firstname'])
  const found = await good(admin.get(`${url}?search=Ayanda`))
  expect(found.length).toBe(1)
  const { html } = await ask(server, admin, 'GET', `/admin/users/${agent.userid}`)
  expect(html).toContain('Ayanda')
})

describe('a new e-mail', () => {
  test('needs the password, and counts once the link that went there was used', async () => {
    const { jobs } = server.people
    expect(await refused(jobs.patch(`${url}/myself`, { email: 'new@first.test' }))).toEqual(['password'])
    expect(await refused(jobs.patch(`${url}/myself`, { email: 'nowhere', password: PASSWORD }))).toEqual([
      'email',
    ])
    await good(jobs.patch(`${url}/myself`, { email: 'New@first.test', password: PASSWORD }))
    expect((await good(jobs.get(`${url}/myself`))).email).toBe('jobs@first.test')
    const first = linkTo(server, 'new@first.test')
    const path = new URL(first).pathname
    await good(jobs.patch(`${url}/myself`, { email: 'new@first.test', password: PASSWORD }))
    const link = linkTo(server, 'new@first.test')
    // A scanner of mails opens links; that must use up nothing.
    expect((await fetch(link)).status).toBe(200)
    expect((await asForm(path, { t: tokenOf(first) })).status).toBe(400)
    expect(
      (await asForm(new URL(link).pathname.replace(jobs.userid, server.other.userid), { t: tokenOf(link) }))
        .status,
    ).toBe(400)
    expect((await asForm(path, { t: tokenOf(link) })).status).toBe(303)
    expect((await asForm(path, { t: tokenOf(link) })).status).toBe(400)
    expect((await good(jobs.get(`${url}/myself`))).email).toBe('new@first.test')
    expect(mailsTo(server, 'jobs@first.test').at(-1)?.text).toContain('you sign in as new@first.test')
    expect((await server.signIn('new@first.test')).userid).toBe(jobs.userid)
  })

  test('that is somebody’s already is told only to who reads its mail', async () => {
    const { operations } = server.people
    const taken = { email: 'admin@other.test', password: PASSWORD }
    expect((await operations.patch(`${url}/myself`, taken)).status).toBe(200)
    const link = linkTo(server, 'admin@other.test')
    const { status } = await asForm(new URL(link).pathname, { t: tokenOf(link) })
    expect(status).toBe(400)
    expect((await good(operations.get(`${url}/myself`))).email).toBe('operations@first.test')
  })
})

test('a new password proves the old one, ends every other session and the links that would set another', async () => {
  const { operations, agent, admin } = server.people
  const other = await server.signIn('operations@first.test')
  const socket = await connect(server, other)
  await good(admin.post(`${url}/${operations.userid}/resetpassword`))
  const reset = linkTo(server, 'operations@first.test')
  const path = `${url}/${operations.userid}/changepassword`
  const change = (oldpassword: string, password: string, confirmpassword = password) =>
    operations.patch(path, { oldpassword, password, confirmpassword })
  expect(await refused(change('wrong-1234', 'fresh-start-1'))).toEqual(['oldpassword'])
  expect(await refused(change(PASSWORD, 'short'))).toEqual(['password'])
  expect(await refused(change(PASSWORD, 'fresh-start-1', 'other-start-1'))).toEqual(['confirmpassword'])
  const foreign = { oldpassword: PASSWORD, password: 'fresh-start-1', confirmpassword: 'fresh-start-1' }
  expect((await agent.patch(path, foreign)).status).toBe(404)
  const { body } = await change(PASSWORD, 'fresh-start-1')
  expect(body.message).toBe('Your password has been changed successfully')
  await socket.ended
  expect([(await other.get('/api/clients')).status, (await operations.get('/api/clients')).status]).toEqual([
    401, 200,
  ])
  expect(accept(server, reset, 'attackers-1')).rejects.toThrow()
  expect(mailsTo(server, 'operations@first.test').at(-1)?.subject).toBe('Your password was changed')
  await good(change('fresh-start-1', PASSWORD))
})

test('guessing the old password is stopped after ten tries, also when they come at once', async () => {
  const { management } = server.people
  const guess = () =>
    management.patch(`${url}/${management.userid}/changepassword`, {
      oldpassword: 'guess-1234',
      password: 'fresh-start-1',
      confirmpassword: 'fresh-start-1',
    })
  const statuses = (await Promise.all(Array.from({ length: 14 }, guess))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400).length).toBe(10)
  const locked = await guess()
  expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900'])
})

describe('an API key', () => {
  test('is shown once, stored as a hash, works with its owner’s rights, and is gone when revoked', async () => {
    const { agent, admin } = server.people
    const made = await good(agent.patch(`${url}/apikey`, { application: 'Scale' }))
    expect(made.key).toMatch(/^joblane_[\w-]{43}$/)
    expect(made.tail).toBe(made.key.slice(-4))
    const { text } = await agent.get(`${url}/apikey`)
    expect(text).not.toContain(made.key)
    expect(text).not.toContain('hash')
    const stored = server.services.platform.read((db) =>
      prepared<{ all: string }>(
        db,
        "SELECT group_concat(keyhash || tail || application) AS 'all' FROM apikeys",
      ).get(),
    )
    expect(stored?.all).not.toContain(made.key)
    const call = (path: string, method = 'GET', body?: object) =>
      fetch(server.url + path, {
        method,
        headers: { 'x-api-key': made.key, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      })
    expect((await call('/api/clients')).status).toBe(200)
    expect((await call('/api/users')).status).toBe(403)
    // What leaked must not make itself last.
    expect((await call(`${url}/apikey`, 'PATCH', { application: 'More' })).status).toBe(403)
    const same = { oldpassword: PASSWORD, password: 'fresh-start-1', confirmpassword: 'fresh-start-1' }
    expect((await call(`${url}/${agent.userid}/changepassword`, 'PATCH', same)).status).toBe(403)
    expect((await call(`${url}/myself`, 'PATCH', { email: 'x@y.test', password: PASSWORD })).status).toBe(403)
    await server.services.background.run('seen')
    const [listed] = await good(admin.get(`${url}/${agent.userid}/apikey`))
    expect(listed).toMatchObject({ application: 'Scale', tail: made.tail, lastusedutc: now.toISOString() })
    expect(Object.keys(listed).sort()).toEqual(['application', 'createdutc', 'id', 'lastusedutc', 'tail'])
    await good(agent.delete(`${url}/apikey?key=${made.key}`))
    expect((await call('/api/clients')).status).toBe(401)
    expect(await good(agent.get(`${url}/apikey?application=scale`))).toBeNull()
  })

  test('of an application takes the place of its earlier one; there may be several applications', async () => {
    const { agent, jobs, admin } = server.people
    const first = await good(agent.patch(`${url}/apikey`, { application: 'Till' }))
    await good(agent.patch(`${url}/${agent.userid}/apikey`, { application: 'Door' }))
    const second = await good(agent.patch(`${url}/apikey`, { application: 'till' }))
    expect(second.key).not.toBe(first.key)
    const status = async (key: string) =>
      (await fetch(`${server.url}/api/clients`, { headers: { 'x-api-key': key } })).status
    expect([await status(first.key), await status(second.key)]).toEqual([401, 200])
    expect((await good(agent.get(`${url}/apikey`))).length).toBe(2)
    expect((await jobs.get(`${url}/${agent.userid}/apikey`)).status).toBe(403)
    expect((await jobs.delete(`${url}/apikey?key=${second.id}`)).status).toBe(404)
    expect((await server.other.delete(`${url}/apikey?key=${second.id}`)).status).toBe(404)
    expect((await admin.patch(`${url}/${agent.userid}/apikey`, { application: 'x' })).status).toBe(403)
    await good(admin.delete(`${url}/apikey?key=${second.id}`))
    expect(await status(second.key)).toBe(401)
  })
})

test('the code for a phone holds address and key, is shown once, and a new one takes its place', async () => {
  const { jobs } = server.people
  const made = await ask(server, jobs, 'POST', '/applink')
  const link = /value="(http[^"]+)"/.exec(made.html)?.[1] ?? ''
  const [address, key = ''] = link.split('/#key=')
  expect(address).toBe(server.url)
  const svg = Buffer.from(/base64,([^"]+)"/.exec(made.html)?.[1] ?? '', 'base64').toString()
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: 600 }, background: '#fff' }).render()
  expect(decodeQR({ width: image.width, height: image.height, data: new Uint8Array(image.pixels) })).toBe(
    link,
  )
  const call = (one: string) => fetch(`${server.url}/api/clients`, { headers: { 'x-api-key': one } })
  expect((await call(key)).status).toBe(200)
  const page = await ask(server, jobs, 'GET', '/applink')
  expect(page.html).not.toContain(key)
  expect(page.html).toContain(`A code that ends in ${key.slice(-4)} is in use.`)
  await ask(server, jobs, 'POST', '/applink')
  expect((await call(key)).status).toBe(401)
})

test('a report token reads for 15 minutes, in an audience of its own, and opens no call', async () => {
  const { agent, stakeholder } = server.people
  const token = await good(agent.get(`${url}/reporting/token`))
  for (const path of [`${url}/myself`, '/api/clients', `${url}/reporting/token`])
    expect(
      (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).status,
      path,
    ).toBe(401)
  expect(
    (await fetch(`${server.url}/hub?access_token=${token}`, { headers: { upgrade: 'websocket' } })).status,
  ).toBe(401)
  const { reports } = server.services.bearer
  expect(await reports.read(token)).toMatchObject({ sub: agent.userid, acc: server.accountid })
  expect(await reports.read(agent.token)).toBeNull()
  const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
  expect(exp - iat).toBeLessThanOrEqual(15 * 60 + 1)
  expect((await stakeholder.get(`${url}/reporting/token`)).status).toBe(403)
})

test('an account that is hidden leaves the switcher and stays the person’s', async () => {
  const { other } = server
  await good(other.patch(`${url}/account?hide=true`))
  expect((await good(other.get(`${url}/myself`))).subscriptions).toMatchObject([
    { name: 'Other', hide: true },
  ])
  await good(other.patch(`${url}/account?hide=false&accountid=${server.otherid}`))
  expect((await other.patch(`${url}/account?hide=true&accountid=${server.accountid}`)).status).toBe(404)
})

test('preferences are a closed list, kept for each person and account', async () => {
  const { agent, jobs } = server.people
  expect(await good(agent.get('/api/preferences'))).toMatchObject({ theme: 'system', menumini: false })
  expect(await good(agent.patch('/api/preferences', { theme: 'dark', menumini: 'true' }))).toMatchObject({
    theme: 'dark',
    menumini: true,
  })
  expect(await refused(agent.patch('/api/preferences', { theme: 'pink', menumini: false, x: 1 }))).toEqual([
    'theme',
    'x',
  ])
  expect((await good(agent.get('/api/preferences'))).menumini).toBe(true)
  expect((await good(jobs.get('/api/preferences'))).theme).toBe('system')
  const page = await fetch(`${server.url}/account/profile`, { headers: { cookie: agent.cookie } })
  expect(await page.text()).toContain('data-theme="dark"')
  await good(agent.patch('/api/preferences', { theme: null }))
  expect((await good(agent.get('/api/preferences'))).theme).toBe('system')
})

test('a picture is drawn anew by its content; anything else is refused; colleagues see it, others do not', async () => {
  const { agent, jobs, admin } = server.people
  const upload = (bytes: string | Uint8Array, name: string, userid?: string, who = agent) => {
    const body = new FormData()
    body.append('file', new File([bytes as string], name))
    if (userid) body.append('userid', userid)
    return who.call('POST', `${url}/file`, body)
  }
  const png = new Uint8Array(
    new Resvg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#f00"/></svg>',
    )
      .render()
      .asPng(),
  )
  const hidden = new Uint8Array([...png, ...new TextEncoder().encode('<script>alert(1)</script>')])
  for (const [text, name] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'me.png'],
    ['<html><script>alert(1)</script>', 'me.jpg'],
    ['', 'me.png'],
  ] as const)
    expect((await upload(text, name)).status, name).toBe(400)
  expect((await upload(png.slice(0, 60), 'cut.png')).status).toBe(400)
  const { picture } = await good(upload(hidden, 'me.svg'))
  const shown = await fetch(server.url + picture, { headers: { cookie: jobs.cookie } })
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect([
    shown.status,
    shown.headers.get('content-type'),
    shown.headers.get('x-content-type-options'),
  ]).toEqual([200, 'image/png', 'nosniff'])
  expect(bytes.includes('script')).toBe(false)
  expect(bytes.readUInt32BE(16)).toBe(192)
  expect((await fetch(server.url + picture, { headers: { cookie: server.other.cookie } })).status).toBe(404)
  expect((await upload(png, 'x.png', jobs.userid)).status).toBe(403)
  await good(upload(png, 'x.png', jobs.userid, admin))
  expect((await upload(png, 'x.png', server.other.userid, admin)).status).toBe(404)
  const { html } = await ask(server, agent, 'DELETE', '/account/profile/picture')
  expect(html).not.toContain('<img')
})

test('being seen costs no write, keeps a session awake for thirty days more, and is told to the minute', async () => {
  const { admin, agent } = server.people
  now = new Date('2026-11-22T09:00:00Z')
  const fresh = await server.signIn('agent@first.test')
  const before = server.services.platform.changes()
  for (let i = 0; i < 20; i++) await fresh.get('/api/clients')
  expect(server.services.platform.changes()).toBe(before)
  await server.services.background.run('seen')
  const [line] = await good(admin.get(`${url}?search=agent@first`))
  expect(line).toMatchObject({ id: agent.userid, seenutc: now.toISOString() })
  now = new Date('2026-11-23T10:00:00Z')
  await fetch(`${server.url}/clients`, { headers: { cookie: fresh.cookie } })
  await server.services.background.run('seen')
  now = new Date('2026-12-22T20:00:00Z')
  expect(
    (await fetch(`${server.url}/clients`, { headers: { cookie: fresh.cookie }, redirect: 'manual' })).status,
  ).toBe(200)
})
