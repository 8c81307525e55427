import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addSeat, addUser, createAccount } from '#server/access/accounts.ts'
import { startSession } from '#server/access/sessions.ts'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { build } from '#server/tasks/build.ts'
import { median } from './load.ts'
import type { Row } from './table.ts'

const TENANTS = 100
const REQUESTS = 1_000
const STARTS = 5

/** The binary over a folder of a hundred tenants: from start to the first answer, and its memory after use. */
export async function benchBinary(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-bench-'))
  try {
    const outfile = join(folder, 'joblane')
    await build(outfile)
    const cookies = await fill(join(folder, 'data'))
    const starts: number[] = []
    let memory = 0
    for (let i = 0; i < STARTS; i++) {
      const run = await measure(outfile, folder, i === STARTS - 1 ? cookies : [])
      starts.push(run.seconds)
      memory = Math.max(memory, run.memory)
    }
    const none = { reference: Number.NaN, ratio: Number.NaN }
    return [
      {
        what: `binary: start to first answer, ${TENANTS} tenants`,
        ours: median(starts),
        ...none,
        unit: 's',
        reach: 'at most 0.4 s',
      },
      {
        what: `binary: memory after ${REQUESTS} requests over ${TENANTS} tenants`,
        ours: memory,
        ...none,
        unit: 'MB',
        reach: 'at most 250 MB',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One person with a seat and a session in each of the accounts; each account holds some records. */
async function fill(data: string): Promise<string[]> {
  const running = await start(
    readConfig({}, ['--port', '0', '--host', '127.0.0.1', '--data', data, '--quiet']),
  )
  const { platform, tenants } = running.services
  const userid = await platform.write((tx) =>
    addUser(tx, { email: 'bench@joblane.test', firstname: 'Ben', lastname: 'Ch', passwordhash: null }),
  )
  const cookies: string[] = []
  for (let i = 0; i < TENANTS; i++) {
    const { id, roleids } = await createAccount(platform, tenants, { name: `Account ${i}` })
    await addSeat(platform, tenants, { accountid: id, userid, roleids: [roleids.systemadmin as string] })
    const session = await platform.write((tx) =>
      startSession(tx, userid, { address: '', agent: 'bench' }, id),
    )
    cookies.push(`joblane_session=${session.cookie}`)
  }
  for (const cookie of cookies)
    for (let i = 0; i < 10; i++) await post(running.url, cookie, '/api/locations', { name: `Location ${i}` })
  await running.stop()
  return cookies
}

const post = (url: string, cookie: string, path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function measure(program: string, folder: string, cookies: string[]) {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = Bun.spawn([program, '--port', String(port), '--host', '127.0.0.1', '--quiet'], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'inherit',
  })
  await answers(`${url}/signin`)
  const seconds = (performance.now() - started) / 1000
  for (let i = 0; i < (cookies.length && REQUESTS); i++) {
    const path = i % 2 ? '/admin/locations' : '/api/locations'
    const answer = await fetch(url + path, { headers: { cookie: cookies[i % cookies.length] as string } })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    await answer.arrayBuffer()
  }
  const status = await Bun.file(`/proc/${child.pid}/status`).text()
  const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  child.kill('SIGTERM')
  await child.exited
  return { seconds, memory }
}

async function answers(url: string): Promise<void> {
  const until = performance.now() + 10_000
  while (performance.now() < until) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await Bun.sleep(2)
  }
  throw new Error(`Nothing answers at ${url}`)
}
