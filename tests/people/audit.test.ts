import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { platformOutbox, seats } from '#db/schema/platform/index.ts'
import { addSeat } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { beginRightsAudit, finishRightsAudits } from '#server/access/rights-audit.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const admin = () => server.people.admin
const html = async (path: string, who: Client = admin()) => {
  const answer = await htmxRequest(server, who, 'GET', path)
  expect(answer.status).toBe(200)
  return answer.html
}
/** The lines of a page as plain text, newest first. */
const lines = async (path: string, who: Client = admin()) =>
  [...(await html(path, who)).matchAll(/<tr id="row-.*?<\/tr>/gs)].map(([row]) =>
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
const fails = (userName: string) =>
  fetch(`${server.url}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: 'wrong-one-1' }),
  })

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('the audit of an account', () => {
  test('tells sign-ins, failures by e-mail in any case, and signing out', async () => {
    await fails('AGENT@First.test ')
    await fetch(`${server.url}/signout`, {
      method: 'POST',
      headers: { cookie: (await server.signIn('jobs@first.test')).cookie, 'sec-fetch-site': 'same-origin' },
    })
    const seen = await lines('/admin/audit')
    expect(seen[0]).toMatch(/Signed out jobs Tester .*127\.0\.0\.1/)
    expect(seen.filter((line) => line.includes('Signed in jobs Tester')).length).toBeGreaterThan(0)
    expect((await lines('/admin/audit?kind=failures')).join()).toContain('Sign-in failed agent@first.test')
  })

  test('tells changes of rights, and who made them', async () => {
    const { id } = await expectOk(admin().post('/api/auth/roles', { name: 'Drivers' }))
    await expectOk(admin().post('/api/auth/roles/claims', { roleid: id, claim: 'jobs.read' }))
    const seen = await lines('/admin/audit?kind=rights')
    expect(seen[0]).toContain('admin Tester')
    expect(seen[0]).toContain('Drivers: See jobs and boards (jobs.read) allowed')
    expect(seen[1]).toContain('Drivers added')
    const board = await expectOk(admin().post('/api/boards', { name: 'Yard' }))
    await expectOk(
      admin().post('/api/boards/permissions', { boardid: board.id, roleid: id, permission: 'none' }),
    )
    expect((await lines('/admin/audit?kind=rights'))[0]).toContain('Drivers on Yard: none')
  })

  test('hears of a change of rights once, though the program stops before it is told', async () => {
    const { platform, tenants } = server.services
    const { write } = platform
    const change = tenants.write
    tenants.write = async (...given) => {
      const value = await change(...given)
      platform.write = () => Promise.reject(new Error('The program stopped here.'))
      return value
    }
    const { name } = await expectOk(admin().post('/api/auth/roles', { name: 'Night shift' }))
    Object.assign(tenants, { write: change })
    Object.assign(platform, { write })
    expect(name).toBe('Night shift')
    // One that is refused begins as well, and leaves nothing to tell.
    expect((await admin().post('/api/auth/roles', { name: 'Night shift' })).status).toBe(400)
    const told = async () =>
      (await lines('/admin/audit?kind=rights')).filter((line) => line.includes('Night shift'))
    await server.services.background.run('rights')
    expect(await told()).toEqual([])
    const later = new Date(Date.now() + 2 * 60_000).toISOString()
    await Promise.all([
      finishRightsAudits(server.services, later),
      finishRightsAudits(server.services, later),
    ])
    await finishRightsAudits(server.services, later)
    expect(await told()).toEqual([expect.stringContaining('Night shift added')])
    const begun = platform.read((db) =>
      db.select().from(platformOutbox).where(eq(platformOutbox.kind, 'rights')).all(),
    )
    expect(begun).toEqual([])
  })

  test('hears of a change of rights that waits behind a long write', async () => {
    const { services, accountid } = server
    const long = Promise.withResolvers<{ value: null; events: [] }>()
    const longWrite = services.tenants.longWrite(
      accountid,
      { userid: null, name: 'test' },
      () => long.promise,
    )
    const added = expectOk(admin().post('/api/auth/roles', { name: 'Patient' }))
    const begun = () =>
      services.platform.read((db) =>
        db.select().from(platformOutbox).where(eq(platformOutbox.kind, 'rights')).all(),
      )
    await until(() => begun().length === 1, 'the change to begin')
    const settled = finishRightsAudits(services, new Date(Date.now() + 2 * 60_000).toISOString())
    long.resolve({ value: null, events: [] })
    await Promise.all([longWrite, added, settled])
    const seen = await lines('/admin/audit?kind=rights')
    expect(seen.filter((line) => line.includes('Patient'))).toEqual([
      expect.stringContaining('Patient added'),
    ])
    expect(begun()).toEqual([])
  })

  test('of a file that cannot be opened is asked again ever more seldom', async () => {
    const { platform } = server.services
    const gone = { accountid: Bun.randomUUIDv7(), userid: admin().userid, address: '' }
    const start = Date.now()
    const id = await platform.write((tx) =>
      beginRightsAudit({ ...tx, now: new Date(start).toISOString() }, gone),
    )
    const log = spyOn(console, 'error').mockImplementation(() => {})
    const asked: number[] = []
    for (let minute = 0; minute <= 60; minute++) {
      const before = log.mock.calls.length
      await finishRightsAudits(server.services, new Date(start + minute * 60_000).toISOString())
      if (log.mock.calls.length > before) asked.push(minute)
    }
    log.mockRestore()
    await platform.write(({ db }) => db.delete(platformOutbox).where(eq(platformOutbox.id, id)).run())
    expect(asked).toEqual([1, 2, 4, 8, 16, 32])
  })

  test('tells of a renew token that was used twice', async () => {
    const call = (renewToken: string) =>
      fetch(`${server.url}/api/auth/renew`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ renewToken }),
      })
    const signed = await fetch(`${server.url}/api/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'agent@first.test', password: 'joblane-test-1' }),
    })
    const { renewToken } = (await signed.json()).data
    expect((await call(renewToken)).status).toBe(200)
    expect((await call(renewToken)).status).toBe(401)
    expect((await call('nonsense')).status).toBe(401)
    const seen = await lines('/admin/audit?kind=failures')
    expect(seen.filter((line) => line.includes('A used renew token was presented'))).toHaveLength(1)
    expect(seen[0]).toContain('agent Tester')
  })

  test('tells nothing of other accounts, of strangers, nor of what the operator noted', async () => {
    await fails('admin@other.test')
    await fails('stranger@nowhere.test')
    await expectOk(server.other.post('/api/auth/roles', { name: 'Theirs' }))
    const { platform } = server.services
    await platform.write((tx) =>
      recordAudit(tx, 'operatornote', { accountid: server.accountid, detail: 'Pays late' }),
    )
    const seen = (await lines('/admin/audit')).join('\n')
    for (const word of ['Otto', 'other.test', 'stranger', 'Theirs', 'Pays late'])
      expect(seen).not.toContain(word)
    const theirs = (await lines('/admin/audit', server.other)).join('\n')
    expect(theirs).toContain('Theirs added')
    for (const word of ['first.test', 'Tester', 'Drivers'])
      expect(theirs.replaceAll('Otto Tester', '')).not.toContain(word)
  })

  test('of somebody who came later or left begins and ends with their seat', async () => {
    const { platform, tenants } = server.services
    const { userid } = server.people.operations
    const before = (await lines('/admin/audit', server.other)).length
    await addSeat(platform, tenants, {
      accountid: server.otherid,
      userid,
      roleids: [server.otherroleids.Jobs as string],
    })
    // What was before is not theirs to know.
    expect(await lines('/admin/audit', server.other)).toHaveLength(before)
    const came = await server.signIn('operations@first.test')
    // Nor is anything before they open it.
    expect(await lines('/admin/audit', server.other)).toHaveLength(before)
    await expectOk(came.post('/api/account/switch', { accountid: server.otherid }))
    const during = await lines('/admin/audit', server.other)
    expect(during[0]).toContain('operations Tester')
    await platform.write(({ db, now }) =>
      db
        .update(seats)
        .set({ archived: true, updatedutc: now })
        .where(and(eq(seats.userid, userid), eq(seats.accountid, server.otherid)))
        .run(),
    )
    await Bun.sleep(5)
    await server.signIn('operations@first.test')
    expect(await lines('/admin/audit', server.other)).toEqual(during)
  })

  test('is narrowed to a person and to days, and read page by page', async () => {
    const { platform } = server.services
    const { userid } = server.people.management
    const began = new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' })
    await platform.write((tx) => {
      for (let n = 0; n < 120; n++)
        recordAudit(tx, 'apikeymade', { userid, accountid: server.accountid, detail: `Key ${n}.` })
    })
    const first = `/admin/audit?userid=${userid}&kind=credentials`
    const pages: string[] = []
    let url: string | undefined = first
    let count = 0
    while (url) {
      const page = await html(url)
      pages.push(...(page.match(/Key \d+\./g) ?? []))
      const older = /href="([^"]*before=\d+[^"]*)"[^>]*><span>Older/.exec(page)?.[1]
      url = older?.replaceAll('&amp;', '&')
      count++
    }
    expect(count).toBe(3)
    expect(pages).toEqual(Array.from({ length: 120 }, (_, n) => `Key ${119 - n}.`))
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Africa/Johannesburg' })
    const days = `start=${began}&end=${today}`
    expect(await lines(`${first}&${days}`)).toHaveLength(50)
    expect(await lines(`${first}&end=2020-01-01`)).toHaveLength(0)
    expect(await lines(`${first}&start=2999-01-01`)).toHaveLength(0)
  })

  test('is for who manages people, and for nobody else', async () => {
    for (const who of [server.people.agent, server.people.management, server.operator])
      expect((await htmxRequest(server, who, 'GET', '/backoffice/audit')).status).toBe(
        who === server.operator ? 200 : 403,
      )
    expect((await htmxRequest(server, server.people.management, 'GET', '/admin/audit')).status).toBe(403)
  })
})

describe('the audit of the platform', () => {
  test('tells of every account, and of what nobody’s e-mail was', async () => {
    await fails('my-Secret-password-1')
    const seen = (await lines('/backoffice/audit', server.operator)).join('\n')
    for (const word of ['Key 119.', 'First']) expect(seen).toContain(word)
    const failures = (await lines('/backoffice/audit?kind=failures', server.operator)).join('\n')
    for (const word of ['stranger@nowhere.test', 'admin@other.test']) expect(failures).toContain(word)
    // A password typed into the wrong field is nowhere.
    expect(failures).not.toContain('Secret')
    const otto = (await lines('/backoffice/audit?search=Admin@Other.test', server.operator)).join('\n')
    expect(otto).toContain('Sign-in failed')
    expect(otto).not.toContain('Key')
    expect(await lines('/backoffice/audit?search=nobody@nowhere.test', server.operator)).toEqual([])
  })

  test('names nobody where nobody did it, and tells what it was under Details', async () => {
    await server.services.platform.write((tx) =>
      recordAudit(tx, 'paymentreceived', { accountid: server.accountid, detail: 'Receipt 1' }),
    )
    const [newest] = await lines('/backoffice/audit?kind=account', server.operator)
    expect(newest).toMatch(/Payment received First Receipt 1$/)
  })
})
