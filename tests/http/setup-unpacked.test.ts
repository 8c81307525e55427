import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { userByEmail } from '#db/queries/platform/users.ts'
import { platformUsers } from '#db/schema/platform/index.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'
import { startTestServer } from '#tests/support/server.ts'
import { joblane } from '#tests/tasks/support.ts'

setDefaultTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'joblane-unpacked-'))
const archive = join(folder, 'first.joblane')
const data = join(folder, 'data')
let running: Running | undefined

beforeAll(async () => {
  const server = await startTestServer()
  const headers = { cookie: server.people.admin.cookie }
  writeFileSync(archive, await (await fetch(`${server.url}/account/backup/archive`, { headers })).bytes())
  await server.stop()
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(data, { recursive: true, force: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

async function serve(...flags: string[]): Promise<Running> {
  running = await start(
    readConfig({}, ['--port', '0', '--host', '127.0.0.1', '--data', data, '--quiet', ...flags]),
  )
  return running
}

/** What the installation of somebody new is, once the archive of an account came into it. */
async function unpacked(...flags: string[]) {
  const fresh = await serve(...flags)
  await fresh.stop()
  running = undefined
  const { out } = await joblane(['unpack', '--from', archive, '--data', data])
  return { out, ...(await serve(...flags)) }
}

const ask = (path: string, cookie = '') =>
  fetch(running?.url + path, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })

const setup = (more: Record<string, string>) =>
  fetch(`${running?.url}/setup`, {
    method: 'POST',
    body: new URLSearchParams({
      code: running?.services.setupcode ?? '',
      firstname: 'Ann',
      lastname: 'Admin',
      accountname: 'Platform',
      password: 'welding-2026',
      ...more,
    }),
    redirect: 'manual',
  })

async function enter(more: Record<string, string>) {
  const answer = await setup(more)
  expect([answer.status, await answer.text()]).toEqual([303, ''])
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const accountsOf = (email: string) =>
  running?.services.platform.read((db) =>
    listUserAccounts(db, userByEmail(db, email)?.id ?? '').map(({ name }) => name),
  )

test('an account that was unpacked leaves setup open, and whoever has an address in it gets in', async () => {
  const { out } = await unpacked()
  expect(out).toContain('open /setup and enter the code')
  expect((await ask('/signin')).headers.get('location')).toBe('/setup')
  const form = await (await ask('/setup')).text()
  expect(form).toContain('An account is here already.')
  const stranger = await setup({ email: 'admin@first.test', code: 'AAAAA-AAAAA' })
  expect([stranger.status, await stranger.text()]).toEqual([
    400,
    expect.stringContaining('This is not the code'),
  ])
  const cookie = await enter({ email: 'admin@first.test' })
  expect((await ask('/clients', cookie)).status).toBe(200)
  expect(accountsOf('admin@first.test')).toEqual(['First', 'Platform'])
  expect((await ask('/setup')).status).toBe(404)
  expect((await ask('/signin')).status).toBe(200)
})

test('an address that nobody has in it gets the Back office, and no way into the account', async () => {
  await unpacked()
  const cookie = await enter({ email: 'runs@hosting.test' })
  expect((await ask('/backoffice', cookie)).status).toBe(200)
  expect(accountsOf('runs@hosting.test')).toEqual(['Platform'])
})

test('whoever has a password there already enters that one', async () => {
  const { services } = await unpacked()
  const passwordhash = await services.passwords.hash('mowing-2025')
  await services.platform.write(({ db }) =>
    db.update(platformUsers).set({ passwordhash }).where(eq(platformUsers.email, 'admin@first.test')).run(),
  )
  const other = await setup({ email: 'admin@first.test' })
  expect([other.status, await other.text()]).toEqual([
    400,
    expect.stringContaining('has a password here: enter that one.'),
  ])
  const cookie = await enter({ email: 'admin@first.test', password: 'mowing-2025' })
  expect((await ask('/clients', cookie)).status).toBe(200)
})

test('of a single account the one that was unpacked becomes the platform’s', async () => {
  await unpacked('--single-account')
  const cookie = await enter({ email: 'new@first.test', accountname: '' })
  expect(accountsOf('new@first.test')).toEqual(['First'])
  for (const path of ['/clients', '/backoffice', '/admin/users'])
    expect([path, (await ask(path, cookie)).status]).toEqual([path, 200])
})
