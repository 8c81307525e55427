import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { lockDataFolder } from '#db/data-folder.ts'
import { readPosition, readStoredPosition } from '#db/queries/position.ts'
import { settings } from '#db/schema/tenant/index.ts'
import { openTenants } from '#db/tenants.ts'
import { cachedByReferenceVersion } from '#server/reference-cache.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'joblane-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const held = (text: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(text)
    } catch {
      return false
    }
  }).length

const actor = { userid: null, name: 'test' }

test('only so many files are open, and a closed one lets go of its descriptors at once', async () => {
  const dataFolder = lockDataFolder(join(folder, 'data'))
  const tenants = openTenants({ dataFolder, limit: 3 })
  const ids = Array.from({ length: 8 }, () => Bun.randomUUIDv7())
  for (const id of ids) {
    tenants.create(id, 'x')
    await tenants.write(id, actor, (tx) => tx.db.insert(settings).values({ key: 'a', value: '1' }).run())
    for (let i = 0; i < 150; i++) tenants.read(id, (db) => db.get(sql.raw(`SELECT ${i}`)))
  }
  expect(tenants.open()).toBe(3)
  expect(held(join(folder, 'data', 'tenants'))).toBeLessThanOrEqual(9)
  for (const id of ids)
    expect(tenants.read(id, (db) => db.select().from(settings).all())).toEqual([
      { key: 'a', value: '1', version: 1 },
    ])
  tenants.closeAll()
  expect(held(join(folder, 'data', 'tenants'))).toBe(0)
  dataFolder.release()
})

test('a file that nobody used since the last look is closed, one in use or being written is not', async () => {
  const dataFolder = lockDataFolder(join(folder, 'unused'))
  const tenants = openTenants({ dataFolder, kept: 0 })
  const [used, left, written] = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  for (const id of [used, left, written]) tenants.create(id, 'x')
  await tenants.closeUnused()
  expect(tenants.open()).toBe(3)
  tenants.read(used, (db) => db.select().from(settings).all())
  const write = tenants.write(written, actor, (tx) => tx.seq)
  await tenants.closeUnused()
  expect(held(left)).toBe(0)
  expect(tenants.open()).toBe(2)
  expect(await write).toBe(1)
  await tenants.closeUnused()
  await tenants.closeUnused()
  expect(tenants.open()).toBe(0)
  expect(tenants.read(written, (db) => db.select().from(settings).all())).toEqual([])
  tenants.closeAll()
  dataFolder.release()
})

test('what nobody uses for a while stays open without its statements, and is closed later', async () => {
  const dataFolder = lockDataFolder(join(folder, 'kept'))
  const tenants = openTenants({ dataFolder, kept: 2 })
  const [oldest, older, newest] = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  const isOpen = () => [oldest, older, newest].map((id) => held(id) > 0)
  for (const id of [oldest, older, newest]) tenants.create(id, 'x')
  const ask = () => tenants.read(newest, (db) => db.get(sql.raw("SELECT 'asked again'")))
  const prepare = spyOn(Database.prototype, 'prepare')
  const prepared = () => prepare.mock.calls.filter(([text]) => text.startsWith("SELECT 'asked again'")).length
  ask()
  ask()
  expect(prepared()).toBe(1)
  await tenants.closeUnused()
  await tenants.closeUnused()
  expect(isOpen()).toEqual([false, true, true])
  ask()
  expect(prepared()).toBe(2)
  prepare.mockRestore()
  for (let n = 0; n < 4; n++) await tenants.closeUnused()
  expect(isOpen()).toEqual([false, false, true])
  tenants.closeAll()
  dataFolder.release()
})

test('the pages of a file that rests are freed once, and read again when it is used', async () => {
  const dataFolder = lockDataFolder(join(folder, 'pages'))
  const tenants = openTenants({ dataFolder })
  const ids = [Bun.randomUUIDv7(), Bun.randomUUIDv7()] as const
  for (const id of ids) tenants.create(id, 'x')
  const ask = () => tenants.read(ids[0], (db) => db.select().from(settings).all())
  const run = spyOn(Database.prototype, 'run')
  const freed = () => run.mock.calls.splice(0).filter(([text]) => text === 'PRAGMA shrink_memory').length
  tenants.freePages()
  expect(freed()).toBe(0)
  ask()
  tenants.freePages()
  expect(freed()).toBe(1)
  tenants.freePages()
  tenants.freePages()
  expect(freed()).toBe(1)
  expect(ask()).toEqual([])
  run.mockRestore()
  tenants.closeAll()
  dataFolder.release()
})

test('of many accounts at work only the latest hold pages, and a file that is closed is asked for none', () => {
  const dataFolder = lockDataFolder(join(folder, 'holding'))
  const tenants = openTenants({ dataFolder })
  const ids = Array.from({ length: 40 }, () => Bun.randomUUIDv7())
  for (const id of ids) tenants.create(id, 'x')
  const ask = (some: string[]) => {
    for (const id of some) tenants.read(id, (db) => db.select().from(settings).all())
  }
  const run = spyOn(Database.prototype, 'run')
  const freed = () => run.mock.calls.splice(0).filter(([text]) => text === 'PRAGMA shrink_memory').length
  ask(ids)
  expect(freed()).toBe(40)
  ask(ids.slice(-32))
  expect(freed()).toBe(0)
  ask(ids.slice(0, 5))
  expect(freed()).toBe(5)
  tenants.close(ids[13] as string)
  ask(ids.slice(5, 8))
  expect(freed()).toBe(2)
  run.mockRestore()
  tenants.closeAll()
  dataFolder.release()
})

test('a write that throws leaves nothing, and its neighbours of the same moment stay', async () => {
  const dataFolder = lockDataFolder(join(folder, 'data2'))
  const tenants = openTenants({ dataFolder })
  const id = Bun.randomUUIDv7()
  tenants.create(id, 'x')
  const put = (key: string, bad = false) =>
    tenants.write(id, actor, (tx) => {
      tx.db.insert(settings).values({ key, value: '1' }).run()
      if (bad) throw new Error('no')
      return tx.seq
    })
  const settled = await Promise.allSettled([put('a'), put('b', true), put('c')])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(tenants.read(id, (db) => db.select().from(settings).all()).map(({ key }) => key)).toEqual(['a', 'c'])
  expect(tenants.position(id).seq).toBe(2)
  await expect(tenants.write(id, actor, (async () => 1) as never)).rejects.toThrow('synchronous')
  tenants.closeAll()
  dataFolder.release()
})

test('what a write that threw has seen of its own changes answers from no cache', async () => {
  const dataFolder = lockDataFolder(join(folder, 'thrown'))
  const tenants = openTenants({ dataFolder })
  const id = Bun.randomUUIDv7()
  tenants.create(id, 'x')
  const cachedCount = cachedByReferenceVersion((db) => db.select().from(settings).all().length)
  const write = tenants.write(id, actor, (tx) => {
    tx.db.insert(settings).values({ key: 'a', value: '1' }).run()
    tx.invalidateCaches()
    throw new Error(`Refused at ${cachedCount(tx.db)}`)
  })
  await expect(write).rejects.toThrow('Refused at 1')
  expect(tenants.read(id, cachedCount)).toBe(0)
  tenants.closeAll()
  dataFolder.release()
})

test('what a refused commit undid is heard by nobody, and answers from no cache', async () => {
  const dataFolder = lockDataFolder(join(folder, 'undone'))
  const tenants = openTenants({ dataFolder })
  const heard: string[] = []
  tenants.onCommit((_, events) => heard.push(...events.map(({ event }) => event)))
  const id = Bun.randomUUIDv7()
  tenants.create(id, 'x')
  const cachedKeys = cachedByReferenceVersion((db) =>
    db
      .select()
      .from(settings)
      .all()
      .map(({ key }) => key),
  )
  const put = (key: string, bad = false) =>
    tenants.write(id, actor, (tx) => {
      tx.db.insert(settings).values({ key, value: '1' }).run()
      tx.publish(key, [])
      tx.invalidateCaches()
      if (!bad) return
      tx.db.run(sql`PRAGMA defer_foreign_keys = ON`)
      tx.db.run(sql`INSERT INTO notes (id, jobid, message, date) VALUES ('n', 'none', '', '')`)
    })
  await put('a')
  const read = () => tenants.read(id, cachedKeys)
  expect(read()).toEqual(['a'])
  const settled = await Promise.allSettled([
    put('b'),
    put('c', true),
    tenants.write(id, actor, (tx) => cachedKeys(tx.db)),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(read()).toEqual(['a'])
  const { seq } = tenants.read(id, readPosition)
  await put('d')
  expect(read()).toEqual(['a', 'd'])
  expect(heard).toEqual(['a', 'd'])
  expect(tenants.read(id, readPosition)).toEqual(tenants.read(id, readStoredPosition))
  expect(tenants.read(id, readPosition).seq).toBeGreaterThan(seq)
  tenants.closeAll()
  dataFolder.release()
})

test('what one call reads is of one state, and leaves the file free for a write, also when it fails', async () => {
  const dataFolder = lockDataFolder(join(folder, 'steady'))
  const tenants = openTenants({ dataFolder })
  const id = Bun.randomUUIDv7()
  tenants.create(id, 'x')
  const other = new Database(tenants.path(id))
  const put = (value: string) =>
    other.run(
      'INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2',
      ['a', value],
    )
  const read = () => tenants.read(id, (db) => db.select().from(settings).all()[0]?.value)
  put('1')
  const seen = tenants.read(id, (db) => {
    const before = db.select().from(settings).all()[0]?.value
    put('2')
    const within = read()
    return [before, within, db.select().from(settings).all()[0]?.value]
  })
  expect(seen).toEqual(['1', '1', '1'])
  expect(read()).toBe('2')
  const failed = () =>
    tenants.read(id, (db) => {
      db.select().from(settings).all()
      throw new Error('It fails.')
    })
  expect(failed).toThrow('It fails.')
  put('3')
  await tenants.write(id, actor, (tx) => tx.db.update(settings).set({ value: '4' }).run())
  expect(read()).toBe('4')
  other.close()
  tenants.closeAll()
  dataFolder.release()
})
