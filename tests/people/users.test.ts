import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listHistory } from '#db/queries/history.ts'
import { listPeople } from '#db/queries/platform/seats.ts'
import { prepared } from '#db/sqlite.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  acceptInvitations,
  confirmInvitation,
  connectHub,
  createSignedInPerson,
  findPersonByEmail,
  mailsTo,
  newestMailLink,
  setPaidSeats,
} from './users-support.ts'

let server: TestServer
const url = '/api/users'
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('lists by search, role, status and sort; the whole name is found', async () => {
  const { admin } = server.people
  const names = async (query: string) =>
    (await expectOk(admin.get(`${url}?${query}`))).map(({ firstname }: { firstname: string }) => firstname)
  expect(await names('search=agent%20test')).toEqual(['agent'])
  expect(await names('search=%25')).toEqual([])
  expect(await names(`role=${server.roleids.Jobs}`)).toEqual(['jobs'])
  expect(await names('status=invited')).toEqual([])
  expect((await names('sort=-email&take=2'))[0]).toBe('stakeholder')
  expect((await admin.get(`${url}?take=1`)).body.total).toBe(6)
  expect((await expectOk(admin.get(`${url}?search=agent`)))[0]).toMatchObject({
    email: 'agent@first.test',
    roles: [{ id: server.roleids.Agent, name: 'Agent' }],
    licensed: true,
    status: 'active',
  })
})

describe('an invitation', () => {
  test('to somebody new mails a link that sets the first password, once', async () => {
    const { admin } = server.people
    const email = 'Thandi@New.test'
    const made = await expectOk(
      admin.post(url, { email, firstname: 'Thandi', lastname: 'Nkosi', roles: [server.roleids.Agent] }),
    )
    expect(made).toMatchObject({ email: 'thandi@new.test', name: 'Thandi Nkosi', status: 'invited' })
    const [mail] = mailsTo(server, 'thandi@new.test')
    expect(mail).toMatchObject({ subject: 'admin Tester invites you to First', accountid: server.accountid })
    const link = newestMailLink(server, 'thandi@new.test')
    expect(link).toStartWith(`${server.url}/invitation/${made.id}?t=`)
    await expectOk(admin.post(`${url}/${made.id}/resetpassword`))
    const second = newestMailLink(server, 'thandi@new.test')
    expect(second).not.toBe(link)
    expect(confirmInvitation(server, link)).rejects.toThrow()
    await confirmInvitation(server, second)
    expect(confirmInvitation(server, second)).rejects.toThrow()
    const thandi = await server.signIn('thandi@new.test')
    expect(thandi.accountid).toBe(server.accountid)
    expect((await findPersonByEmail(server, 'thandi@new.test')).status).toBe('active')
  })

  test('that is sent again with its key invites once, and is answered alike, by call and by form', async () => {
    const { admin } = server.people
    const headers = { 'idempotency-key': 'invite-1' }
    const call = () => admin.call('POST', url, { email: 'once@new.test' }, headers)
    expect((await expectOk(call())).id).toBe((await expectOk(call())).id)
    const form = () =>
      fetch(`${server.url}/admin/users`, {
        method: 'POST',
        headers: {
          'idempotency-key': 'invite-2',
          cookie: admin.cookie,
          'hx-request': 'true',
          'sec-fetch-site': 'same-origin',
        },
        body: new URLSearchParams({ email: 'twice@new.test', roles: server.roleids.Agent ?? '' }),
      })
    const [first, second] = [await form(), await form()]
    expect(first.headers.get('hx-trigger')).toContain('twice@new.test')
    expect(second.headers.get('hx-trigger')).toBe(first.headers.get('hx-trigger') ?? '')
    for (const email of ['once@new.test', 'twice@new.test']) expect(mailsTo(server, email).length).toBe(1)
  })

  test('to somebody who is on the platform waits until they accept, and keeps their name', async () => {
    const { admin } = server.people
    const made = await expectOk(
      admin.post(url, { email: 'admin@other.test', firstname: 'Somebody', roles: [server.roleids.Agent] }),
    )
    expect(made).toMatchObject({ firstname: 'Somebody', status: 'invited' })
    expect(mailsTo(server, 'admin@other.test')[0]?.text).toContain('Sign in as you always do')
    expect((await server.other.get(`${url}/myself`)).body.data.subscriptions).toHaveLength(1)
    await acceptInvitations(server, 'admin@other.test')
    expect(await findPersonByEmail(server, 'admin@other.test')).toMatchObject({
      firstname: 'Otto',
      status: 'active',
    })
    const { body } = await server.other.get(`${url}/myself`)
    expect(body.data.subscriptions).toMatchObject([
      { name: 'First', hide: false },
      { name: 'Other', hide: false },
    ])
    expect(await expectRefused(admin.patch(`${url}/${made.id}`, { firstname: 'Mine' }))).toEqual([
      'firstname',
    ])
    await expectOk(admin.delete(`${url}/${made.id}`))
  })

  test('forgets a password that a stranger set for the address without confirming it', async () => {
    const { services } = server
    const email = 'victim@new.test'
    await fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        firstname: 'Mallory',
        lastname: '',
        email,
        phone: '',
        password: 'attackers-1',
        confirmpassword: 'attackers-1',
      }),
    })
    const stale = newestMailLink(server, email)
    expect(stale).toContain('/confirmemail/')
    await expectOk(server.people.admin.post(url, { email, roles: [] }))
    const stored = services.platform.read((db) =>
      prepared<{ passwordhash: string | null }>(db, 'SELECT passwordhash FROM users WHERE email = ?').get([
        email,
      ]),
    )
    expect(stored).toEqual({ passwordhash: null })
    const used = await fetch(`${server.url}/api/auth/confirmemail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        userid: new URL(stale).pathname.split('/').at(-1),
        token: new URL(stale).searchParams.get('t'),
      }),
    })
    expect(used.status).toBe(400)
  })

  test('is refused by name', async () => {
    const { admin } = server.people
    expect(await expectRefused(admin.post(url, {}))).toEqual(['email'])
    expect(await expectRefused(admin.post(url, { email: 'nobody' }))).toEqual(['email'])
    expect(await expectRefused(admin.post(url, { email: 'a@b.test\r\nBcc: x@y.test' }))).toEqual(['email'])
    expect(await expectRefused(admin.post(url, { email: 'agent@first.test' }))).toEqual(['email'])
    expect(
      await expectRefused(admin.post(url, { email: 'x@y.test', roles: [server.otherroleids.Agent] })),
    ).toEqual(['roles'])
    expect(mailsTo(server, 'x@y.test')).toEqual([])
  })

  test('beyond the seats paid for is refused with their number; without a seat it goes', async () => {
    const { admin } = server.people
    const used = (await expectOk(admin.get(`${url}/myself`))).licence.seats.used
    await setPaidSeats(server, used)
    const { status, body } = await admin.post(url, { email: 'one@more.test' })
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'seats', ['licensed']])
    expect(body.message).toContain(`All ${used} seats that are paid for are taken`)
    expect(body.message).toContain('/subscription')
    const made = await expectOk(admin.post(url, { email: 'one@more.test', licensed: false }))
    expect(made).toMatchObject({ status: 'noseat', licensed: false })
    expect(await expectRefused(admin.patch(`${url}/${made.id}`, { licensed: true }))).toEqual(['licensed'])
    await setPaidSeats(server, 50)
    expect((await expectOk(admin.patch(`${url}/${made.id}`, { licensed: true }))).status).toBe('invited')
  })
})

describe('a change', () => {
  test('of roles counts at once, is in the history and the account’s own copy', async () => {
    const { admin } = server.people
    const lindiwe = await createSignedInPerson(server, 'lindiwe@new.test', 'Jobs')
    expect((await lindiwe.get('/api/clients')).status).toBe(200)
    expect((await lindiwe.post('/api/clients', { name: 'x' })).status).toBe(403)
    const socket = await connectHub(server, lindiwe)
    const { version } = await findPersonByEmail(server, 'lindiwe@new.test')
    const roles = [server.roleids.Operations]
    await expectOk(admin.patch(`${url}/${lindiwe.userid}`, { roles, lastname: 'Dube', version }))
    expect((await lindiwe.post('/api/clients', { name: 'Now' })).status).toBe(200)
    await socket.ended
    const lines = await htmxRequest(server, admin, 'GET', `/admin/users/${lindiwe.userid}`)
    for (const words of ['lastname', 'Dube', 'Operations']) expect(lines.html).toContain(words)
    const late = await admin.patch(`${url}/${lindiwe.userid}`, { lastname: 'Late', version })
    expect([late.status, late.body.data.lastname]).toEqual([409, 'Dube'])
    const found = await expectOk(admin.get('/api/locations'))
    expect(found).toEqual([])
  })

  test('takes no field that is not the administrator’s to set', async () => {
    const { admin, agent } = server.people
    for (const field of ['accountid', 'email', 'passwordhash', 'confirmedutc', 'archived', 'claims'])
      expect(await expectRefused(admin.patch(`${url}/${agent.userid}`, { [field]: 'x' })), field).toEqual([
        field,
      ])
    for (const field of ['roles', 'licensed', 'accountid', 'claims', 'archived', 'confirmedutc'])
      expect(await expectRefused(agent.patch(`${url}/myself`, { [field]: [] })), field).toEqual([field])
  })

  test('reaches nobody of another account', async () => {
    const { other, people } = server
    const { userid } = people.agent
    for (const path of [`${url}/${userid}`, `${url}/${other.userid}x`])
      expect((await other.patch(path, { firstname: 'x' })).status).toBe(404)
    expect((await other.delete(`${url}/${userid}`)).status).toBe(404)
    expect((await other.post(`${url}/${userid}`)).status).toBe(404)
    expect((await other.post(`${url}/${userid}/resetpassword`)).status).toBe(404)
    expect((await other.patch(`${url}/${userid}/apikey`, { application: 'x' })).status).toBe(404)
    expect((await other.get(`${url}/${userid}/apikey`)).status).toBe(404)
    const words = { userids: [userid], subject: 'x', message: 'x' }
    expect(await expectRefused(other.post(`${url}/sendemails`, words))).toEqual(['userids'])
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/sessions'],
      ['DELETE', '/picture'],
    ] as const)
      expect((await htmxRequest(server, other, method, `/admin/users/${userid}${path}`)).status, path).toBe(
        404,
      )
    expect((await htmxRequest(server, other, 'GET', `/users/${userid}/picture`)).status).toBe(404)
  })
})

test('a mail to people goes to each alone, over the account’s own server, and is in their history', async () => {
  const { admin, agent, jobs } = server.people
  const words = { subject: 'Closed on\r\nFriday', message: 'The yard is closed.\n\nSee <b>you</b>.' }
  const sent = await expectOk(
    admin.post(`${url}/sendemails`, { ...words, userids: [agent.userid, jobs.userid] }),
  )
  expect(sent).toEqual({ sent: 2 })
  const mail = mailsTo(server, 'agent@first.test').at(-1)
  expect(mail?.accountid).toBe(server.accountid)
  expect(mail?.html).toContain('See &lt;b&gt;you&lt;/b&gt;.')
  expect(mail?.text).toContain('The yard is closed.')
  expect(mail?.text).toContain('admin@first.test')
  expect(await expectRefused(admin.post(`${url}/sendemails`, { ...words, userids: [] }))).toEqual(['userids'])
  const invited = await expectOk(admin.post(url, { email: 'stranger@new.test' }))
  const some = { ...words, userids: [agent.userid, invited.id] }
  expect(await expectRefused(admin.post(`${url}/sendemails`, some))).toEqual(['userids'])
  expect((await agent.post(`${url}/sendemails`, { ...words, userids: [jobs.userid] })).status).toBe(403)
})

test('what goes to people who never asked for it is bounded', async () => {
  const { admin } = server.people
  const { id } = await expectOk(admin.post(url, { email: 'patient@new.test' }))
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await admin.post(`${url}/${id}/resetpassword`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  expect(mailsTo(server, 'patient@new.test').length).toBe(5)
})

test('a crash between the two files is made good: the account hears of its people later, once', async () => {
  const { platform, tenants } = server.services
  const { agent } = server.people
  const change = { field: 'phone', oldvalue: '', newvalue: '0825550199' }
  await platform.write((tx) =>
    queueMembershipSync(tx, {
      accountid: server.accountid,
      userid: agent.userid,
      by: { userid: null, name: 'Joblane' },
      changes: [change],
    }),
  )
  await server.services.background.run('people')
  await server.services.background.run('people')
  const lines = tenants.read(server.accountid, (db) => listHistory(db, 'users', agent.userid))
  expect(lines.filter(({ newvalue }) => newvalue === '0825550199').length).toBe(1)
})

test('stand as people look for them: É with E, 9 before 10, an address in place of a name', async () => {
  const admin = server.people.admin
  const invited = [
    ['Zweli 10', 'zweli10@sort.test'],
    ['Zweli 9', 'zweli9@sort.test'],
    ['Élise', 'elise@sort.test'],
    ['emma', 'emma@sort.test'],
    ['', 'dawid@sort.test'],
  ]
  for (const [firstname, email] of invited)
    await expectOk(admin.post('/api/users', { firstname, email, licensed: false }))
  const order = ['dawid@sort.test', 'Élise', 'emma', 'Zweli 9', 'Zweli 10']
  const named = async (sort: string) =>
    (await expectOk(admin.get(`/api/users?search=sort.test&sort=${sort}`))).map(
      ({ name }: { name: string }) => name,
    )
  expect(await named('name')).toEqual(order)
  expect(await named('-name')).toEqual(order.toReversed())
  await server.services.background.run('activity')
  expect((await expectOk(admin.get('/api/users?sort=-lastseen&take=1')))[0].seenutc).not.toBeNull()
  const total = (confirmed: boolean) =>
    server.services.platform.read((db) => listPeople(db, server.accountid, { confirmed, take: 1 }).total)
  // Those who were only invited cannot be written to, so that they are not counted among whom a mail misses.
  expect(total(false) - total(true)).toBeGreaterThanOrEqual(invited.length)
  const page = await htmxRequest(server, admin, 'GET', '/admin/audit')
  const places = order.map((name) => page.html.indexOf(`>${name}</option>`))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const [, email] of invited) {
    const [{ id }] = await expectOk(admin.get(`/api/users?search=${email}`))
    await expectOk(admin.delete(`/api/users/${id}`))
  }
})
