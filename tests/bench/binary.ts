import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addSeat, addUser, createAccount } from '#server/access/accounts.ts'
import { startSession } from '#server/access/sessions.ts'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { build } from '#server/tasks/build.ts'
import { unitOptions } from '#tests/support/engine-options.ts'
import { fillBoard } from './jobs-data.ts'
import { median } from './load.ts'
import type { Row } from './table.ts'

const ACCOUNTS = 1_000
/** Those that are opened. */
const OPEN = 100
const REQUESTS = 1_000
const STARTS = 5
/** A request that takes longer fails the measurement. */
const PATIENCE_MS = 30_000
/** By then what requests left behind is collected, and every file is still open. */
const RESTED_MS = 20_000
/** By then what nobody uses is closed. */
const UNUSED_MS = 150_000
const BOARDS = 40
const DOCUMENTS = 10

/**
 * The binary over a folder of a thousand accounts: from start to the first answer, and its memory idle and after use. With the
 * engine's options of the unit of the Debian package. After small requests the largest of five runs counts: where the engine
 * stands between two collections makes some 20 MB.
 */
export async function benchBinary(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-bench-'))
  try {
    const outfile = join(folder, 'joblane')
    await build(outfile)
    const { cookies, jobids } = await fill(join(folder, 'data'))
    const small = Array.from({ length: REQUESTS }, (_, i) => ({
      path: i % 2 ? '/admin/locations' : '/api/locations',
      cookie: cookies[i % OPEN],
    }))
    const large = [
      ...Array.from({ length: BOARDS }, () => '/jobs/bench/progress'),
      ...jobids.slice(0, DOCUMENTS).map((id) => `/render/estimate/${id}`),
    ].map((path) => ({ path, cookie: cookies[0] }))
    const idle: Run[] = []
    for (let i = 0; i < STARTS; i++) idle.push(await measure(outfile, folder, []))
    const last = await measure(outfile, folder, small, UNUSED_MS)
    const afterSmall = [last]
    for (let i = 1; i < STARTS; i++) afterSmall.push(await measure(outfile, folder, small, RESTED_MS))
    const afterLarge = await measure(outfile, folder, large)
    const of = (name: keyof Run) => median(idle.map((run) => run[name]))
    const most = (name: keyof Run) => Math.max(...afterSmall.map((run) => run[name]))
    const alone = (what: string, ours: number, unit: string, reach: string): Row => ({
      ...{ what: `binary: ${what}`, ours, unit, reach: `at most ${reach} ${unit}` },
      ...{ reference: Number.NaN, ratio: Number.NaN },
    })
    return [
      alone(`start to first answer, ${ACCOUNTS} accounts`, of('seconds'), 's', '0.2'),
      alone('processor time to the first answer', of('processor'), 's', '0.2'),
      alone('memory idle', of('memory'), 'MB', '80'),
      alone('memory idle that is its own', of('own'), 'MB', '40'),
      alone(`memory after ${BOARDS} boards and ${DOCUMENTS} documents`, afterLarge.memory, 'MB', '160'),
      alone(
        `memory after ${REQUESTS} requests to ${OPEN} accounts of ${ACCOUNTS}, most of ${STARTS} runs`,
        most('memory'),
        'MB',
        '250',
      ),
      alone(`memory ${RESTED_MS / 1000} s later, all ${OPEN} open`, most('rested'), 'MB', '250'),
      alone('memory some minutes after these requests', last.later, 'MB', '250'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In each account a person with a session; those that are opened hold some records. */
async function fill(data: string): Promise<{ cookies: string[]; jobids: string[] }> {
  const running = await start(
    readConfig({}, ['--port', '0', '--host', '127.0.0.1', '--data', data, '--quiet']),
  )
  const { platform, tenants } = running.services
  const cookies: string[] = []
  let first = ''
  for (let i = 0; i < ACCOUNTS; i++) {
    const { id, roleids } = await createAccount(platform, tenants, { name: `Account ${i}` })
    first ||= id
    const person = { email: `bench${i}@joblane.test`, firstname: 'Ben', lastname: 'Ch', passwordhash: null }
    const userid = await platform.write((tx) => addUser(tx, person))
    await addSeat(platform, tenants, { accountid: id, userid, roleids: [roleids.systemadmin as string] })
    const session = await platform.write((tx) =>
      startSession(tx, userid, { address: '', agent: 'bench' }, id),
    )
    cookies.push(`joblane_session=${session.cookie}`)
  }
  for (const cookie of cookies.slice(0, OPEN))
    for (let i = 0; i < 10; i++) await post(running.url, cookie, '/api/locations', { name: `Location ${i}` })
  await post(running.url, cookies[0] as string, '/api/organisations', { name: 'Bench' })
  const { ids } = await fillBoard({ services: running.services, accountid: first }, 'bench', 500, 1_000)
  await running.stop()
  return { cookies, jobids: ids }
}

const post = (url: string, cookie: string, path: string, body: object) =>
  fetch(url + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

type Visit = { path: string; cookie: string | undefined }
type Run = { seconds: number; processor: number; memory: number; own: number; rested: number; later: number }

async function measure(program: string, folder: string, visits: Visit[], laterms = 0): Promise<Run> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = Bun.spawn([program, '--port', String(port), '--host', '127.0.0.1', '--quiet'], {
    cwd: folder,
    env: { ...process.env, ...unitOptions() },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  try {
    await answers(`${url}/signin`)
    const seconds = (performance.now() - started) / 1000
    const processor = await processorSeconds(child.pid)
    for (const { path, cookie = '' } of visits) {
      const answer = await fetch(url + path, {
        headers: { cookie },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    const [memory, own] = await Promise.all([megabytes(child.pid, 'VmRSS'), megabytes(child.pid, 'RssAnon')])
    await Bun.sleep(Math.min(RESTED_MS, laterms))
    const rested = await megabytes(child.pid, 'VmRSS')
    await Bun.sleep(Math.max(laterms - RESTED_MS, 0))
    const later = await megabytes(child.pid, 'VmRSS')
    return { seconds, processor, memory, own, rested, later }
  } finally {
    child.kill('SIGTERM')
    await child.exited
  }
}

async function megabytes(pid: number, name: string): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** Of all its threads, in the hundredths that the system counts. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
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
