import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { expirynotices, seats } from '#db/schema/platform/index.ts'
import { EXPIRED } from '#server/errors.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { DAY, listNotices, platformMails, setAccount } from './accounts-support.ts'

let server: TestServer
let now = Date.parse('2026-11-21T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => new Date(now))
})
afterAll(() => server.stop())

describe('an account that has expired', () => {
  test('past the seats paid for is read-only until some are taken back', async () => {
    const { admin, jobs } = server.people
    const used = server.services.platform.read(
      (db) => db.select().from(seats).where(eq(seats.accountid, server.accountid)).all().length,
    )
    await setAccount(server, server.accountid, { seatspaid: used - 1 })
    const refused = await admin.post('/api/clients', { name: 'Late' })
    expect([refused.status, refused.body.code]).toEqual([403, 'expired'])
    expect(refused.body.message).toStartWith(
      `${EXPIRED}. ${used} people hold a seat and ${used - 1} are paid for.`,
    )
    expect((await admin.get('/api/clients')).status).toBe(200)
    const page = await (
      await fetch(`${server.url}/`, { headers: { cookie: admin.cookie, accept: 'text/html' } })
    ).text()
    expect(page).toContain('Your account has expired')
    expect(page).toContain(`${used} people hold a seat`)
    const back = await admin.delete(`/api/users/${jobs.userid}`)
    expect(back.status).toBe(200)
    expect((await admin.post('/api/clients', { name: 'In time' })).status).toBe(200)
    await setAccount(server, server.accountid, { seatspaid: 50 })
  })

  test('refuses every write in the specification’s words, and reads on', async () => {
    const { admin } = server.people
    await setAccount(server, server.accountid, { utcexpires: new Date(now - DAY).toISOString() })
    const refused = await admin.post('/api/clients', { name: 'Late' })
    expect([refused.status, refused.body.message, refused.body.code]).toEqual([403, EXPIRED, 'expired'])
    expect((await admin.get('/api/clients')).status).toBe(200)
    expect((await admin.patch('/api/account', { name: 'Late' })).status).toBe(403)
    await setAccount(server, server.accountid, { utcexpires: null })
  })

  test('is told beforehand at 30, 7 and 1 days and on the day, each once, and after a pause only what is true', async () => {
    const { background, platform } = server.services
    const begin = now
    const expires = (days: number) =>
      setAccount(server, server.otherid, { utcexpires: new Date(begin + days * DAY).toISOString() })
    const told = () =>
      platformMails(server)
        .filter(({ to, subject }) => to === 'admin@other.test' && /Other (expires|has expired)/.test(subject))
        .map(({ subject }) => subject)
    const at = async (day: number) => {
      now = begin + day * DAY
      await background.run('expiry')
      await background.run('expiry')
    }
    await expires(60)
    await at(0)
    expect(told()).toEqual([])
    await at(30.5)
    await at(40)
    await at(53.2)
    expect(told()).toEqual(['Other expires in 30 days', 'Other expires in 7 days'])
    await at(59.5)
    await at(60.1)
    await at(63)
    const all = [
      'Other expires in 30 days',
      'Other expires in 7 days',
      'Other expires within a day',
      'Other has expired',
    ]
    expect(told()).toEqual(all)
    expect(listNotices(server, server.otherid, 'expiry').map(({ message }) => message)).toEqual(all)
    // Renewed, it begins anew; a program that did not run for weeks says only what is true then.
    await setAccount(server, server.otherid, { utcexpires: new Date(begin + 100 * DAY).toISOString() })
    await at(98)
    expect(told()).toEqual([...all, 'Other expires in 7 days'])
    // Lost between the two files, it is made good without a second notification.
    await platform.write(({ db }) => db.delete(expirynotices).run())
    await background.run('expiry')
    expect(listNotices(server, server.otherid, 'expiry')).toHaveLength(5)
    now = begin
    await setAccount(server, server.otherid, { utcexpires: null })
  })
})
