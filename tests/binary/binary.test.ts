import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '#server/tasks/build.ts'
import { type Program, startProgram } from '#tests/support/program.ts'

let folder: string
let binary: string
let program: Program

const command = () => [binary, '--port', '0', '--host', '127.0.0.1', '--single-account']
const owner = {
  firstname: 'Olga',
  lastname: 'Owner',
  email: 'olga@first.test',
  password: 'a-first-password-1',
}

/** Files that belong to somebody else. Whichever the program read would stop it, or lead it astray. */
const strangers = {
  '.env': 'JOBLANE_PORT=1\nJOBLANE_HOST=192.0.2.1\nJOBLANE_UNKNOWN=1\nNODE_ENV=development\n',
  'bunfig.toml': 'preload = ["./missing.ts"]\n',
  'package.json': '{ "imports": { "#server/*": "./missing/*" }, "type": "commonjs" }',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "*": ["./missing/*"] } } }',
  'server/main.ts': 'process.exit(3)',
  'server/pdf/worker.ts': 'process.exit(3)',
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'joblane-binary-'))
  binary = join(folder, 'joblane')
  const start = join(folder, 'start')
  await build(binary)
  await Promise.all(Object.entries(strangers).map(([name, text]) => Bun.write(join(start, name), text)))
  program = await startProgram(command(), start)
})

afterAll(async () => {
  await program?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('the one binary', () => {
  test('is ready in a folder full of other people’s settings', async () => {
    expect((await fetch(`${program.base}/health/ready`)).status).toBe(200)
  })

  test('serves a page with its styles, scripts, chunks and fonts', async () => {
    const seen = new Map<string, number>()
    await follow(await pageOf('/signin'))
    expect([...seen.values()].filter((status) => status !== 200)).toEqual([])
    const kinds = new Set([...seen.keys()].map((path) => path.split('.').at(-1)))
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['css', 'js', 'woff2']))

    async function follow(text: string): Promise<void> {
      for (const [path] of text.matchAll(/\/assets\/[\w.-]+/g)) {
        if (seen.has(path)) continue
        const answer = await fetch(program.base + path)
        seen.set(path, answer.status)
        if (/\.(js|css)$/.test(path)) await follow(await answer.text())
      }
    }
  })

  test('is set up with the code of the terminal, signs in, and keeps it all over a restart', async () => {
    const [, code = ''] = /enter the code (\S+)/.exec(program.output()) ?? []
    const form = new URLSearchParams({ ...owner, code, accountname: 'First' })
    const answer = await fetch(`${program.base}/setup`, { method: 'POST', body: form, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect(await signIn()).toMatchObject({ name: 'Olga Owner', email: owner.email })

    expect(await program.stop()).toBe(0)
    program = await startProgram(command(), join(folder, 'start'))
    expect(program.output()).not.toContain('enter the code')
    expect(await signIn()).toMatchObject({ name: 'Olga Owner', email: owner.email })
  })

  test('tells its version', () => {
    expect(run('version')).toEqual({ status: 0, said: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  })

  test.each([
    [['--port', 'many'], '--port'],
    [['--nonsense'], '--nonsense'],
    [['dance'], 'dance'],
  ])('answers %p with one sentence that names what is wrong', (args, name) => {
    const { status, said } = run(...args)
    expect(status).toBe(1)
    expect(said).toContain(name)
    expect(said.trim().split('\n')).toHaveLength(1)
  })

  test('says so when its port is taken', () => {
    const { status, said } = run('--port', new URL(program.base).port, '--data', join(folder, 'other'))
    expect(status).toBe(1)
    expect(said.trim()).toMatch(/^joblane: The port is in use[^\n]+$/)
  })
})

/** Signs the owner in and answers who the program takes them for. */
async function signIn(): Promise<unknown> {
  const signed = await fetch(`${program.base}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: owner.email, password: owner.password }),
  })
  const { token } = (await signed.json()).data
  const myself = await fetch(`${program.base}/api/users/myself`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await myself.json()).data
}

function run(...args: string[]): { status: number; said: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([binary, ...args], { cwd: folder, timeout: 10_000 })
  return { status: exitCode, said: `${stdout}${stderr}` }
}

async function pageOf(path: string): Promise<string> {
  const answer = await fetch(program.base + path)
  expect(answer.status).toBe(200)
  return answer.text()
}
