import { spyOn } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataFolder } from '#db/data-folder.ts'
import { openPlatform } from '#db/platform.ts'
import { openTenants } from '#db/tenants.ts'
import { run, startupErrorMessage } from '#server/main.ts'
import { fillDemo } from '#server/tasks/demo/fill.ts'
import { DEMO_PASSWORD } from '#server/tasks/demo/people.ts'
import { builtProgram } from '#tests/support/built-program.ts'
import { type Program, startProgram } from '#tests/support/program.ts'
import { sharedFolder } from '#tests/support/shared-folder.ts'

const root = join(import.meta.dir, '../..')
const made: string[] = []

/** A new folder under the system's temporary one; `removeTemporaryFolders` takes all of them away. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-tasks-'))
  made.push(folder)
  return folder
}

export const removeTemporaryFolders = () => {
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

export type CommandOutput = { status: number; out: string; err: string }

/** Runs a sub-command of the program to its end in a process of its own, as a person would type it. */
export function joblaneProcess(args: string[], cwd = root): CommandOutput {
  const { JOBLANE_DATA: _data, NODE_ENV: _env, ...env } = process.env
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, join(root, 'server/main.ts'), ...args],
    { cwd, env: env as Record<string, string>, timeout: 60_000 },
  )
  return { status: exitCode, out: String(stdout), err: String(stderr) }
}

/** The same in this process: a start costs more than most commands. */
export async function joblane(args: string[]): Promise<CommandOutput> {
  const said = { out: '', err: '' }
  const hear = (method: 'log' | 'error', where: keyof typeof said) =>
    spyOn(console, method).mockImplementation((words) => {
      said[where] += `${words}\n`
    })
  const spies = [hear('log', 'out'), hear('error', 'err')]
  const umask = process.umask()
  try {
    await run(args)
    return { status: 0, ...said }
  } catch (error) {
    return { status: 1, out: said.out, err: `${said.err}joblane: ${startupErrorMessage(error)}\n` }
  } finally {
    process.umask(umask)
    for (const spy of spies) spy.mockRestore()
  }
}

/** A folder with the demo in it, filled once and copied. */
export async function demoFolder(folder = join(temporaryFolder(), 'data')): Promise<string> {
  cpSync(await sharedFolder('demo', fillDemo), folder, { recursive: true })
  return folder
}

/** The command that serves a folder on a free port. */
export const serveCommand = async (folder: string, flags: string[] = []): Promise<string[]> => [
  await builtProgram(),
  '--port',
  '0',
  '--host',
  '127.0.0.1',
  '--quiet',
  '--data',
  folder,
  ...flags,
]

/** The program in a process of its own, serving a folder on a free port. */
export const serveFolder = async (folder: string, flags: string[] = []): Promise<Program> =>
  startProgram(await serveCommand(folder, flags), root)

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
  const token = await signInToDemo(base, email)
  return (method, path, own) => send(method, path, own, { authorization: `Bearer ${token}` })
}

/** The token of somebody of a running demo. */
export async function signInToDemo(base: string, email = 'owner@northwind.test'): Promise<string> {
  const answer = await fetch(`${base}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: email, password: DEMO_PASSWORD }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}
