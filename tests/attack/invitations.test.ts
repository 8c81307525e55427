import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { platformUserById, userByEmail } from '#db/queries/platform/users.ts'
import { prepared } from '#db/sqlite.ts'
import { addUser, putSeat } from '#server/access/accounts.ts'
import { confirmInvitation, findPersonByEmail, mailsTo, setPaidSeats } from '#tests/people/users-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

// Who knows an e-mail learns nothing by inviting it, and nobody comes into a stranger's account unasked.

let server: TestServer
let admin: Client
const KNOWN = 'admin@other.test'
const UNKNOWN = 'nobody@nowhere.test'
const SECRETS = ['Otto', '+27 82 555 0000']

/** What was run of all files, but for what only takes a step back. */
const ran: string[] = []
const prepare = Database.prototype.prepare
function prepareWatched(this: Database, sql: string) {
  const statement = prepare.call(this, sql)
  const watched = <A extends unknown[], R>(run: (...bound: A) => R) => {
    return (...bound: A): R => {
      if (!/^(SAVEPOINT|RELEASE|ROLLBACK TO|BEGIN|COMMIT)/.test(sql)) ran.push(sql)
      return run.apply(statement, bound)
    }
  }
  const { all, get, run, values } = statement
  return Object.assign(statement, {
    all: watched(all),
    get: watched(get),
    run: watched(run),
    values: watched(values),
  })
}
spyOn(Database.prototype, 'prepare').mockImplementation(prepareWatched as typeof prepare)

beforeAll(async () => {
  server = await startTestServer()
  admin = server.people.admin
  await setPaidSeats(server, 50)
  await server.services.platform.write(({ db }) =>
    prepared(db, "UPDATE users SET firstname = 'Otto', phone = '+27 82 555 0000' WHERE email = ?").run([
      KNOWN,
    ]),
  )
})
afterAll(() => server.stop())

const invite = (email: string) => admin.post('/api/users', { email, roles: [server.roleids.Agent] })

/** What differs between any two people. */
const withoutOwn = (text: string, email: string, id: string) =>
  text
    .replaceAll(email, 'EMAIL')
    .replaceAll(id, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')

test('the answer is the same for who is on the platform and who is not', async () => {
  const known = await invite(KNOWN)
  const unknown = await invite(UNKNOWN)
  expect([known.status, unknown.status]).toEqual([200, 200])
  const shape = ({ text, body }: typeof known, email: string) => withoutOwn(text, email, body.data.id)
  expect(shape(known, KNOWN)).toBe(shape(unknown, UNKNOWN))
  expect(known.body.data).toMatchObject({ status: 'invited', firstname: '', phone: '', picture: null })
  for (const one of [known, unknown])
    expect((await admin.get(`/users/${one.body.data.id}/picture`)).status).toBe(404)
})

test('the work is the same too: as many transactions, mails and passwords hashed for both', async () => {
  const { platform, tenants } = server.services
  const spies = [
    spyOn(platform, 'write'),
    spyOn(tenants, 'write'),
    spyOn(Bun.password, 'hash'),
    spyOn(Bun.password, 'verify'),
  ]
  const workOf = async (email: string) => {
    for (const spy of spies) spy.mockClear()
    expect((await invite(email)).status).toBe(200)
    return [...spies.map((spy) => spy.mock.calls.length), mailsTo(server, email).length]
  }
  // Known here is who signs in to another account; the first of all warms what is cached.
  await workOf('warm@nowhere.test')
  const email = 'elsewhere@other.test'
  await platform.write((tx) => {
    const userid = addUser(tx, { email, firstname: 'E', lastname: 'E', passwordhash: 'x' })
    putSeat(tx, { accountid: server.otherid, userid, roleids: [] })
  })
  const known = await workOf(email)
  const unknown = await workOf('nowhere@nowhere.test')
  for (const spy of spies) spy.mockRestore()
  expect(known).toEqual(unknown)
  expect(known.at(-1)).toBe(1)
  expect(known[0]).toBeGreaterThan(0)
})

test('the same statements are run for both, whoever is invited and invited again', async () => {
  const { platform } = server.services
  const email = 'further@other.test'
  await platform.write((tx) => {
    const userid = addUser(tx, { email, firstname: 'F', lastname: 'F', passwordhash: 'x' })
    putSeat(tx, { accountid: server.otherid, userid, roleids: [] })
    prepared(tx.db, 'UPDATE users SET confirmedutc = ? WHERE id = ?').run([tx.now, userid])
  })
  const write = platform.write.bind(platform)
  const writes: string[][] = []
  const spy = spyOn(platform, 'write').mockImplementation((run) =>
    write((tx) => {
      ran.length = 0
      const value = run(tx)
      writes.push(ran.splice(0).toSorted())
      return value
    }),
  )
  const statementsOf = async (who: string) => {
    writes.length = 0
    const { body } = await invite(who)
    expect((await admin.post(`/api/users/${body.data.id}/resetpassword`)).status).toBe(200)
    // Beside those of the mails that go out meanwhile.
    return writes.filter((statements) => statements.some((one) => one.includes('signinfailures')))
  }
  await statementsOf('warm-again@nowhere.test')
  const known = await statementsOf(email)
  const unknown = await statementsOf('further@nowhere.test')
  spy.mockRestore()
  expect(known.map(({ length }) => length > 5)).toEqual([true, true])
  expect(known).toEqual(unknown)
  // What was made for nobody is gone again.
  const nobody = platform.read((db) => prepared(db, "SELECT 1 FROM users WHERE email LIKE '%.invalid'").all())
  expect(nobody).toEqual([])
})

test('nothing of them is shown in lists, pages, exports, audit or history until they accept', async () => {
  const { id } = await findPersonByEmail(server, KNOWN)
  const places = [
    '/api/users?search=admin@other',
    `/admin/users/${id}`,
    '/admin/users',
    '/api/users/export?format=csv',
    '/admin/audit',
    '/account?tab=active',
    '/lookup/users?search=o',
  ]
  for (const place of places) {
    const { text } = await admin.call('GET', place, undefined, { accept: 'text/html' })
    for (const secret of SECRETS) expect(text, place).not.toContain(secret)
  }
  expect(await expectOk(admin.get('/api/users?search=Otto'))).toEqual([])
  const kept = server.services.tenants.read(server.accountid, (db) =>
    prepared<{ firstname: string; phone: string }>(db, 'SELECT firstname, phone FROM users WHERE id = ?').get(
      [id],
    ),
  )
  expect(kept).toEqual({ firstname: '', phone: '' })
})

test('what the inviter types changes nothing of theirs, and is refused to none', async () => {
  const { id } = await findPersonByEmail(server, KNOWN)
  expect((await expectOk(admin.patch(`/api/users/${id}`, { firstname: 'Typed' }))).firstname).toBe('Typed')
  const user = server.services.platform.read((db) => platformUserById(db, id))
  expect(user?.firstname).toBe('Otto')
  const unknown = await findPersonByEmail(server, UNKNOWN)
  expect((await expectOk(admin.patch(`/api/users/${unknown.id}`, { firstname: 'Typed' }))).firstname).toBe(
    'Typed',
  )
})

test('mails to both go over the same server', () => {
  for (const email of [KNOWN, UNKNOWN])
    expect(mailsTo(server, email)[0]).toMatchObject({ proves: true, accountid: server.accountid })
})

test('an id tells nothing of when the person came', async () => {
  const before = Date.now() - 3_600_000
  await server.services.platform.write(({ db }) =>
    prepared(db, "UPDATE users SET createdutc = '2020-01-01T00:00:00.000Z' WHERE email = ?").run([KNOWN]),
  )
  const made = await Promise.all(Array.from({ length: 5 }, (_, i) => invite(`fresh${i}@nowhere.test`)))
  const instants = made.map(({ body }) => Number.parseInt(body.data.id.replace('-', '').slice(0, 12), 16))
  expect(Math.min(...instants)).toBeLessThan(before)
})

test('who is invited gains no seat: they open the account after they accepted, and are shown then', async () => {
  const { accountid } = server
  const { other } = server
  expect((await other.post('/api/account/switch', { accountid })).status).toBe(404)
  expect((await server.signIn(KNOWN)).accountid).toBe(server.otherid)
  const list = await other.call('GET', '/account/invitations', undefined, { accept: 'text/html' })
  expect(list.text).toContain('First')
  expect(await expectOk(other.get('/api/account/invitations'))).toMatchObject([
    { id: accountid, name: 'First' },
  ])
  // By nobody else, and only while it stands.
  expect((await server.people.jobs.post(`/api/account/invitations/${accountid}`)).status).toBe(404)
  await expectOk(other.post(`/api/account/invitations/${accountid}`))
  expect(await findPersonByEmail(server, KNOWN)).toMatchObject({ firstname: 'Otto', status: 'active' })
  await expectOk(other.post('/api/account/switch', { accountid: server.otherid }))
})

test('who declines frees the seat and stays unknown', async () => {
  const { operator } = server
  const email = 'operator@platform.test'
  await invite(email)
  await expectOk(operator.call('DELETE', `/api/account/invitations/${server.accountid}`))
  expect(await findPersonByEmail(server, email)).toMatchObject({ status: 'archived', name: email })
})

test('the link of an invitation accepts that one, and confirming an address accepts none', async () => {
  const email = 'between@nowhere.test'
  await invite(email)
  await server.other.post('/api/users', { email, roles: [] })
  const link = /https?:\/\/\S+/.exec(mailsTo(server, email, server.otherid).at(-1)?.text ?? '')?.[0] ?? ''
  await confirmInvitation(server, link)
  const client = await server.signIn(email)
  expect(client.accountid).toBe(server.otherid)
  expect((await expectOk(client.get('/api/account/invitations'))).length).toBe(1)
  expect(server.services.platform.read((db) => userByEmail(db, email))?.confirmedutc).not.toBeNull()
})

test('an import of people follows the same rule', async () => {
  const csv = 'email,firstname\nmanagement@second.test,\nadmin@second.test,Given\n'
  const form = new FormData()
  form.append('file', new File([csv], 'people.csv'))
  await expectOk(admin.call('POST', '/api/users/import', form))
  for (const email of ['management@second.test', 'admin@second.test'])
    expect(await findPersonByEmail(server, email)).toMatchObject({ status: 'invited' })
})
