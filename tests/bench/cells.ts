import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CELL_COOKIE } from '#server/cells/forward-request.ts'
import { roleFlags } from '#server/cells/settings.ts'
import { until } from '#tests/support/eventually.ts'
import { type Program, startProgram } from '#tests/support/program.ts'
import {
  demoFolder,
  joblane,
  removeTemporaryFolders,
  serveCommand,
  signInToDemo,
  temporaryFolder,
} from '#tests/tasks/support.ts'
import { interleaved, median } from './load.ts'
import { figureAlone, type Row, row } from './table.ts'
import { loadByWrk, type WrkLoad } from './wrk.ts'

const CLIENTS = 4
const SECONDS = 2
const WARM_UP = 4
const PEOPLE = ['owner@northwind.test', 'owner@second.test']
const ACCOUNTS = ['Northwind Traders', 'Second Yard'] as const
const CELLS = ['c01', 'c02'] as const

/**
 * The people of two accounts, at one process and at two cells behind their proxy, in turns. Pages that nothing changed are
 * kept and cost about as much as the proxy in front, so that alone they say little of cells. Where the machine has two
 * cores, clients and proxy take their share of both, and what each answer costs in processor time says more than the rate.
 */
export async function benchCells(): Promise<Row[]> {
  const one = await serve()
  const two = await serve(['--cells', '2'])
  try {
    for (const [at, account] of ACCOUNTS.entries()) await place(two.folder, account, CELLS[at] as string)
    const [alone, shared] = [await open(one.program.base), await open(two.program.base)]
    return [
      ...(await compare('pages', [two, shared], [one, alone], readPages)),
      ...(await compare('moves', [two, shared], [one, alone], moveJobs)),
      ...(await compare('moves and pages', [two, shared], [one, alone], moveAndRead)),
      await hop(shared),
      await move(two.folder),
    ]
  } finally {
    await Promise.all([one.program.stop(), two.program.stop()])
    removeTemporaryFolders()
  }
}

/** The same with HAProxy in front of both. */
export async function benchCellsBehindHaproxy(): Promise<Row[]> {
  const haproxy = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })
  if (!haproxy) throw new Error('This bench needs HAProxy: apt-get install haproxy')
  const one = await serveBehind(haproxy, [[]])
  const two = await serveBehind(haproxy, ['c00', ...CELLS].map(roleFlags))
  try {
    for (const [at, account] of ACCOUNTS.entries()) await place(two.folder, account, CELLS[at] as string)
    const [alone, shared] = [await open(one.base), await open(two.base)]
    return [
      ...(await compare('pages, behind HAProxy', [two, shared], [one, alone], readPages)),
      ...(await compare('moves, behind HAProxy', [two, shared], [one, alone], moveJobs)),
      ...(await compare('moves and pages, behind HAProxy', [two, shared], [one, alone], moveAndRead)),
    ]
  } finally {
    await Promise.all([one.stop(), two.stop()])
    removeTemporaryFolders()
  }
}

/** Each by its flags; with one alone HAProxy has nobody else to send to. */
async function serveBehind(haproxy: string, roles: readonly string[][]) {
  const folder = await demoFolder(join(temporaryFolder(), 'data'))
  const programs: Program[] = []
  for (const flags of roles)
    programs.push(await startProgram(await serveCommand(folder, [...flags, '--proxy']), folder))
  const { out } = await joblane(['haproxy-config', '--cells', '2', '--port', '3000', '--data', folder])
  const bound = freePort()
  const config = ['c00', ...CELLS].reduce(
    (text, _, at) => {
      const { port } = new URL((programs[at] ?? (programs[0] as Program)).base)
      return text.replace(`127.0.0.1:${3100 + at} `, `127.0.0.1:${port} `)
    },
    out.replace('bind :3000', `bind 127.0.0.1:${bound}`),
  )
  const file = `${folder}.haproxy`
  writeFileSync(file, `${config}\n`)
  const front = Bun.spawn([haproxy, '-db', '-f', file], { stdout: 'ignore', stderr: 'ignore' })
  const base = `http://127.0.0.1:${bound}`
  const answers = () =>
    fetch(`${base}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  await until(answers, 'HAProxy')
  return {
    ...{ folder, base, pids: [front.pid, ...programs.map(({ pid }) => pid)] },
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

type Served = { folder: string; program: Program; pids: number[] }

async function serve(flags: string[] = []): Promise<Served> {
  const folder = await demoFolder(join(temporaryFolder(), 'data'))
  const program = await startProgram(await serveCommand(folder, flags), folder)
  return { folder, program, pids: [program.pid] }
}

async function place(folder: string, account: string, to: string) {
  const { status, err } = await joblane(['move', '--account', account, '--to', to, '--data', folder])
  if (status !== 0) throw new Error(err)
}

type Person = { base: string; token: string; cookie: string; slug: string; jobids: string[] }

/** Each with the cookie that names the cell where the account was placed. */
const open = (base: string): Promise<Person[]> =>
  Promise.all(
    PEOPLE.map(async (email, at) => {
      const token = await signInToDemo(base, email)
      const cookie = `${CELL_COOKIE}=${CELLS[at]}`
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

type Work = (person: Person) => WrkLoad['requests']

const PAGES = (slug: string) => ['/', `/jobs/${slug}/progress`, '/clients', '/invoices']
const LANES = 3

const readPages = ({ slug }: Person) => PAGES(slug).map((path) => ({ method: 'GET', path }))

/** To the top of another lane: durable, with their history, and told to everybody. */
const moveJobs = ({ jobids }: Person) =>
  Array.from({ length: jobids.length * LANES }, (_, turn) => {
    const [jobid, lane] = [jobids[turn % jobids.length], 1 + (turn % LANES)]
    const body = JSON.stringify({ jobid, lane, afterid: null, confirmed: true })
    return { method: 'POST', path: '/api/jobs/reorder', body }
  })

/** As a workshop does: a look at each page after a move, none of which is as it was kept. */
const moveAndRead = (person: Person) => moveJobs(person).flatMap((move) => [move, ...readPages(person)])

/** On connections of each person's own, as browsers have them: the proxy goes by the cookie that came first on one. */
const ask = (work: Work, person: Person) => {
  const headers = {
    Authorization: `Bearer ${person.token}`,
    Cookie: person.cookie,
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip, deflate, br, zstd',
  }
  const { base } = person
  const load = { base, headers, requests: work(person), connections: CLIENTS, seconds: SECONDS }
  return loadByWrk(load, join(temporaryFolder(), 'load.lua'))
}

type Side = [Pick<Served, 'pids'>, readonly Person[]]

async function compare(what: string, ours: Side, reference: Side, work: Work): Promise<Row[]> {
  const [ourCosts, theirCosts]: [number[], number[]] = [[], []]
  const run = async ([{ pids }, people]: Side, costs: number[]) => {
    const before = processorMs(pids)
    const loads = await Promise.all(people.map((person) => ask(work, person)))
    costs.push((processorMs(pids) - before) / loads.reduce((sum, { answers }) => sum + answers, 0))
    return loads.reduce((sum, { rate }) => sum + rate, 0)
  }
  // Two processes have twice as much to compile, each from half of what is asked.
  for (let n = 0; n < WARM_UP; n++) await Promise.all([run(ours, []), run(reference, [])])
  const [a, b] = await interleaved(
    () => run(ours, ourCosts),
    () => run(reference, theirCosts),
  )
  return [
    row({
      what: `${what} by two cells, beside one process`,
      ours: a,
      reference: b,
      unit: '/s',
      reach: 'at least 1.7',
    }),
    row({
      what: `${what}: processor time of each`,
      ours: median(ourCosts),
      reference: median(theirCosts),
      unit: 'ms',
      reach: 'at most 1.17',
    }),
  ]
}

const TICK_MS = 10

/** Of these processes and those that they started, as Linux counts it. */
function processorMs(pids: readonly number[]): number {
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

const ASKED = 300

/** The same small call at its owner and by another cell, each on a connection of its own. */
async function hop([person]: readonly Person[]): Promise<Row> {
  const { base, token, cookie } = person as Person
  const other = `${CELL_COOKIE}=${CELLS[1]}`
  const [direct, hopped]: [number[], number[]] = [[], []]
  const ways = await Promise.all([connection(base, token, cookie), connection(base, token, other)])
  for (let n = 0; n < ASKED; n++)
    for (const [at, took] of [direct, hopped].entries()) took.push(await ways[at]!('GET /api/boards'))
  return figureAlone('a hop adds, at the median', median(hopped) - median(direct), 'at most 1 ms')
}

type Connection = (what: string, body?: string) => Promise<number>

/** Calls one after another on a line that stays open; each answers in how many milliseconds. */
async function connection(base: string, token: string, cookie: string): Promise<Connection> {
  const url = new URL(base)
  let text = ''
  let answered = () => {}
  const socket = await Bun.connect({
    hostname: url.hostname,
    port: Number(url.port),
    socket: {
      data(_, bytes) {
        text += bytes.toString('latin1')
        const head = text.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN)
        const isWhole = text.length >= head + 4 + length || text.endsWith('0\r\n\r\n')
        if (head < 0 || !isWhole) return
        if (!text.startsWith('HTTP/1.1 200')) throw new Error(text)
        text = ''
        answered()
      },
    },
  })
  return (what, body = '') => {
    const began = performance.now()
    const { promise, resolve } = Promise.withResolvers<number>()
    answered = () => resolve(performance.now() - began)
    const about = `Host: ${url.host}\r\nAuthorization: Bearer ${token}\r\nCookie: ${cookie}\r\nAccept-Encoding: identity`
    const length = body && `\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    socket.write(`${what} HTTP/1.1\r\n${about}${length}\r\n\r\n${body}`)
    return promise
  }
}

const MOVES = 9

/** From the command to its end; the file itself stays where it lies, however large it is. */
async function move(folder: string): Promise<Row> {
  const took: number[] = []
  for (let n = 0; n < MOVES; n++) {
    const began = performance.now()
    await place(folder, ACCOUNTS[0], CELLS[(n + 1) % 2] as string)
    took.push(performance.now() - began)
  }
  return figureAlone('a move of an account, as a command', median(took), 'at most 2000 ms')
}
