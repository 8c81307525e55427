import { median } from './load.ts'

/**
 * The day of an office: fifty signed-in people over the demo data, three of four requests read. One server, or two that
 * take turns, on this machine: `bun tests/bench/mixed.ts TURNS SECONDS URL PID [URL PID]`. Processor time counts more
 * than requests a second where others use the machine. Each server does WARM_UP seconds of the same first, unmeasured: by
 * then most of its code is compiled, as it is soon after an office has begun.
 */
const WARM_UP = 60
const PEOPLE = 50
const PASSWORD = 'joblane-demo-1'
const NAMES = ['owner@northwind.test', 'agent@northwind.test', 'bookkeeper@joblane.test', 'owner@second.test']
const WORDS = ['a', 'frame', 'door', 'seal', 'cheese', 'order']
/** As Chromium sends it to an address that it trusts. */
const ACCEPTED = 'gzip, deflate, br, zstd'
/** What `/proc/…/schedstat` counts in, for one millisecond. */
const NANOSECONDS = 1e6
/** What `/proc/…/stat` counts in. */
const TICK_MS = 10

type Ask = { method: string; path: string; body?: object }
type Records = { jobs: string[]; lines: string[]; items: string[]; boards: string[] }
type Person = { url: string; headers: Record<string, string>; records: Records }
type Tally = { times: number[]; failed: Map<string, number> }

/** The same requests in every run: a sequence of its own for each person. */
function randomOf(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const read = (path: string): Ask => ({ method: 'GET', path })
const post = (path: string, body: object): Ask => ({ method: 'POST', path, body })

function readOf({ jobs, items, boards }: Records, random: (most: number) => number): Ask {
  const pick = (list: string[]) => list[random(list.length)] ?? ''
  const job = pick(jobs)
  const paths = [
    '/',
    `/jobs/${pick(boards)}/progress`,
    `/jobs/${pick(boards)}/progress`,
    `/api/jobs/${job}?brief=true`,
    `/api/materials/getMaterials/${job}`,
    `/api/jobs/${job}/totals`,
    `/api/jobs/${job}/notes`,
    '/api/jobs?take=50',
    `/api/jobs?take=50&search=${pick(WORDS)}`,
    `/clients?search=${pick(WORDS)}`,
    `/inventory/${pick(items)}/stock`,
    '/invoices',
  ]
  return read(pick(paths))
}

function writeOf({ jobs, lines }: Records, random: (most: number) => number): Ask {
  const jobid = jobs[random(jobs.length)] ?? ''
  const line = lines[random(lines.length)] ?? ''
  const asks: Ask[] = [
    post('/api/jobs/reorder', { jobid, lane: 1 + random(2), afterid: null, confirmed: true }),
    post(`/api/jobs/${jobid}/notes`, { message: `Called back, ${random(1000)}` }),
    { method: 'PATCH', path: `/api/materials/${line}`, body: { estimated: 1 + random(20) } },
  ]
  return asks[random(asks.length)] as Ask
}

async function json<T>(person: Omit<Person, 'records'>, path: string): Promise<T[]> {
  const answer = await fetch(person.url + path, { headers: person.headers })
  return ((await answer.json()) as { data: T[] }).data
}

async function signIn(url: string, userName: string): Promise<Person> {
  const body = JSON.stringify({ userName, password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/authenticate`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { token: string } }
  const person = { url, headers: { authorization: `Bearer ${data.token}`, 'accept-encoding': ACCEPTED } }
  const ids = async (path: string) => (await json<{ id: string }>(person, path)).map(({ id }) => id)
  const jobs = await ids('/api/jobs?take=100')
  const lines = await Promise.all(jobs.slice(0, 20).map((job) => ids(`/api/materials/getMaterials/${job}`)))
  const boards = (await json<{ slug: string }>(person, '/api/boards')).map(({ slug }) => slug)
  return {
    ...person,
    records: { jobs, lines: lines.flat(), items: await ids('/api/inventory?take=50'), boards },
  }
}

async function work(person: Person, seed: number, until: number, { times, failed }: Tally): Promise<void> {
  const random = randomOf(seed)
  while (performance.now() < until) {
    const ask = random(4) === 0 ? writeOf(person.records, random) : readOf(person.records, random)
    const { method, path, body } = ask
    const headers = body ? { ...person.headers, 'content-type': 'application/json' } : person.headers
    const start = performance.now()
    const asked = { method, headers, body: body && JSON.stringify(body), decompress: false }
    const answer = await fetch(person.url + path, asked)
    await answer.arrayBuffer()
    times.push(performance.now() - start)
    const what = `${answer.status} ${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')}`
    if (!answer.ok) failed.set(what, (failed.get(what) ?? 0) + 1)
  }
}

/** In milliseconds: of the whole process, and of each thread that lives, by its name. */
type Cpu = { all: number; threads: Map<string, { name: string; spent: number }> }

async function cpuOf(pid: string): Promise<Cpu> {
  const folder = `/proc/${pid}`
  const threads: Cpu['threads'] = new Map()
  for await (const thread of new Bun.Glob('*/schedstat').scan({ cwd: `${folder}/task` })) {
    const [spent] = (await Bun.file(`${folder}/task/${thread}`).text()).split(' ')
    const name = await Bun.file(`${folder}/task/${thread.replace('schedstat', 'comm')}`).text()
    threads.set(thread, { name: name.trim(), spent: Number(spent) / NANOSECONDS })
  }
  // The name of the program stands in brackets and may hold spaces.
  const [, fields = ''] = (await Bun.file(`${folder}/stat`).text()).split(') ')
  const [user, system] = fields.split(' ').slice(11).map(Number) as [number, number]
  return { all: (user + system) * TICK_MS, threads }
}

/** What threads ended in between stands by itself: those that compile come and go. */
function spentBetween(before: Cpu, after: Cpu): Map<string, number> {
  const spent = new Map([['ended', after.all - before.all]])
  const add = (name: string, ms: number) => spent.set(name, (spent.get(name) ?? 0) + ms)
  for (const [thread, { name, spent }] of after.threads) {
    const ms = spent - (before.threads.get(thread)?.spent ?? 0)
    add(name, ms)
    add('ended', -ms)
  }
  return spent
}

type Server = { url: string; pid: string; people: Person[] }
type Round = { perSecond: number; p50: number; p99: number; cpu: number; threads: Map<string, number> }

async function measure({ pid, people }: Server, seconds: number, failed: Tally['failed']): Promise<Round> {
  const tally: Tally = { times: [], failed }
  const [start, before] = [performance.now(), await cpuOf(pid)]
  const until = start + seconds * 1000
  const busy = Array.from({ length: PEOPLE }, (_, n) =>
    work(people[n % people.length] as Person, n + 1, until, tally),
  )
  await Promise.all(busy)
  const elapsed = (performance.now() - start) / 1000
  const after = await cpuOf(pid)
  const sorted = tally.times.toSorted((a, b) => a - b)
  const spent = [...spentBetween(before, after)].map(([name, ms]) => [name, ms / sorted.length] as const)
  return {
    perSecond: sorted.length / elapsed,
    p50: median(sorted),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    cpu: (after.all - before.all) / sorted.length,
    threads: new Map(spent),
  }
}

const openServer = async (address: string, pid: string): Promise<Server> => {
  const url = address.replace(/\/$/, '')
  return { url, pid, people: await Promise.all(NAMES.map((name) => signIn(url, name))) }
}

function print(url: string, rounds: Round[]) {
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  console.log({
    url,
    requestsPerSecond: Math.round(middle(({ perSecond }) => perSecond)),
    p50: Math.round(middle(({ p50 }) => p50)),
    p99: Math.round(middle(({ p99 }) => p99)),
    cpuPerRequest: Number(middle(({ cpu }) => cpu).toFixed(3)),
    cpuOfRounds: rounds.map(({ cpu }) => cpu.toFixed(3)).join(' '),
    cpuOfThreads: [...new Set(rounds.flatMap(({ threads }) => [...threads.keys()]))]
      .map((name) => [name, middle(({ threads }) => threads.get(name) ?? 0).toFixed(3)].join(' '))
      .filter((thread) => !thread.endsWith(' 0.000'))
      .join(', '),
  })
}

/** The servers take turns. */
async function main([turns = '', seconds = '', ...given]: string[]) {
  const servers: Server[] = []
  for (let n = 0; n + 1 < given.length; n += 2)
    servers.push(await openServer(given[n] as string, given[n + 1] as string))
  if (servers.length === 0) throw new Error('Usage: mixed.ts TURNS SECONDS URL PID [URL PID]')
  const [rounds, failed] = [servers.map((): Round[] => []), new Map<string, number>()]
  for (const server of servers) await measure(server, WARM_UP, failed)
  for (let turn = 0; turn < Number(turns); turn++)
    for (const [n, server] of servers.entries())
      rounds[n]?.push(await measure(server, Number(seconds), failed))
  for (const [n, { url }] of servers.entries()) print(url, rounds[n] ?? [])
  if (failed.size > 0) console.log('failed', Object.fromEntries(failed))
}

if (import.meta.main) await main(process.argv.slice(2))
