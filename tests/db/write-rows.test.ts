import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { notifications } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows, updateById } from '#db/write-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, run)

const row = (message: string) => ({
  id: crypto.randomUUID(),
  userid: 'nobody',
  message,
  dateutc: '2026-11-02',
})

test('rows are stored as drizzle stores them, with what the table has for what they leave out', async () => {
  const [ours, theirs] = [row('A drop'), row('A drop')]
  const stored = await write(({ db }) => {
    expect(insertRows(db, notifications, [ours, { ...row('Snoozed'), snoozed: true, jobid: null }])).toBe(2)
    db.insert(notifications).values(theirs).run()
    return db.select().from(notifications).all()
  })
  const known = (id: string) => ({ ...stored.find((one) => one.id === id), id: '' })
  expect(known(ours.id)).toEqual(known(theirs.id))
  expect(stored.find(({ message }) => message === 'Snoozed')).toMatchObject({ snoozed: true, type: 'info' })
})

test('a row whose key is known is refused, or left out and not counted', async () => {
  const first = row('First')
  await write(({ db }) => insertRows(db, notifications, [first]))
  await expect(write(({ db }) => insertRows(db, notifications, [first]))).rejects.toThrow('UNIQUE')
  expect(await write(({ db }) => insertRows(db, notifications, [first, row('Next')], 'known'))).toBe(1)
})

test('more rows than one statement takes are stored in their order, those whose key is known left out', async () => {
  const many = Array.from({ length: 70 }, (_, at) => row(`${at}`))
  const stored = await write(({ db }) => {
    expect(insertRows(db, notifications, many.slice(0, 40))).toBe(40)
    expect(insertRows(db, notifications, many, 'known')).toBe(30)
    return db.select().from(notifications).orderBy(sql`rowid`).all()
  })
  const ids = new Set<string>(many.map(({ id }) => id))
  expect(stored.filter(({ id }) => ids.has(id)).map(({ message }) => message)).toEqual(
    many.map(({ message }) => message),
  )
})

test('a change names its columns as they are stored', async () => {
  const first = row('First')
  const changed = await write(({ db }) => {
    insertRows(db, notifications, [first])
    updateById(db, notifications, first.id, { message: 'Changed', snoozed: true, readutc: null })
    return db.select().from(notifications).where(eq(notifications.id, first.id)).get()
  })
  expect(changed).toMatchObject({ message: 'Changed', snoozed: true, readutc: null, type: 'info' })
})
