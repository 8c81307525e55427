import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plain, readPdf } from '#tests/pdf/read.ts'
import { builtProgram } from '#tests/support/built-program.ts'
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
  binary = await builtProgram()
  const start = join(folder, 'start')
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

  test('moves a card, shows it on the board, and prints it from its own fonts and worker', async () => {
    const headers = { authorization: `Bearer ${await tokenOf()}`, 'content-type': 'application/json' }
    const post = async (path: string, body: object) => {
      const answer = await fetch(program.base + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status, path).toBe(200)
      return (await answer.json()).data
    }
    await post('/api/organisations', { name: 'First Workshop', prefix: 'FW' })
    const board = await post('/api/boards', { name: 'Workshop' })
    const [gate, door] = [
      await post('/api/jobs', job(board.id, 'Gate')),
      await post('/api/jobs', job(board.id, 'Door')),
    ]
    await post('/api/materials', {
      jobid: gate.id,
      inventoryid: null,
      role: 4,
      description: 'Gate, welded',
      estimated: 2,
      linerate: '1 250,50',
    })
    await post('/api/jobs/reorder', { jobid: door.id, lane: 2, afterid: null, version: door.version })
    const { data } = await (await fetch(`${program.base}/api/jobs/${door.id}`, { headers })).json()
    expect(data.status).toBe(2)
    const page = await fetch(`${program.base}/jobs/workshop/progress`, { headers })
    expect(await page.text()).toContain('data-island="board"')
    const paper = await fetch(`${program.base}/render/estimate/${gate.id}`, { headers })
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const text = plain((await readPdf(await paper.bytes())).text)
    expect(text).toContain('Gate, welded')
    expect(text).toContain('R 2 501,00')
    const picture = await fetch(`${program.base}/render/estimate/${gate.id}?format=png&width=200`, {
      headers,
    })
    expect((await picture.bytes()).slice(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  })

  test('says so when its port is taken', () => {
    const { status, said } = run('--port', new URL(program.base).port, '--data', join(folder, 'other'))
    expect(status).toBe(1)
    expect(said.trim()).toMatch(/^joblane: The port is in use[^\n]+$/)
  })
})

const job = (boardid: string, description: string) => ({ boardid, description })

async function tokenOf(): Promise<string> {
  const signed = await fetch(`${program.base}/api/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: owner.email, password: owner.password }),
  })
  return (await signed.json()).data.token
}

/** Signs the owner in and answers who the program takes them for. */
async function signIn(): Promise<unknown> {
  const myself = await fetch(`${program.base}/api/users/myself`, {
    headers: { authorization: `Bearer ${await tokenOf()}` },
  })
  return (await myself.json()).data
}

function run(...args: string[]): { status: number; said: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([binary, ...args], { cwd: folder, timeout: 60_000 })
  return { status: exitCode, said: `${stdout}${stderr}` }
}

async function pageOf(path: string): Promise<string> {
  const answer = await fetch(program.base + path)
  expect(answer.status).toBe(200)
  return answer.text()
}
