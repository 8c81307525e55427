import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Resvg } from '@resvg/resvg-js'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures } from '#tests/work/jobs-support.ts'
import { confirmInvitation, connectHub, mailsTo, newestMailLink, tokenInLink } from './users-support.ts'

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
  expect(await expectOk(admin.get(`${url}/myself`))).toMatchObject({
    firstname: 'admin',
    lastname: 'Tester',
    email: 'admin@first.test',
    account: { name: 'First' },
    subscriptions: [{ id: server.accountid, name: 'First', hide: false }],
    licence: { licensed: true, seats: { paid: 50, used: 6 } },
    roles: ['systemadmin'],
  })
  const mine = await expectOk(stakeholder.get(`${url}/myself`))
  expect(mine.licence).toEqual({ licensed: true, seats: null })
  expect(mine.routes).toContain('/account/profile')
  expect(mine.routes).not.toContain('/admin/users')
  const { boardid } = await createJobFixtures(server)
  const { slug } = await expectOk(admin.get(`/api/boards/${boardid}`))
  expect((await expectOk(admin.get(`${url}/myself`))).routes).toEqual(
    expect.arrayContaining([
      ...['/', '/admin/users', '/admin/inventory/:id', '/subscription', '/account/create', '/clientslegacy'],
      ...[`/jobs/${slug}/progress`, `/jobs/${slug}/history`],
    ]),
  )
})

test('one’s own name is changed in every account at once, and a late save is told', async () => {
  const { agent, admin } = server.people
  const { version } = await expectOk(agent.get(`${url}/myself`))
  const saved = await expectOk(
    agent.patch(`${url}/myself`, { firstname: 'Ayanda', phone: '0825550123', version }),
  )
  expect(saved).toMatchObject({ name: 'Ayanda Tester', phone: '0825550123' })
  const late = await agent.patch(`${url}/myself`, { lastname: 'Late', version })
  const { userid } = agent
  expect([late.status, late.body.data]).toEqual([
    409,
    {
      id: userid,
      firstname: 'Ayanda',
      lastname: 'Tester',
      email: saved.email,
      phone: '0825550123',
      version: saved.version,
    },
  ])
  const form = await htmxRequest(server, agent, 'PATCH', '/account/profile', { firstname: 'Late', version })
  expect(form.html).toContain('<li data-field="firstname">Now saved: Ayanda</li>')
  expect(form.html).toContain('What you typed is kept')
  expect(await expectRefused(agent.patch(`${url}/myself`, { firstname: ' ' }))).toEqual(['firstname'])
  const found = await expectOk(admin.get(`${url}?search=Ayanda`))
  expect(found.length).toBe(1)
  const { html } = await htmxRequest(server, admin, 'GET', `/admin/users/${agent.userid}`)
  expect(html).toContain('Ayanda')
})

describe('a new e-mail', () => {
  test('needs the password, and counts once the link that went there was used', async () => {
    const { jobs } = server.people
    expect(await expectRefused(jobs.patch(`${url}/myself`, { email: 'new@first.test' }))).toEqual([
      'password',
    ])
    expect(
      await expectRefused(jobs.patch(`${url}/myself`, { email: 'nowhere', password: PASSWORD })),
    ).toEqual(['email'])
    await expectOk(jobs.patch(`${url}/myself`, { email: 'New@first.test', password: PASSWORD }))
    expect((await expectOk(jobs.get(`${url}/myself`))).email).toBe('jobs@first.test')
    const first = newestMailLink(server, 'new@first.test')
    const path = new URL(first).pathname
    await expectOk(jobs.patch(`${url}/myself`, { email: 'new@first.test', password: PASSWORD }))
    const link = newestMailLink(server, 'new@first.test')
    // A scanner of mails opens links; that must use up nothing.
    expect((await fetch(link)).status).toBe(200)
    expect((await asForm(path, { t: tokenInLink(first) })).status).toBe(400)
    expect(
      (
        await asForm(new URL(link).pathname.replace(jobs.userid, server.other.userid), {
          t: tokenInLink(link),
        })
      ).status,
    ).toBe(400)
    expect((await asForm(path, { t: tokenInLink(link) })).status).toBe(303)
    expect((await asForm(path, { t: tokenInLink(link) })).status).toBe(400)
    expect((await expectOk(jobs.get(`${url}/myself`))).email).toBe('new@first.test')
    expect(mailsTo(server, 'jobs@first.test').at(-1)?.text).toContain('you sign in as new@first.test')
    expect((await server.signIn('new@first.test')).userid).toBe(jobs.userid)
  })

  test('that is somebody’s already is told only to who reads its mail', async () => {
    const { operations } = server.people
    const taken = { email: 'admin@other.test', password: PASSWORD }
    expect((await operations.patch(`${url}/myself`, taken)).status).toBe(200)
    const link = newestMailLink(server, 'admin@other.test')
    const { status } = await asForm(new URL(link).pathname, { t: tokenInLink(link) })
    expect(status).toBe(400)
    expect((await expectOk(operations.get(`${url}/myself`))).email).toBe('operations@first.test')
  })
})

test('a new password proves the old one, ends every other session and the links that would set another', async () => {
  const { operations, agent, admin } = server.people
  const other = await server.signIn('operations@first.test')
  const socket = await connectHub(server, other)
  await expectOk(admin.post(`${url}/${operations.userid}/resetpassword`))
  const reset = newestMailLink(server, 'operations@first.test')
  // Whoever knew the old password may have had the address led to their own.
  await expectOk(operations.patch(`${url}/myself`, { email: 'thief@other.test', password: PASSWORD }))
  const moved = newestMailLink(server, 'thief@other.test')
  const path = `${url}/${operations.userid}/changepassword`
  const change = (oldpassword: string, password: string, confirmpassword = password) =>
    operations.patch(path, { oldpassword, password, confirmpassword })
  expect(await expectRefused(change('wrong-1234', 'fresh-start-1'))).toEqual(['oldpassword'])
  expect(await expectRefused(change(PASSWORD, 'short'))).toEqual(['password'])
  expect(await expectRefused(change(PASSWORD, 'fresh-start-1', 'other-start-1'))).toEqual(['confirmpassword'])
  const foreign = { oldpassword: PASSWORD, password: 'fresh-start-1', confirmpassword: 'fresh-start-1' }
  expect((await agent.patch(path, foreign)).status).toBe(404)
  const { body } = await change(PASSWORD, 'fresh-start-1')
  expect(body.message).toBe('Your password has been changed successfully')
  await socket.ended
  expect([(await other.get('/api/clients')).status, (await operations.get('/api/clients')).status]).toEqual([
    401, 200,
  ])
  await expect(confirmInvitation(server, reset, 'attackers-1')).rejects.toThrow()
  expect((await asForm(new URL(moved).pathname, { t: tokenInLink(moved) })).status).toBe(400)
  expect((await expectOk(operations.get(`${url}/myself`))).email).toBe('operations@first.test')
  expect(mailsTo(server, 'operations@first.test').at(-1)?.subject).toBe('Your password was changed')
  await expectOk(change('fresh-start-1', PASSWORD))
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

test('an account that is hidden leaves the switcher and stays the person’s', async () => {
  const { other } = server
  await expectOk(other.patch(`${url}/account?hide=true`))
  expect((await expectOk(other.get(`${url}/myself`))).subscriptions).toMatchObject([
    { name: 'Other', hide: true },
  ])
  await expectOk(other.patch(`${url}/account?hide=false&accountid=${server.otherid}`))
  expect((await other.patch(`${url}/account?hide=true&accountid=${server.accountid}`)).status).toBe(404)
})

test('preferences are a closed list, kept for each person and account', async () => {
  const { agent, jobs } = server.people
  expect(await expectOk(agent.get('/api/preferences'))).toMatchObject({ theme: 'system', menumini: false })
  expect(await expectOk(agent.patch('/api/preferences', { theme: 'dark', menumini: 'true' }))).toMatchObject({
    theme: 'dark',
    menumini: true,
  })
  expect(
    await expectRefused(agent.patch('/api/preferences', { theme: 'pink', menumini: false, x: 1 })),
  ).toEqual(['theme', 'x'])
  expect((await expectOk(agent.get('/api/preferences'))).menumini).toBe(true)
  expect((await expectOk(jobs.get('/api/preferences'))).theme).toBe('system')
  const page = await fetch(`${server.url}/account/profile`, { headers: { cookie: agent.cookie } })
  expect(await page.text()).toContain('data-theme="dark"')
  await expectOk(agent.patch('/api/preferences', { theme: null }))
  expect((await expectOk(agent.get('/api/preferences'))).theme).toBe('system')
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
  const { picture } = await expectOk(upload(hidden, 'me.svg'))
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
  await expectOk(upload(png, 'x.png', jobs.userid, admin))
  expect((await upload(png, 'x.png', server.other.userid, admin)).status).toBe(404)
  const { html } = await htmxRequest(server, agent, 'DELETE', '/account/profile/picture')
  expect(html).not.toContain('<img')
})

test('being seen costs no write, keeps a session awake for thirty days more, and is told to the minute', async () => {
  const { admin, agent } = server.people
  now = new Date('2026-11-22T09:00:00Z')
  const fresh = await server.signIn('agent@first.test')
  const before = server.services.platform.changes()
  for (let i = 0; i < 20; i++) await fresh.get('/api/clients')
  expect(server.services.platform.changes()).toBe(before)
  await server.services.background.run('activity')
  const [line] = await expectOk(admin.get(`${url}?search=agent@first`))
  expect(line).toMatchObject({ id: agent.userid, seenutc: now.toISOString() })
  now = new Date('2026-11-23T10:00:00Z')
  await fetch(`${server.url}/clients`, { headers: { cookie: fresh.cookie } })
  await server.services.background.run('activity')
  now = new Date('2026-12-22T20:00:00Z')
  expect(
    (await fetch(`${server.url}/clients`, { headers: { cookie: fresh.cookie }, redirect: 'manual' })).status,
  ).toBe(200)
})
