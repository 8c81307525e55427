import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { snoozeTimes, snoozeUntil } from '#server/domains/people/notifications/snooze-times.ts'

import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

const PATH = '/api/communication/notifications'
const MORNING = '2026-11-25T07:00:00.000Z'

let now = new Date(MORNING)
let server: TestServer
let shop: JobFixtures
const admin = () => server.people.admin
const agent = () => server.people.agent

beforeAll(async () => {
  server = await startTestServer(() => now)
  shop = await createJobFixtures(server)
})
beforeEach(async () => {
  now = new Date(MORNING)
  for (const who of Object.values(server.people)) await expectOk(who.delete(PATH))
})
afterAll(() => server.stop())

const tell = (who: Client, message: string, more: object = {}) =>
  expectOk(
    admin().post('/api/communication/notification', { userid: who.userid, type: 'info', message, ...more }),
  )
// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
const shelf = async (who: Client, show = 'inbox'): Promise<any[]> => expectOk(who.get(`${PATH}?show=${show}`))
const words = async (who: Client, show?: string) => (await shelf(who, show)).map(({ message }) => message)
const unread = async (who: Client) => (await expectOk(who.get(`${PATH}/unread`))).unread
const at = async (instant: string) => {
  now = new Date(instant)
  await server.services.background.run('digest')
}

describe('the times that a notification can be put off to', () => {
  const zone = 'Africa/Johannesburg'
  test('are this evening while it is to come, tomorrow and the Monday after this week, by the zone’s clock', () => {
    const times = (instant: string) => snoozeTimes(instant, zone).map(({ value, at }) => [value, at])
    expect(times(MORNING)).toEqual([
      ['evening', '2026-11-25T16:00:00.000Z'],
      ['tomorrow', '2026-11-26T06:00:00.000Z'],
      ['nextweek', '2026-11-30T06:00:00.000Z'],
    ])
    expect(times('2026-11-25T16:00:00.000Z')[0]?.[0]).toBe('tomorrow')
    // A Sunday and a Monday, and the last day of a year in which the day has begun already.
    expect(times('2026-11-29T07:00:00.000Z').at(-1)?.[1]).toBe('2026-11-30T06:00:00.000Z')
    expect(times('2026-11-30T07:00:00.000Z').at(-1)?.[1]).toBe('2026-12-07T06:00:00.000Z')
    expect(times('2026-12-31T22:30:00.000Z')[1]?.[1]).toBe('2027-01-02T06:00:00.000Z')
  })

  test('may be a day to come, and nothing else', () => {
    expect(snoozeUntil('date', '2026-12-24', MORNING, zone)).toBe('2026-12-24T06:00:00.000Z')
    for (const day of ['2026-11-25', '2020-01-01', null])
      expect(() => snoozeUntil('date', day, MORNING, zone)).toThrow()
    expect(() => snoozeUntil('evening', null, '2026-11-25T17:00:00.000Z', zone)).toThrow('evening has begun')
  })
})

describe('done', () => {
  test('takes a notification out of the inbox, and its undo brings it back as it was', async () => {
    const { id } = await tell(agent(), 'Call the marina')
    const { trigger } = await htmxRequest(server, agent(), 'PATCH', `/notifications/${id}?done=true`)
    expect(trigger.snackbar).toMatchObject({ message: 'Done', undo: { url: `/notifications/${id}/inbox` } })
    expect([await words(agent()), await words(agent(), 'done'), await unread(agent())]).toEqual([
      [],
      ['Call the marina'],
      0,
    ])
    await htmxRequest(server, agent(), 'POST', trigger.snackbar.undo.url)
    expect([await words(agent()), await unread(agent())]).toEqual([['Call the marina'], 1])
    await expectOk(agent().patch(`${PATH}/${id}`, { done: true }))
    await expectOk(agent().patch(`${PATH}/${id}`, { done: false }))
    expect(await words(agent())).toEqual(['Call the marina'])
  })

  test('empties the whole inbox, leaves what is snoozed, and is taken back at once', async () => {
    await tell(agent(), 'Early')
    const { id } = await tell(agent(), 'Later')
    await expectOk(agent().post(`${PATH}/${id}/snooze`, { until: 'tomorrow' }))
    const before = await tell(agent(), 'Done before')
    await expectOk(agent().patch(`${PATH}/${before.id}`, { done: true }))
    now = new Date('2026-11-25T07:05:00.000Z')
    await tell(agent(), 'Second')
    const { trigger } = await htmxRequest(server, agent(), 'PATCH', '/notifications?done=true')
    expect(trigger.snackbar.message).toBe('2 notifications are done')
    expect([await words(agent()), await words(agent(), 'snoozed')]).toEqual([[], ['Later']])
    const { html } = await htmxRequest(server, agent(), 'GET', '/notifications/all')
    expect(html).toContain('Your inbox is empty')
    await htmxRequest(server, agent(), 'POST', trigger.snackbar.undo.url)
    expect([await words(agent()), await words(agent(), 'done')]).toEqual([
      ['Second', 'Early'],
      ['Done before'],
    ])
  })
})

describe('snoozing', () => {
  test('hides it until its time, and brings it back unread, on top', async () => {
    const { id } = await tell(agent(), 'Order bolts')
    await expectOk(agent().patch(`${PATH}/${id}`))
    expect(await expectOk(agent().post(`${PATH}/${id}/snooze`, { until: 'evening' }))).toEqual({
      id,
      until: '2026-11-25T16:00:00.000Z',
    })
    await tell(agent(), 'Newer')
    await expectOk(agent().patch(PATH))
    await at('2026-11-25T15:59:59.000Z')
    expect([await words(agent()), await words(agent(), 'snoozed'), await unread(agent())]).toEqual([
      ['Newer'],
      ['Order bolts'],
      0,
    ])
    // By the clock alone, also where no background work has run.
    now = new Date('2026-11-25T16:00:00.000Z')
    expect([await words(agent()), await unread(agent())]).toEqual([['Order bolts', 'Newer'], 1])
    await at('2026-11-25T16:00:05.000Z')
    expect(await unread(agent())).toBe(1)
  })

  test('is refused for a time that has passed, and for what is not one’s own', async () => {
    const { id } = await tell(agent(), 'Mine')
    const snooze = (who: Client, body: object) => who.post(`${PATH}/${id}/snooze`, body)
    expect(await expectRefused(snooze(agent(), { until: 'date', date: '2026-11-25' }))).toEqual(['date'])
    expect(await expectRefused(snooze(agent(), { until: 'date' }))).toEqual(['date'])
    expect(await expectRefused(snooze(agent(), { until: 'soon' }))).toEqual(['until'])
    for (const who of [admin(), server.other])
      expect((await snooze(who, { until: 'tomorrow' })).status).toBe(404)
    now = new Date('2026-11-25T17:00:00.000Z')
    expect(await expectRefused(snooze(agent(), { until: 'evening' }))).toEqual(['until'])
    expect(await words(agent())).toEqual(['Mine'])
  })
})

describe('a muted job', () => {
  test('tells nothing to whoever muted it, until they unmute it; others hear of it', async () => {
    const job = (await admin().post('/api/jobs', { boardid: shop.boardid, description: 'Noisy' })).body.data
    const open = `/jobs/work-shop/progress?open=${job.reference.toLowerCase()}`
    const path = `/api/jobs/mute/${job.id}`
    expect(await expectOk(agent().get(path))).toEqual({ id: job.id, muted: false })
    expect(await expectOk(agent().post(path))).toEqual({ id: job.id, muted: true })
    await tell(agent(), 'Muted', { open })
    await tell(agent(), 'Something else', { open: '/clients' })
    await tell(admin(), 'Heard', { open })
    expect([await words(agent()), await words(admin()), await unread(agent())]).toEqual([
      ['Something else'],
      ['Heard'],
      1,
    ])
    // Nothing is lost: it is done from the start.
    expect(await words(agent(), 'done')).toEqual(['Muted'])
    await expectOk(agent().delete(path))
    await tell(agent(), 'Back', { open })
    expect(await words(agent())).toEqual(['Back', 'Something else'])
    expect((await server.people.stakeholder.post(path)).status).toBe(404)
    expect((await server.other.post(path)).status).toBe(404)
  })
})

describe('assigning', () => {
  test('gives it to a colleague with its history, and mine is done; also past a mute', async () => {
    const { operations } = server.people
    const job = (await admin().post('/api/jobs', { boardid: shop.boardid })).body.data
    await expectOk(operations.post(`/api/jobs/mute/${job.id}`))
    const open = `/jobs/work-shop/progress?open=${job.reference.toLowerCase()}`
    const { id } = await tell(agent(), 'Client is waiting', { open, type: 'warning' })
    await expectOk(agent().post(`${PATH}/${id}/assign`, { userid: operations.userid }))
    expect([await words(agent()), await words(agent(), 'done')]).toEqual([[], ['Client is waiting']])
    const [given] = await shelf(operations)
    expect(given).toMatchObject({ message: 'Client is waiting', type: 'warning', open, readutc: null })
    await expectOk(operations.post(`${PATH}/${given.id}/assign`, { userid: server.people.management.userid }))
    const { html } = await htmxRequest(server, server.people.management, 'GET', '/notifications/all')
    const trail = [...html.matchAll(/<p class="aside">(.*?),/g)].map(([, words]) => words)
    expect(trail).toEqual([
      'agent Tester assigned this to operations Tester',
      'operations Tester assigned this to management Tester',
    ])
  })

  test('reaches only who is here and sees the job, and a client’s contact assigns nothing', async () => {
    const { stakeholder } = server.people
    const job = (await admin().post('/api/jobs', { boardid: shop.boardid })).body.data
    const { id } = await tell(agent(), 'Inside', {
      open: `/jobs/work-shop/progress?open=${job.reference.toLowerCase()}`,
    })
    const assign = (who: Client, one: string, userid: string) => who.post(`${PATH}/${one}/assign`, { userid })
    for (const userid of [agent().userid, stakeholder.userid, server.other.userid, 'nobody'])
      expect(await expectRefused(assign(agent(), id, userid)), userid).toEqual(['userid'])
    expect((await assign(admin(), id, server.people.jobs.userid)).status).toBe(404)
    expect(await words(agent())).toEqual(['Inside'])
    const { html } = await htmxRequest(server, agent(), 'GET', `/notifications/${id}/assign`)
    expect(html).toContain('operations Tester')
    expect(html).not.toContain('stakeholder Tester')
    const outside = await tell(stakeholder, 'Yours')
    expect((await assign(stakeholder, outside.id, agent().userid)).status).toBe(403)
    const own = await htmxRequest(server, stakeholder, 'GET', `/notifications/${outside.id}/assign`)
    expect(own.html).not.toContain('agent Tester')
  })
})
