import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { eq } from 'drizzle-orm'
import { NEWEST_SEARCHED } from '#db/queries/people/notifications.ts'
import { notifications, tenantOutbox, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { noticeMail } from '#server/mail/notice.tsx'
import { NOTICE } from '#server/mail/queue.ts'
import { notify } from '#server/notifications/notify.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'

let server: TestServer
const PATH = '/api/communication/notifications'
const admin = () => server.people.admin
const agent = () => server.people.agent

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  for (const who of Object.values(server.people)) await expectOk(who.delete(PATH))
})
afterAll(() => server.stop())

const send = (body: object, who = admin()) =>
  who.post('/api/communication/notification', { type: 'info', message: 'Hello', ...body })
const toAgent = (body: object = {}) => expectOk(send({ userid: agent().userid, ...body }))
// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
const mine = async (who: Client = agent(), query = ''): Promise<any[]> => expectOk(who.get(PATH + query))

describe('a notification', () => {
  test('is listed newest first, a page at a time, by level, and with how many there are', async () => {
    for (const [type, message] of [
      ['info', 'One'],
      ['warning', 'Two'],
      ['error', 'Three'],
    ])
      await toAgent({ type, message, code: 'stock' })
    const { body } = await agent().get(`${PATH}?take=2`)
    expect(body.total).toBe(3)
    expect(body.data.map(({ message }: { message: string }) => message)).toEqual(['Three', 'Two'])
    expect(body.data[0]).toMatchObject({ type: 'error', code: 'stock', readutc: null })
    expect((await mine(agent(), '?skip=2&take=2')).map(({ message }) => message)).toEqual(['One'])
    expect((await mine(agent(), '?type=warning')).map(({ message }) => message)).toEqual(['Two'])
    expect((await mine(agent(), '?search=TWO')).map(({ message }) => message)).toEqual(['Two'])
    // Days of the account's zone, in which it is two hours later; both ends belong to it.
    const midnight = { dateutc: '2020-03-01T22:00:00.000Z' }
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, (tx) =>
      tx.db.update(notifications).set(midnight).where(eq(notifications.message, 'One')).run(),
    )
    expect((await mine(agent(), '?start=2020-03-02&end=2020-03-02')).map(({ message }) => message)).toEqual([
      'One',
    ])
    expect(await mine(agent(), '?end=2020-03-01')).toEqual([])
    expect((await mine(agent(), '?start=2020-03-03')).length).toBe(2)
    expect((await agent().get(`${PATH}?start=March`)).body.fields).toHaveProperty('start')
    expect(await mine(admin())).toEqual([])
  })

  test('is searched among the newest, which the answer says, and before any day that is asked for', async () => {
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) =>
      prepared(
        db,
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ?1)
         INSERT INTO notifications (id, userid, message, dateutc, sinceutc, doneutc)
         SELECT 'many' || i, ?2, 'Valve ' || i, day, day, iif(i % 2, day, NULL)
         FROM (SELECT i, date('2020-01-01', '-' || i || ' days') || 'T09:00:00.000Z' AS day FROM n)`,
      ).run([2 * NEWEST_SEARCHED + 10, admin().userid]),
    )
    const search = async (query: string) => {
      const { total, more, data } = (await admin().get(`${PATH}?take=1&${query}`)).body
      return { total, more: Boolean(more), first: data[0]?.message }
    }
    const newest = { total: NEWEST_SEARCHED, more: true }
    expect(await search('search=valve')).toEqual({ ...newest, first: 'Valve 2' })
    expect(await search('search=valve&show=all')).toEqual({ ...newest, first: 'Valve 1' })
    expect(await search('search=valve%203&show=all&take=1')).toMatchObject({ more: true, first: 'Valve 3' })
    expect(await search(`search=valve%20${2 * NEWEST_SEARCHED}`)).toMatchObject({ total: 1 })
    const old = `Valve ${2 * NEWEST_SEARCHED + 10}`
    expect(await search(`search=${encodeURIComponent(old)}`)).toEqual({
      total: 0,
      more: true,
      first: undefined,
    })
    expect(await search(`search=${encodeURIComponent(old)}&end=2010-01-01`)).toEqual({
      ...{ total: 1, more: false, first: old },
    })
    const days = 'end=2019-12-29&start=2019-12-20'
    expect(await search(days)).toEqual({ total: 5, more: false, first: 'Valve 4' })
    expect(await search(`${days}&search=valve&show=all`)).toEqual({
      total: 10,
      more: false,
      first: 'Valve 3',
    })
    await expectOk(admin().delete(PATH))
  })

  test('is counted no further than a badge shows', async () => {
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, (tx) => {
      for (let n = 0; n < UNREAD_COUNTED + 20; n++)
        notify(tx, { userid: agent().userid, type: 'info', message: `Number ${n}` })
    })
    expect(await expectOk(agent().get(`${PATH}/unread`))).toEqual({ unread: UNREAD_COUNTED })
    const page = await (
      await fetch(`${server.url}/notifications/all`, { headers: { cookie: agent().cookie } })
    ).text()
    expect(page).toContain('more than 99 unread')
    expect(page).toContain('>99+<')
    expect(await expectOk(agent().patch(PATH))).toEqual({ read: UNREAD_COUNTED + 20 })
  })

  test('becomes read, unread again, all read, and is deleted or cleared', async () => {
    const { id } = await toAgent()
    await toAgent()
    const unread = () => expectOk(agent().get(`${PATH}/unread`))
    expect(await unread()).toEqual({ unread: 2 })
    expect((await expectOk(agent().patch(`${PATH}/${id}`))).readutc).toBeString()
    expect(await unread()).toEqual({ unread: 1 })
    expect(await mine(agent(), '?unread=true')).toHaveLength(1)
    await expectOk(agent().patch(`${PATH}/${id}`, { read: false }))
    expect(await expectRefused(agent().patch(PATH, { read: false }))).toEqual(['read'])
    expect(await unread()).toEqual({ unread: 2 })
    expect(await expectOk(agent().patch(PATH))).toEqual({ read: 2 })
    expect(await unread()).toEqual({ unread: 0 })
    await expectOk(agent().delete(`${PATH}/${id}`))
    expect(await mine()).toHaveLength(1)
    await expectOk(agent().delete(PATH))
    expect(await mine()).toEqual([])
  })

  test('is nobody else’s to read, mark, delete or open', async () => {
    const { id } = await toAgent()
    for (const who of [admin(), server.other])
      for (const [method, path] of [
        ['PATCH', `${PATH}/${id}`],
        ['DELETE', `${PATH}/${id}`],
        ['GET', `/notifications/${id}/open`],
        ['PATCH', `/notifications/${id}`],
        ['DELETE', `/notifications/${id}`],
      ] as const)
        expect((await who.call(method, path)).status, `${method} ${path}`).toBe(404)
    expect((await mine())[0].readutc).toBeNull()
  })
})

describe('sending', () => {
  test('reaches people by name, by role and everybody, each of them once', async () => {
    const { agent: a, jobs, management } = server.people
    await expectOk(send({ userids: [a.userid, jobs.userid], roleid: server.roleids.Agent }))
    expect((await mine(a)).length).toBe(1)
    expect((await mine(jobs)).length).toBe(1)
    expect((await mine(management)).length).toBe(0)
    expect(await expectOk(send({ everybody: true }))).toHaveLength(6)
    expect((await mine(a)).length).toBe(2)
    expect(await mine(server.other)).toEqual([])
  })

  test('needs the claim, a message, somebody to tell, and a page of this program to lead to', async () => {
    expect((await send({ everybody: true }, agent())).status).toBe(403)
    expect(await expectRefused(send({}))).toEqual(['userid'])
    expect(await expectRefused(send({ userid: agent().userid, everybody: true }))).toEqual(['userid'])
    expect(await expectRefused(send({ userid: server.other.userid }))).toEqual(['userid'])
    expect(await expectRefused(send({ userids: [agent().userid, server.other.userid] }))).toEqual(['userids'])
    expect(await expectRefused(send({ roleid: server.otherroleids.Agent }))).toEqual(['roleid'])
    expect(await expectRefused(send({ userid: agent().userid, message: ' ' }))).toEqual(['message'])
    expect(await expectRefused(send({ userid: agent().userid, type: 'loud' }))).toEqual(['type'])
    for (const open of [
      'https://elsewhere.test',
      '//elsewhere.test',
      '/\\elsewhere.test',
      'javascript:alert(1)',
    ])
      expect(await expectRefused(send({ userid: agent().userid, open })), open).toEqual(['open'])
    expect(await mine()).toEqual([])
  })

  test('by the form names the sender, and shows script as text', async () => {
    const form: [string, string][] = [
      ['message', '<script>alert(1)</script>'],
      ['type', 'warning'],
      ['to', ''],
      ['userids', ''],
      ['userids', agent().userid],
      ['open', '/invoices'],
    ]
    const { trigger } = await htmxRequest(server, admin(), 'POST', '/notifications', form)
    expect(trigger.snackbar.message).toBe('Sent to 1 person')
    const [row] = await mine()
    expect(row).toMatchObject({ message: 'admin Tester: <script>alert(1)</script>', code: 'message' })
    const { html } = await htmxRequest(server, agent(), 'GET', '/notifications')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>alert')
    const { status } = await htmxRequest(server, admin(), 'POST', '/notifications', {
      message: 'x',
      type: 'info',
      to: '',
    })
    expect(status).toBe(422)
  })

  test('by the form reaches a role, or everybody', async () => {
    const to = async (group: string) =>
      (
        await htmxRequest(server, admin(), 'POST', '/notifications', {
          message: 'x',
          type: 'info',
          to: group,
        })
      ).trigger.snackbar.message
    expect(await to(server.roleids.Agent as string)).toBe('Sent to 1 person')
    expect(await to('*')).toBe('Sent to 6 people')
  })
})

test('following one reads it and leads to its page; a path of old that leads elsewhere does not', async () => {
  const { id } = await toAgent({ open: '/invoices?x=1' })
  const follow = async (one: string) => {
    const answer = await fetch(`${server.url}/notifications/${one}/open`, {
      headers: { cookie: agent().cookie },
      redirect: 'manual',
    })
    return answer.headers.get('location')
  }
  expect(await follow(id)).toBe('/invoices?x=1')
  expect((await mine())[0].readutc).toBeString()
  await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, ({ db }) =>
    db.update(notifications).set({ open: '//elsewhere.test' }).run(),
  )
  expect(await follow(id)).toBe('/notifications/all')
})

describe('all browsers of a person', () => {
  const connect = async (who: Client) => {
    const heard: [string, Record<string, unknown>][] = []
    const connection: HubConnection = new HubConnectionBuilder()
      .withUrl(`${server.url}/hub`, { accessTokenFactory: () => who.token })
      .configureLogging(LogLevel.None)
      .build()
    for (const event of ['ReceiveNotification', 'NotificationsChanged'])
      connection.on(event, (row) => heard.push([event, row]))
    await connection.start()
    return { connection, heard }
  }

  test('hear of a new one, and of what is read in one of them; nobody else does', async () => {
    const [one, two, other] = await Promise.all([
      connect(agent()),
      connect(agent()),
      connect(server.people.jobs),
    ])
    const { id } = await toAgent({ message: 'Knock' })
    await until(() => one.heard.length === 1 && two.heard.length === 1, 'both')
    expect(two.heard[0]).toEqual(['ReceiveNotification', expect.objectContaining({ id, message: 'Knock' })])
    await expectOk(agent().patch(`${PATH}/${id}`))
    await until(() => two.heard.length === 2, 'the other browser')
    expect(two.heard[1]).toEqual(['NotificationsChanged', { unread: 0, table: 'notifications' }])
    expect(other.heard).toEqual([])
    for (const { connection } of [one, two, other]) await connection.stop()
  })
})

describe('by mail at once', () => {
  const payloads = () =>
    server.services.tenants.read(server.accountid, (db) =>
      db
        .select()
        .from(tenantOutbox)
        .all()
        .map(({ payload }) => payload),
    )
  const waiting = () => payloads().length

  test('comes what somebody chose, and nothing else', async () => {
    const { jobs } = server.people
    await expectOk(jobs.patch('/api/preferences', { 'notifications.mail': ['message'] }))
    const before = waiting()
    await expectOk(send({ userid: jobs.userid, code: 'stock' }))
    await toAgent({ code: 'message' })
    expect(waiting()).toBe(before)
    await expectOk(
      send({ userid: jobs.userid, code: 'message', message: 'Come <b>here</b>', open: '/invoices' }),
    )
    expect(waiting()).toBe(before + 1)
    const mail = noticeMail('https://here.test', (payloads().at(-1) as string).slice(NOTICE.length))
    expect(mail).toMatchObject({ to: 'jobs@first.test', subject: 'Come <b>here</b>' })
    expect(mail.html).toContain('href="https://here.test/invoices"')
    expect(mail.html).not.toContain('<b>here')
    await expectOk(jobs.patch('/api/preferences', { 'notifications.mail': ['other'] }))
    await expectOk(send({ userid: jobs.userid, code: 'anything' }))
    expect(waiting()).toBe(before + 2)
    expect(await expectRefused(jobs.patch('/api/preferences', { 'notifications.mail': ['expiry'] }))).toEqual(
      ['notifications.mail'],
    )
  })

  test('is chosen on the profile page', async () => {
    const { operations } = server.people
    const { status } = await htmxRequest(server, operations, 'PATCH', '/notifications/preferences', [
      ['mail', ''],
      ['mail', 'message'],
      ['digest', 'true'],
      ['digesthour', '6'],
    ])
    expect(status).toBe(200)
    expect(await expectOk(operations.get('/api/preferences'))).toMatchObject({
      'notifications.mail': ['message'],
      'notifications.digest': true,
      'notifications.digesthour': 6,
    })
    const { html } = await htmxRequest(server, operations, 'GET', '/account/profile?tab=preferences')
    expect(html).toContain('Notifications by mail')
    await expectOk(operations.patch('/api/preferences', { 'notifications.digest': null }))
  })
})

test('somebody who is archived is told nothing', async () => {
  await server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, (tx) => {
    tx.db.update(users).set({ archived: true }).where(eq(users.id, agent().userid)).run()
    expect(() => notify(tx, { userid: agent().userid, type: 'info', message: 'x' })).toThrow('no such person')
  })
  expect(await expectOk(send({ everybody: true }))).toHaveLength(5)
})
