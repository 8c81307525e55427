import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPasswords, type Passwords } from '#server/access/passwords.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'
import { type Client, openSessions, signIn } from './client.ts'
import { fill, type Role, roles, type SeededIds } from './fill.ts'
import { sharedFolder } from './shared-folder.ts'

export { type Answer, type Client, PASSWORD } from './client.ts'
export type { Role } from './fill.ts'

export type TestServer = Running &
  SeededIds & {
    folder: string
    /** People of the first account, one for each role: `admin`, `management`, `operations`, `agent`, `jobs`, `stakeholder`. */
    people: Record<Role, Client>
    /** The administrator of the other account. */
    other: Client
    operator: Client
    /** Signs somebody in with the usual test password, as they would themselves. */
    signIn(email: string): Promise<Client>
    /** Stops the program, and starts it again in the folder that `meanwhile` has changed. */
    restart(meanwhile: () => Promise<unknown>): Promise<TestServer>
  }

const IDS = 'ids.json'

/** Tests prove what a password opens, not what it costs. */
export const cheapPasswords = createPasswords({ memoryCost: 1024, timeCost: 1 })

/**
 * The whole program in this process, on a free port with a fresh data folder: the platform owner, the account
 * "First" with a person of every role (`admin@first.test`, …), the account "Other" with `admin@other.test`.
 * Call `stop()` in `afterAll`; the folder goes with it. `flags` are more settings of the program; a test of what a
 * password costs hands over `createPasswords()`.
 */
export async function startTestServer(
  clock?: () => Date,
  flags: string[] = [],
  passwords: Passwords = cheapPasswords,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-test-'))
  // What is filled by another clock or with other passwords differs.
  const filled = clock || passwords !== cheapPasswords ? undefined : await copyFilled(folder)
  const begin = () => startIn(folder, clock, flags, passwords)
  const running = await begin()
  const ids = filled ?? (await fill(running.services))
  return openTestServer(running, { folder, ids, begin })
}

type Begun = { folder: string; ids: SeededIds; begin: () => Promise<Running> }

async function openTestServer(running: Running, begun: Begun): Promise<TestServer> {
  const { folder, ids, begin } = begun
  const whos = Object.keys(roles) as Role[]
  const emails = whos.map((who) => `${who}@first.test`)
  const [other, operator, ...first] = (await openSessions(running, [
    'admin@other.test',
    'operator@platform.test',
    ...emails,
  ])) as [Client, Client, ...Client[]]
  return {
    ...running,
    ...ids,
    folder,
    people: Object.fromEntries(whos.map((who, at) => [who, first[at]])) as Record<Role, Client>,
    other,
    operator,
    signIn: (email) => signIn(running.url, email),
    async restart(meanwhile) {
      await running.stop()
      await meanwhile()
      return openTestServer(await begin(), begun)
    },
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the accounts and their people: to fill them takes ten times as long. Returns their ids. */
export async function copyFilled(folder: string): Promise<SeededIds> {
  const template = await sharedFolder('filled', async (template) => {
    const running = await startIn(template, undefined, [], cheapPasswords)
    await Bun.write(join(template, IDS), JSON.stringify(await fill(running.services)))
    await running.stop()
  })
  cpSync(join(template, 'data'), join(folder, 'data'), { recursive: true })
  return Bun.file(join(template, IDS)).json()
}

function startIn(folder: string, clock: (() => Date) | undefined, flags: string[], passwords: Passwords) {
  const place = ['--port', '0', '--host', '127.0.0.1', '--data', join(folder, 'data')]
  return start(readConfig({}, [...place, '--quiet', ...flags]), clock, passwords)
}
