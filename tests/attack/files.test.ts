import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataFolder } from '#db/data-folder.ts'
import { openFile } from '#db/sqlite.ts'
import { TenantUnavailable } from '#db/tenant-files.ts'
import { openTenants, type Tenants } from '#db/tenants.ts'
import { startTestServer } from '#tests/support/server.ts'
import { joblane } from '#tests/tasks/support.ts'

const folder = mkdtempSync(join(tmpdir(), 'joblane-attack-'))
const dataFolder = lockDataFolder(join(folder, 'data'))
const [id, otherid] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
const by = { userid: null, name: 'test' }
const first = openTenants({ dataFolder })
for (const one of [id, otherid]) first.create(one, one)
first.closeAll()
const path = first.path(id)
const sound = readFileSync(path)
afterAll(() => {
  dataFolder.release()
  rmSync(folder, { recursive: true })
})

describe("an account's file", () => {
  let tenants: Tenants
  beforeEach(() => {
    tenants?.closeAll()
    for (const part of ['', '-wal', '-shm']) rmSync(path + part, { recursive: true, force: true })
    writeFileSync(path, sound)
    // Anew, because a file that failed is left alone for two seconds.
    tenants = openTenants({ dataFolder })
  })
  const read = (account: string) => tenants.read(account, () => 'read')
  const write = (account: string) => tenants.write(account, by, () => 'written')

  const spoilt: Record<string, () => void> = {
    garbage: () => writeFileSync(path, 'this is not a database '.repeat(500)),
    missing: () => rmSync(path),
    'cut short': () => writeFileSync(path, sound.subarray(0, sound.length >> 1)),
    "another account's": () => copyFileSync(tenants.path(otherid), path),
    'a folder': () => {
      rmSync(path)
      mkdirSync(path)
    },
    // Taken for a new account it would answer, and nobody would have a right in it.
    'of no bytes': () => writeFileSync(path, ''),
  }
  test.each(Object.entries(spoilt))('that is %s takes down its own account alone', async (_, spoil) => {
    spoil()
    expect(() => read(id)).toThrow(TenantUnavailable)
    await expect(write(id)).rejects.toBeInstanceOf(TenantUnavailable)
    expect(read(otherid)).toBe('read')
    expect(await write(otherid)).toBe('written')
  })

  test('that somebody else locks holds up nobody', () => {
    const lock = openFile(path)
    lock.raw.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.raw.run('BEGIN EXCLUSIVE')
    const started = performance.now()
    expect(() => read(id)).toThrow(TenantUnavailable)
    expect(performance.now() - started).toBeLessThan(2_000)
    lock.raw.run('ROLLBACK')
    lock.raw.close()
  })

  test.each([
    ['deleted', () => rmSync(path)],
    ['put aside', () => renameSync(path, `${path}.aside`)],
    [
      'replaced by another',
      () => {
        writeFileSync(`${path}.new`, sound)
        renameSync(`${path}.new`, path)
      },
    ],
  ])('that is %s while it is open takes no write, which would be lost', async (_, away) => {
    expect(await write(id)).toBe('written')
    away()
    await expect(write(id)).rejects.toBeInstanceOf(TenantUnavailable)
  })

  test('that is closed under a waiting write refuses that write and goes on', async () => {
    const waiting = [write(id), write(id)]
    tenants.close(id)
    const later = write(id)
    const settled = await Promise.allSettled([...waiting, later])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await write(id)).toBe('written')
  })
})

test('an account that is down says so by every way in, and its neighbour works', async () => {
  const server = await startTestServer()
  const { admin } = server.people
  const file = server.services.tenants.path(server.accountid)
  server.services.tenants.close(server.accountid)
  writeFileSync(file, 'this is not a database '.repeat(500))
  const form = new URLSearchParams({ name: 'x' })
  for (const { status, text } of [
    await admin.get('/api/clients'),
    await admin.post('/api/clients', { name: 'x' }),
    await admin.call('GET', '/clients', undefined, { accept: 'text/html' }),
    await admin.call('POST', '/clients', form, { 'hx-request': 'true' }),
    await admin.post('/hub/negotiate'),
  ]) {
    expect(status).toBe(503)
    expect(text).toContain('cannot be opened at the moment')
    expect(text).not.toMatch(/SQLITE|sqlite|\bat \/|undefined/)
  }
  expect((await server.other.post('/api/clients', { name: 'Goes on' })).status).toBe(200)
  await server.stop()
})

describe('a full disk under the platform', () => {
  test('does not end the program when a session would be prolonged, and is told in a sentence', async () => {
    let now = Date.now()
    const server = await startTestServer(() => new Date(now))
    const { admin } = server.people
    const { platform } = server.services
    const write = platform.write
    const refuse = (code: string) => {
      platform.write = () => Promise.reject(Object.assign(new Error('no room'), { code }))
    }
    now += 2 * 86_400_000
    refuse('SQLITE_FULL')
    const page = await fetch(`${server.url}/`, { headers: { cookie: admin.cookie, accept: 'text/html' } })
    await Bun.sleep(20)
    expect(page.status).toBe(200)
    for (const code of ['SQLITE_FULL', 'SQLITE_READONLY_DBMOVED', 'SQLITE_IOERR_FSYNC', 'ENOSPC', 'EROFS']) {
      refuse(code)
      const { status, body } = await admin.call('POST', '/api/auth/renew', { renewToken: 'x' })
      expect(status).toBe(503)
      expect(body.message).toContain('nothing was saved')
    }
    platform.write = write
    await server.stop()
  })
})

describe('a start that cannot be', () => {
  test.each([
    ['a host that is not here', ['--host', '10.9.9.9', '--data', join(folder, 'start')], /no such address/],
    ['a host that is none', ['--host', 'nosuch.invalid', '--data', join(folder, 'start')], /no such address/],
    ['a folder where none can be', ['--data', '/proc/nothing/here'], /cannot be made there/],
    ['a folder that is a file', ['--data', '/etc/passwd'], /cannot be made there/],
  ])('for %s ends with one sentence', async (_, args, sentence) => {
    const { status, err } = await joblane(['--port', '0', ...args])
    expect(status).toBe(1)
    expect(err.trim()).toMatch(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(err).not.toMatch(/E[A-Z]{4,}|\bat \//)
  })
})
