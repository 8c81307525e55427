import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CELL_COOKIE } from '#server/cells/forward-request.ts'
import { roleFlags } from '#server/cells/settings.ts'
import { until } from '#tests/support/eventually.ts'
import { type Program, startProgram } from '#tests/support/program.ts'
import { demoFolder, joblane, serveCommand, signInToDemo, temporaryFolder } from '#tests/tasks/support.ts'
import { loadByWrk, type WrkLoad } from './wrk.ts'

/** Enough that a commit, which holds its process up while the disk writes, has some to write for. */
const CLIENTS = 16
const SECONDS = 2
const PEOPLE = ['owner@northwind.test', 'owner@second.test']
export const CELL_ACCOUNTS = ['Northwind Traders', 'Second Yard'] as const
export const CELL_IDS = ['c01', 'c02'] as const

/** The roles of two cells and their platform, for `serveBehindHaproxy`; one process alone is `[[]]`. */
export const TWO_CELLS = ['c00', ...CELL_IDS].map(roleFlags)

/** Of whatever is started by the command after it. */
const onCore = (core?: number): string[] => (core === undefined ? [] : ['taskset', '-c', String(core)])

/** The core of each program, and of HAProxy; undefined: wherever they fit. */
type Cores = { programs?: readonly (number | undefined)[]; front?: number }

/** Each by its flags; with one alone HAProxy has nobody else to send to. */
export async function serveBehindHaproxy(roles: readonly string[][], cores: Cores = {}) {
  const haproxy = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })
  if (!haproxy) throw new Error('This bench needs HAProxy: apt-get install haproxy')
  const folder = await demoFolder(join(temporaryFolder(), 'data'))
  const programs: Program[] = []
  for (const [at, flags] of roles.entries()) {
    const command = await serveCommand(folder, [...flags, '--proxy'])
    programs.push(await startProgram([...onCore(cores.programs?.[at]), ...command], folder))
  }
  const { out } = await joblane(['haproxy-config', '--cells', '2', '--port', '3000', '--data', folder])
  const bound = freePort()
  const config = ['c00', ...CELL_IDS].reduce(
    (text, _, at) => {
      const { port } = new URL((programs[at] ?? (programs[0] as Program)).base)
      return text.replace(`127.0.0.1:${3100 + at} `, `127.0.0.1:${port} `)
    },
    out.replace('bind :3000', `bind 127.0.0.1:${bound}`),
  )
  const file = `${folder}.haproxy`
  writeFileSync(file, `${config}\n`)
  const front = Bun.spawn([...onCore(cores.front), haproxy, '-db', '-f', file], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const base = `http://127.0.0.1:${bound}`
  const pids = programs.map(({ pid }) => pid)
  const answers = () =>
    fetch(`${base}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  await until(answers, 'HAProxy')
  return {
    ...{ folder, base, front: front.pid, programs: pids, pids: [front.pid, ...pids] },
    async stop() {
      front.kill('SIGKILL')
      await Promise.all(programs.map((program) => program.stop()))
    },
  }
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  probe.stop()
  return probe.port
}

export async function placeAccount(folder: string, account: string, to: string) {
  const { status, err } = await joblane(['move', '--account', account, '--to', to, '--data', folder])
  if (status !== 0) throw new Error(err)
}

export type Person = { base: string; token: string; cookie: string; slug: string; jobids: string[] }

/** Each with the cookie that names the cell where the account was placed. */
export const openAccounts = (base: string): Promise<Person[]> =>
  Promise.all(
    PEOPLE.map(async (email, at) => {
      const token = await signInToDemo(base, email)
      const cookie = `${CELL_COOKIE}=${CELL_IDS[at]}`
      const read = async <T>(path: string) => {
        const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}`, cookie } })
        return ((await answer.json()) as { data: T[] }).data
      }
      const [board] = await read<{ id: string; slug: string }>('/api/boards')
      const jobs = await read<{ id: string; boardid: string }>('/api/jobs?take=100')
      const jobids = jobs.filter(({ boardid }) => boardid === board?.id).map(({ id }) => id)
      return { base, token, cookie, slug: board?.slug ?? '', jobids }
    }),
  )

export type Work = (person: Person) => WrkLoad['requests']

const PAGES = (slug: string) => ['/', `/jobs/${slug}/progress`, '/clients', '/invoices']
const LANES = 3

export const readPages = ({ slug }: Person) => PAGES(slug).map((path) => ({ method: 'GET', path }))

/** To the top of another lane: durable, with their history, and told to everybody. */
export const moveJobs = ({ jobids }: Person) =>
  Array.from({ length: jobids.length * LANES }, (_, turn) => {
    const [jobid, lane] = [jobids[turn % jobids.length], 1 + (turn % LANES)]
    const body = JSON.stringify({ jobid, lane, afterid: null, confirmed: true })
    return { method: 'POST', path: '/api/jobs/reorder', body }
  })

/** As a workshop does: a look at each page after a move, none of which is as it was kept. */
export const moveAndRead = (person: Person) =>
  moveJobs(person).flatMap((move) => [move, ...readPages(person)])

/** On connections of each person's own, as browsers have them: the proxy goes by the cookie that came first on one. */
const ask = (work: Work, person: Person, core?: number) => {
  const headers = {
    Authorization: `Bearer ${person.token}`,
    Cookie: person.cookie,
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
  }
  const { base } = person
  const load = {
    base,
    headers,
    requests: work(person),
    connections: CLIENTS,
    seconds: SECONDS,
    before: onCore(core),
  }
  return loadByWrk(load, join(temporaryFolder(), 'load.lua'))
}

/** What both accounts' people were answered, and what that took of the processors. */
export type Answered = { answers: number; rate: number; clientms: number }

/** Both at once, each on a connection of its own. @param core of the clients */
export async function askTogether(work: Work, people: readonly Person[], core?: number): Promise<Answered> {
  const loads = await Promise.all(people.map((person) => ask(work, person, core)))
  const sum = (of: keyof Answered) => loads.reduce((total, load) => total + load[of], 0)
  return { answers: sum('answers'), rate: sum('rate'), clientms: sum('clientms') }
}

const TICK_MS = 10

/** Of these processes and those that they started, as Linux counts it. */
export function processorMs(pids: readonly number[]): number {
  const stats = readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/stat`, 'utf8')] : []
    } catch {
      return []
    }
  })
  const fields = stats.map((stat) => [
    stat.split(' ')[0],
    ...stat.slice(stat.lastIndexOf(')') + 2).split(' '),
  ])
  const own = fields.filter(([id, , parent]) => pids.includes(Number(id)) || pids.includes(Number(parent)))
  return own.reduce((sum, one) => sum + (Number(one[12]) + Number(one[13])) * TICK_MS, 0)
}
