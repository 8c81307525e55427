import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataFolder } from '#db/data-folder.ts'
import { openPlatform } from '#db/platform.ts'
import { openTenants } from '#db/tenants.ts'
import { fillDemo } from '#server/tasks/demo/fill.ts'
import { DEMO_PASSWORD } from '#server/tasks/demo/people.ts'
import { type Program, startProgram } from '#tests/support/program.ts'

const root = join(import.meta.dir, '../..')
const made: string[] = []

/** A new folder under the system's temporary one; `removeTemporary` takes all of them away. */
export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-tasks-'))
  made.push(folder)
  return folder
}

export const removeTemporary = () => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A data folder held by this process, without a server. */
export function openData(folder: string) {
  const dataFolder = lockDataFolder(folder)
  const platform = openPlatform(folder)
  const tenants = openTenants({ dataFolder })
  const close = () => {
    tenants.closeAll()
    platform.close()
    dataFolder.release()
  }
  return { dataFolder, platform, tenants, close }
}

export type Said = { status: number; out: string; err: string }

/** Runs a sub-command of the program to its end, as a person would type it. */
export function joblane(args: string[], env: Record<string, string> = {}): Said {
  const { JOBLANE_DATA: _data, ...own } = process.env
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, join(root, 'server/main.ts'), ...args],
    {
      cwd: root,
      env: { ...own, ...env } as Record<string, string>,
      timeout: 60_000,
    },
  )
  return { status: exitCode, out: String(stdout), err: String(stderr) }
}

/** A folder with the demo in it. */
export async function demoFolder(): Promise<string> {
  const folder = join(temporary(), 'data')
  await fillDemo(folder)
  return folder
}

/** The program in a process of its own, serving a folder on a free port. */
export const serveFolder = (folder: string, flags: string[] = []): Promise<Program> =>
  startProgram(
    [
      process.execPath,
      join(root, 'server/main.ts'),
      '--port',
      '0',
      '--host',
      '127.0.0.1',
      '--quiet',
      '--data',
      folder,
      ...flags,
    ],
    root,
  )

// biome-ignore lint/suspicious/noExplicitAny: a test reads what the server answered
export type Caller = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>

/** Signs in to a running demo; the answer calls it as that person. */
export async function signedIn({ base }: Program, email = 'owner@northwind.test'): Promise<Caller> {
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const token = await signIn(base, email)
  return (method, path, own) => send(method, path, own, { authorization: `Bearer ${token}` })
}

/** The token of somebody of a running demo. */
export async function signIn(base: string, email = 'owner@northwind.test'): Promise<string> {
  const answer = await fetch(`${base}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: email, password: DEMO_PASSWORD }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}
