import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type AccountRecord, accountRecord } from '#db/queries/platform/registry.ts'
import { platformDigests as looks } from '#db/schema/platform/index.ts'
import { digests, tenantOutbox } from '#db/schema/tenant/index.ts'
import { sendDigests } from '#server/domains/people/notifications/send-digests.tsx'
import { type Mail, NOTICE } from '#server/mail/queue.ts'
import { nextFullHour } from '#server/preferences/plan-digest.ts'
import { scheduleAccountDigest } from '#server/preferences/schedule-account-digest.ts'
import { registerCopiedAccount } from '#server/tasks/archive/place-account.ts'
import type { OpenFolder } from '#server/tasks/folder.ts'
import { expectOk } from '#tests/support/answers.ts'
import { runAfter } from '#tests/support/background.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

describe('the next full hour of a zone’s clock', () => {
  test.each([
    ['Africa/Johannesburg', 7, '2026-11-21T04:59:59.000Z', '2026-11-21T05:00:00.000Z'],
    ['Africa/Johannesburg', 7, '2026-11-21T05:00:00.000Z', '2026-11-22T05:00:00.000Z'],
    ['Africa/Johannesburg', 0, '2026-11-21T21:59:00.000Z', '2026-11-21T22:00:00.000Z'],
    ['Africa/Johannesburg', 23, '2026-12-31T21:30:00.000Z', '2027-01-01T21:00:00.000Z'],
    // The clocks go forward at 01:00 UTC, and back.
    ['Europe/Berlin', 7, '2026-03-28T20:00:00.000Z', '2026-03-29T05:00:00.000Z'],
    ['Europe/Berlin', 7, '2026-10-24T20:00:00.000Z', '2026-10-25T06:00:00.000Z'],
    // Two o'clock is left out, and comes twice.
    ['Europe/Berlin', 2, '2026-03-28T20:00:00.000Z', '2026-03-29T00:00:00.000Z'],
    ['Europe/Berlin', 3, '2026-03-28T20:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', 2, '2026-10-24T20:00:00.000Z', '2026-10-25T00:00:00.000Z'],
    ['Europe/Berlin', 2, '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
    ['Pacific/Auckland', 23, '2026-06-01T12:00:00.000Z', '2026-06-02T11:00:00.000Z'],
    ['America/Los_Angeles', 0, '2026-06-01T12:00:00.000Z', '2026-06-02T07:00:00.000Z'],
  ])('%s %i:00 after %s is %s', (zone, hour, now, next) => {
    expect(nextFullHour(hour, zone, now)).toBe(next)
  })
})

describe('a digest', () => {
  let now = new Date('2026-11-21T10:00:00.000Z')
  let server: TestServer
  const admin = () => server.people.admin
  const agent = () => server.people.agent

  beforeAll(async () => {
    server = await startTestServer(() => now)
  })
  afterAll(() => server.stop())

  const at = async (instant: string) => {
    await runAfter(server, 'digest', () => {
      now = new Date(instant)
    })
  }
  // Nothing is sent here, so every digest that was made waits in the outbox.
  const made = (): Mail[] =>
    server.services.tenants.read(server.accountid, (db) =>
      db
        .select()
        .from(tenantOutbox)
        .all()
        .filter(({ payload }) => !payload.startsWith(NOTICE))
        .map(({ payload }) => JSON.parse(server.services.encryption.decrypt(payload)) as Mail),
    )
  const choose = (who: Client, wishes: object) => expectOk(who.patch('/api/preferences', wishes))
  const tell = (userid: string, message: string, more: object = {}) =>
    expectOk(admin().post('/api/communication/notification', { userid, type: 'warning', message, ...more }))
  test('comes at its hour with what is unread, once', async () => {
    await choose(agent(), { 'notifications.digest': true, 'notifications.digesthour': 7 })
    await tell(agent().userid, 'Stock of <b>bolts</b> is low', { open: '/admin/stock' })
    await at('2026-11-21T10:05:00.000Z')
    await at('2026-11-22T04:59:00.000Z')
    expect(made()).toEqual([])
    await at('2026-11-22T05:00:30.000Z')
    const [mail, ...more] = made()
    expect(more).toEqual([])
    expect(mail?.to).toBe('agent@first.test')
    expect(mail?.subject).toBe('1 new notification in First')
    expect(mail?.text).toContain('Warning: Stock of <b>bolts</b> is low')
    expect(mail?.html).toContain(`href="${server.services.url}/admin/stock"`)
    expect(mail?.html).not.toContain('<b>bolts')
    await at('2026-11-22T05:01:30.000Z')
    await at('2026-11-22T12:00:00.000Z')
    expect(made()).toHaveLength(1)
  })

  test('holds each notification once, and none that came by mail at once, is done, or is snoozed', async () => {
    await at('2026-11-23T05:01:00.000Z')
    expect(made()).toHaveLength(1)
    await choose(agent(), { 'notifications.mail': ['message'] })
    await tell(agent().userid, 'Second')
    await tell(agent().userid, 'By mail already', { code: 'message' })
    const done = await tell(agent().userid, 'Done by then')
    await expectOk(agent().patch(`/api/communication/notifications/${done.id}`, { done: true }))
    const { id } = await tell(agent().userid, 'Put off')
    const snooze = { until: 'date', date: '2026-11-25' }
    await expectOk(agent().post(`/api/communication/notifications/${id}/snooze`, snooze))
    await choose(agent(), { 'notifications.mail': null })
    await at('2026-11-24T05:01:00.000Z')
    const mails = made()
    expect(mails.map(({ subject }) => subject)).toEqual([
      '1 new notification in First',
      '1 new notification in First',
    ])
    expect(mails[1]?.text).toContain('Second')
    for (const word of ['Stock of', 'By mail already', 'Done by then', 'Put off'])
      expect(mails[1]?.text).not.toContain(word)
    // It comes back at 08:00, after the bundle of its day, and is in the one of the next.
    await at('2026-11-25T05:00:00.000Z')
    await at('2026-11-25T06:00:00.000Z')
    expect(made()).toHaveLength(2)
    await at('2026-11-26T05:00:00.000Z')
    expect(made()[2]?.text).toContain('Put off')
  })

  test('is made once after days of downtime, and then keeps to its hour', async () => {
    await tell(agent().userid, 'Third')
    await at('2026-11-29T16:00:00.000Z')
    expect(made()).toHaveLength(4)
    await tell(agent().userid, 'Fourth')
    await at('2026-11-29T23:00:00.000Z')
    expect(made()).toHaveLength(4)
    await at('2026-11-30T05:00:00.000Z')
    expect(made()).toHaveLength(5)
  })

  test('says nothing of what was read, and shows the newest thirty', async () => {
    await expectOk(agent().patch('/api/communication/notifications'))
    for (let n = 1; n <= 33; n++) await tell(agent().userid, `Number ${n}.`)
    await at('2026-12-01T05:00:00.000Z')
    const mail = made().at(-1)
    expect(mail?.subject).toBe('33 new notifications in First')
    expect(mail?.text).toContain('And 3 more.')
    expect(mail?.text).toContain('Number 4.')
    for (const word of ['Number 3.', 'Fourth']) expect(mail?.text).not.toContain(word)
  })

  test('moves with the hour that is chosen, and ends with the choice', async () => {
    await choose(agent(), { 'notifications.digesthour': 20 })
    await tell(agent().userid, 'Evening')
    const before = made().length
    await at('2026-12-01T17:59:00.000Z')
    expect(made()).toHaveLength(before)
    await at('2026-12-01T18:00:00.000Z')
    expect(made()).toHaveLength(before + 1)
    await choose(agent(), { 'notifications.digest': false })
    await tell(agent().userid, 'Never')
    await at('2026-12-03T18:00:00.000Z')
    expect(made()).toHaveLength(before + 1)
    expect(server.services.tenants.read(server.accountid, (db) => db.select().from(digests).all())).toEqual(
      [],
    )
  })

  test('opens the file of no account in which nothing is due', async () => {
    const { tenants } = server.services
    await choose(server.other, { 'notifications.digest': true, 'notifications.digesthour': 7 })
    const opened = async (instant: string) => {
      now = new Date(instant)
      const ids: string[] = []
      const write: typeof tenants.write = (accountid, ...rest) => {
        ids.push(accountid)
        return tenants.write(accountid, ...rest)
      }
      await sendDigests({ ...server.services, tenants: { ...tenants, write } })
      return ids
    }
    // Once after the choice, then at the hour alone.
    expect(await opened('2026-12-03T18:05:00.000Z')).toEqual([server.otherid])
    expect(await opened('2026-12-03T18:10:00.000Z')).toEqual([])
    expect(await opened('2026-12-04T05:00:00.000Z')).toEqual([server.otherid])
  })

  test('is not lost when the program stops between the two files', async () => {
    const { platform, clock } = server.services
    // The look was asked for, then the program stopped before the choice was stored: a look for nothing.
    await scheduleAccountDigest(server.services, server.accountid)
    await at(new Date(clock().getTime() + 61_000).toISOString())
    expect(
      platform.read((db) => db.select().from(looks).all()).map(({ accountid }) => accountid),
    ).not.toContain(server.accountid)
  })

  test('goes on where an account was brought to', async () => {
    const { platform, tenants } = server.services
    await choose(agent(), { 'notifications.digest': true })
    await platform.write(({ db }) => db.delete(looks).run())
    const record = platform.read((db) => accountRecord(db, server.accountid)) as AccountRecord
    await registerCopiedAccount({ platform, tenants } as OpenFolder, record)
    await at(new Date(now.getTime() + 1_000).toISOString())
    const next = tenants.read(server.accountid, (db) => db.select().from(digests).all())[0]?.nextutc
    expect(platform.read((db) => db.select().from(looks).all())).toEqual([
      { accountid: server.accountid, dueutc: next as string },
    ])
  })

  test('comes at its hour again after a clock that was months ahead is set right', async () => {
    await choose(agent(), { 'notifications.digest': true, 'notifications.digesthour': 7 })
    const right = now
    const months = new Date(right.getTime() + 80 * 86_400_000).toISOString()
    await at(`${months.slice(0, 10)}T05:01:00.000Z`)
    await at(right.toISOString())
    await server.services.background.run('clockjump')
    await at(new Date(right.getTime() + 60_000).toISOString())
    const before = made().length
    await tell(agent().userid, 'The clock is right again')
    await at(new Date(right.getTime() + 86_400_000).toISOString())
    expect(made().length).toBe(before + 1)
  })
})
