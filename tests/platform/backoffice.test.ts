import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { accountnotes, audit, platformUsers } from '#db/schema/platform/index.ts'
import { history, notifications } from '#db/schema/tenant/index.ts'
import { addUser } from '#server/access/accounts.ts'
import { routes } from '#server/app.ts'
import { htmxRequest } from '#tests/support/answers.ts'
import { fillWithSentinels, SENTINEL } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

const DAY = 86_400_000
let server: TestServer
let operator: Client
let now = Date.parse('2026-11-21T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => new Date(now))
  operator = server.operator
})
afterAll(() => server.stop())

type Line = { id: string; name: string; utcexpires: string | null; seats: number; dbbytes: number | null }
const list = async (query = ''): Promise<Line[]> =>
  (await operator.get(`/api/backoffice/account?${query}`)).body.data
const names = async (query = '') => (await list(query)).map(({ name }) => name)
const trail = (accountid: string, what: string) =>
  server.services.platform.read((db) =>
    db
      .select()
      .from(audit)
      .where(and(eq(audit.accountid, accountid), eq(audit.what, what)))
      .all(),
  )
const save = (body: object) => operator.post('/api/backoffice/account', body)

describe('the list of accounts', () => {
  test('searches, sorts, pages, and leaves stale accounts out until asked', async () => {
    expect(await names()).toEqual(['First', 'Other', 'Platform'])
    expect(await names('sort=-name&take=2')).toEqual(['Platform', 'Other'])
    expect(await names('search=oth')).toEqual(['Other'])
    expect(await names(`search=${encodeURIComponent("%' OR 1=1 --")}`)).toEqual([])
    const at = (days: number) => new Date(now - days * DAY).toISOString()
    await save({ id: server.otherid, utcexpires: at(64) })
    expect(await names()).toContain('Other')
    await save({ id: server.otherid, utcexpires: at(66) })
    expect(await names()).not.toContain('Other')
    expect(await names('stale=true')).toContain('Other')
    await save({ id: server.otherid, utcexpires: null })
  })

  test('knows what each stores without opening it, again only after six hours or when files came', async () => {
    const { background, tenants, config } = server.services
    const opened = tenants.open()
    tenants.close(server.otherid)
    await background.run('usage')
    expect(tenants.open()).toBe(opened - 1)
    const first = (await operator.get('/api/backoffice/account?search=First')).body.data[0]
    expect(first.dbbytes).toBeGreaterThan(100_000)
    expect([first.files, first.filebytes]).toEqual([0, 0])
    await server.people.admin.post('/api/account/logo', picture())
    writeFileSync(join(config.data, 'files', server.accountid, 'a'), new Uint8Array(10_000))
    now += 3 * 3_600_000
    await background.run('usage')
    expect((await operator.get('/api/backoffice/account?search=First')).body.data[0].files).toBe(0)
    now += 4 * 3_600_000
    await background.run('usage')
    const later = (await operator.get('/api/backoffice/account?search=First')).body.data[0]
    expect(later.files).toBe(2)
    expect(later.filebytes).toBeGreaterThan(10_000)
  })

  test('orphans are the people who belong to no account', async () => {
    await server.services.platform.write((tx) =>
      addUser(tx, { email: 'lone@new.test', firstname: 'Lo', lastname: 'Ne', passwordhash: null }),
    )
    const { body } = await operator.get('/api/backoffice/orphans')
    expect(body.data.map(({ email }: { email: string }) => email)).toEqual(['lone@new.test'])
    expect(body.total).toBe(1)
    expect(JSON.stringify(body)).not.toContain('passwordhash')
  })
})

const picture = () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = new FormData()
  form.set('file', new File([png], 'logo.png'))
  return form
}

describe('an account', () => {
  test('is made, changed and archived by the operator, all of it audited', async () => {
    const made = (await save({ name: 'Made here', primaryemail: 'x@made.test', seatspaid: 3 })).body.data
    expect(made).toMatchObject({ name: 'Made here', seatspaid: 3, seats: 0, subscribed: false })
    expect(Date.parse(made.utcexpires) - now).toBe(30 * DAY)
    // A date is the end of that day in South Africa.
    const dated = await save({ id: made.id, utcexpires: '2027-02-28', version: made.version })
    expect(dated.body.data.utcexpires).toBe('2027-02-28T21:59:59.999Z')
    expect((await save({ id: made.id, utcexpires: '2027-02-30' })).status).toBe(400)
    expect((await save({ id: made.id, utcexpires: '2027-02-28T99:00:00Z' })).status).toBe(400)
    const stale = await save({ id: made.id, size: 2, version: made.version })
    const now409 = { id: made.id, name: 'Made here', utcexpires: '2027-02-28T21:59:59.999Z', version: 3 }
    expect([stale.status, stale.body.data]).toMatchObject([409, now409])
    const late = { utcexpires: '2027-03-31', version: made.version }
    const form = await operator.call('PATCH', `/backoffice/accounts/${made.id}`, late, {
      'hx-request': 'true',
    })
    expect(form.text).toContain('<li data-field="utcexpires">Now saved: 28 Feb 2027</li>')
    expect((await save({ id: made.id, name: '' })).body).toMatchObject({
      message: 'Your account changes are not valid',
      fields: { name: 'An account needs a name.' },
    })
    for (const body of [{ size: 4 }, { seatspaid: -1 }, { subscribed: true }, { platformowner: true }])
      expect((await save({ id: made.id, ...body })).status, JSON.stringify(body)).toBe(400)
    expect((await save({ name: '' })).body.message).toBe('Please confirm the details you have provided')
    expect((await save({ id: operator.accountid, archived: true })).status).toBe(400)
    expect((await save({ id: crypto.randomUUID(), name: 'X' })).status).toBe(404)
    expect(trail(made.id, 'accountchanged').map(({ detail }) => detail)).toContain(
      'by the operator: utcexpires 21 Dec 2026 → 28 Feb 2027',
    )

    await save({ id: server.otherid, archived: true })
    expect((await server.other.get('/api/clients')).status).toBe(403)
    await save({ id: server.otherid, archived: false })
    expect((await server.other.get('/api/clients')).status).toBe(200)
  })

  test('gets people from the operator, of which its own history and administrators hear', async () => {
    const email = 'new@other.test'
    const body = { accountid: server.otherid, email, systemadmin: true }
    expect((await operator.post('/api/backoffice/seats', { ...body, email: 'nobody' })).status).toBe(400)
    expect(
      (await operator.post('/api/backoffice/seats', { ...body, accountid: crypto.randomUUID() })).status,
    ).toBe(404)
    const seat = await operator.post('/api/backoffice/seats', body)
    expect(seat.body.data).toMatchObject({ email })
    const seats = (await operator.get(`/api/backoffice/${server.otherid}/seats`)).body.data
    expect(seats.map((one: { user: { email: string } }) => one.user.email)).toContain(email)
    const inside = server.services.tenants.read(server.otherid, (db) => ({
      history: db.select().from(history).where(eq(history.entity, 'users')).all(),
      told: db.select().from(notifications).where(eq(notifications.code, 'operator')).all(),
    }))
    expect(inside.history.at(-1)?.user).toBe('Olga Operator (operator)')
    expect(inside.told.map(({ message }) => message)).toContain(
      `The operator has given ${email} a place in this account.`,
    )
    expect(trail(server.otherid, 'invited')).toHaveLength(1)
    const gone = await operator.delete(`/api/backoffice/seats/${seat.body.data.id}`)
    expect(gone.status).toBe(200)
    expect((await operator.delete(`/api/backoffice/seats/${seat.body.data.id}`)).status).toBe(404)
    // The last who can sign in as its administrator stays.
    const last = seats.find((one: { user: { email: string } }) => one.user.email === 'admin@other.test')
    expect((await operator.delete(`/api/backoffice/seats/${last.id}`)).status).toBe(400)
    const orphan = server.services.platform.read((db) =>
      db.select().from(platformUsers).where(eq(platformUsers.email, email)).get(),
    )
    expect(orphan?.passwordhash).toBeNull()
  })

  test('stops at the newest 500 notes, and says so', async () => {
    const [account] = await list('search=other')
    const id = account?.id ?? ''
    const shown = async () =>
      (await htmxRequest(server, operator, 'GET', `/backoffice/accounts/${id}/notes`)).html
    const add = (count: number) =>
      server.services.platform.write(({ db, now }) => {
        const note = () => ({ id: Bun.randomUUIDv7(), accountid: id, note: 'Called', added: now })
        db.insert(accountnotes)
          .values(Array.from({ length: count }, note))
          .run()
      })
    await add(499)
    expect(await shown()).not.toContain('stand here')
    await add(1)
    expect(await shown()).toContain('stand here. They are the newest; hide what is done with')
    await server.services.platform.write(({ db }) => db.delete(accountnotes).run())
  })

  test('has notes that need text, are hidden and shown again', async () => {
    const account = server.otherid
    expect(
      (await operator.post('/api/backoffice/notes', { account, note: '  ' })).body.fields,
    ).toHaveProperty('note')
    const unknown = await operator.post('/api/backoffice/notes', { note: 'About whom' })
    expect([unknown.status, Object.keys(unknown.body.fields)]).toEqual([400, ['account']])
    const { body } = await operator.post('/api/backoffice/notes', { account, note: 'Pays late\nbut pays' })
    expect(body.data).toMatchObject({
      account,
      note: 'Pays late\nbut pays',
      hidden: false,
      by: 'Olga Operator',
    })
    const notes = async (query = '') =>
      (await operator.get(`/api/backoffice/${account}/notes${query}`)).body.data.length
    expect(await notes()).toBe(1)
    await operator.patch(`/api/backoffice/notes/${body.data.id}`, { hidden: true })
    expect([await notes(), await notes('?hidden=true')]).toEqual([0, 1])
    const stale = await operator.patch(`/api/backoffice/notes/${body.data.id}`, { hidden: false, version: 1 })
    expect([stale.status, stale.body.data]).toEqual([409, { ...body.data, hidden: true, version: 2 }])
    await operator.patch(`/api/backoffice/notes/${body.data.id}`, { hidden: false })
    expect(await notes()).toBe(1)
    expect(
      (await operator.patch(`/api/backoffice/notes/${crypto.randomUUID()}`, { hidden: true })).status,
    ).toBe(404)
    expect((await server.other.get(`/api/backoffice/${account}/notes`)).status).toBe(403)
    expect((await operator.get(`/api/backoffice/${account}/payments`)).body.data).toEqual([])
    expect((await operator.get(`/api/backoffice/${crypto.randomUUID()}/payments`)).status).toBe(404)
  })
})

test('the operator reaches nothing of what is in an account, by any route', async () => {
  const filled = await fillWithSentinels(server.services.tenants, server.otherid)
  const leaks: string[] = []
  for (const route of routes.filter(({ claim }) => claim !== null)) {
    const noun = route.path.split('/').find((part) => part in filled) ?? 'jobs'
    // Ids of records, and the account's own where the Back office takes one.
    for (const id of [filled[noun] as string, server.otherid]) {
      const address = route.path.replace(/:(jobs)\b/, 'jobs').replace(/:[a-z]+/gi, id)
      const { text, status } = await operator.call(
        route.method,
        address,
        route.method === 'GET' ? undefined : {},
      )
      if (text.includes(SENTINEL)) leaks.push(`${route.method} ${route.path} ${status}`)
    }
  }
  expect(leaks).toEqual([])
  const { status } = await operator.post('/api/account/switch', { id: server.otherid })
  expect(status).toBe(404)
}, 300_000)
