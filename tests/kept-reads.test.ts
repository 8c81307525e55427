import { afterAll, beforeAll, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { SYSTEM, type TenantDb } from '#db/types.ts'
import { keptRead } from '#server/kept-reads.ts'
import { notify } from '#server/notifications/notify.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.people.admin.post('/api/clients', { name: 'First' })
})
afterAll(() => server.stop())

const file = <T>(run: (db: TenantDb) => T, accountid = server.accountid) =>
  server.services.tenants.read(accountid, run)
const names = (db: TenantDb) =>
  prepared<{ name: string }>(db, 'SELECT name FROM clients')
    .all()
    .map(({ name }) => name)
const keptNames = (db: TenantDb) => keptRead(db, 'names of clients', () => names(db))
const rename = (db: TenantDb, name: string) => prepared(db, 'UPDATE clients SET name = ?').run([name])

test('what was read is given again until a table changes that it read', async () => {
  const { tenants } = server.services
  const first = file(keptNames)
  await tenants.write(server.accountid, SYSTEM, (tx) => prepared(tx.db, 'DELETE FROM lane_stays').run())
  expect(file(keptNames)).toBe(first)
  await tenants.write(server.accountid, SYSTEM, (tx) => rename(tx.db, 'Second'))
  expect(file(keptNames)).toEqual(['Second'])
})

test('what holds a kept read falls with it', async () => {
  const outer = (db: TenantDb) => keptRead(db, 'of kept names', () => ({ names: keptNames(db) }))
  file(keptNames)
  const first = file(outer)
  expect(file(outer)).toBe(first)
  await server.services.tenants.write(server.accountid, SYSTEM, (tx) => rename(tx.db, 'Third'))
  expect(file(outer)).toEqual({ names: ['Third'] })
})

test('a write reads anew, and what it read and undid is never shown', async () => {
  const { tenants } = server.services
  const before = file(keptNames)
  const undone = tenants.write(server.accountid, SYSTEM, (tx) => {
    rename(tx.db, 'Undone')
    expect(keptNames(tx.db)).toEqual(['Undone'])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(file(keptNames)).toEqual(before)
})

test('of one account another is shown nothing, and a name that is kept elsewhere ends it', async () => {
  let made = 0
  const counted = (db: TenantDb) => keptRead(db, 'counted', () => ++made)
  expect(file(counted)).toBe(1)
  expect(file(counted, server.otherid)).toBe(2)
  expect(file(counted)).toBe(1)
  await server.services.tenants.write(server.accountid, SYSTEM, (tx) => tx.invalidateCaches())
  expect(file(counted)).toBe(3)
})

test('the frame around a page follows what a person chooses and has waiting, and is nobody else’s', async () => {
  const { admin, agent } = server.people
  const marks = ['data-theme="dark"', 'data-unread="1"']
  const shows = async (who: Client) => {
    const { text } = await who.get('/clients')
    return marks.map((mark) => text.includes(mark))
  }
  expect(await shows(admin)).toEqual([false, false])
  expect(await shows(agent)).toEqual([false, false])
  await admin.patch('/api/preferences', { theme: 'dark' })
  await server.services.tenants.write(server.accountid, SYSTEM, (tx) =>
    notify(tx, { userid: agent.userid, type: 'info', message: 'Called back' }),
  )
  expect(await shows(admin)).toEqual([true, false])
  expect(await shows(agent)).toEqual([false, true])
})
