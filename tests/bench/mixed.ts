import { median } from './load.ts'

/**
 * The day of an office: fifty signed-in people over the demo data, three of four requests read. One server, or two that
 * take turns, on this machine: `bun tests/bench/mixed.ts TURNS SECONDS URL PID [URL PID]`. Processor time counts more
 * than requests a second where others use the machine.
 */
const PEOPLE = 50
const PASSWORD = 'joblane-demo-1'
const NAMES = ['owner@northwind.test', 'agent@northwind.test', 'bookkeeper@joblane.test', 'owner@second.test']
const WORDS = ['a', 'frame', 'door', 'seal', 'cheese', 'order']
/** As Chromium sends it to an address that it trusts. */
const ACCEPTED = 'gzip, deflate, br, zstd'
/** What `/proc/…/schedstat` counts in, for one millisecond. */
const NANOSECONDS = 1e6

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

/** Milliseconds of all threads of the process. */
async function cpuOf(pid: string): Promise<number> {
  const threads = new Bun.Glob('*/schedstat').scan({ cwd: `/proc/${pid}/task` })
  let sum = 0
  for await (const path of threads) {
    sum += Number((await Bun.file(`/proc/${pid}/task/${path}`).text()).split(' ')[0])
  }
  return sum / NANOSECONDS
}

type Server = { url: string; pid: string; people: Person[] }
type Round = { perSecond: number; p50: number; p99: number; cpu: number }

async function measure({ pid, people }: Server, seconds: number, failed: Tally['failed']): Promise<Round> {
  const tally: Tally = { times: [], failed }
  const [start, cpu] = [performance.now(), await cpuOf(pid)]
  const until = start + seconds * 1000
  const busy = Array.from({ length: PEOPLE }, (_, n) =>
    work(people[n % people.length] as Person, n + 1, until, tally),
  )
  await Promise.all(busy)
  const elapsed = (performance.now() - start) / 1000
  const sorted = tally.times.toSorted((a, b) => a - b)
  return {
    perSecond: sorted.length / elapsed,
    p50: median(sorted),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    cpu: ((await cpuOf(pid)) - cpu) / sorted.length,
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
    cpuOfRounds: rounds.map(({ cpu }) => cpu.toFixed(2)).join(' '),
  })
}

/** The servers take turns, and the first round of each only warms them. */
async function main([turns = '', seconds = '', ...given]: string[]) {
  const servers: Server[] = []
  for (let n = 0; n + 1 < given.length; n += 2)
    servers.push(await openServer(given[n] as string, given[n + 1] as string))
  if (servers.length === 0) throw new Error('Usage: mixed.ts TURNS SECONDS URL PID [URL PID]')
  const [rounds, failed] = [servers.map((): Round[] => []), new Map<string, number>()]
  for (let turn = 0; turn <= Number(turns); turn++)
    for (const [n, server] of servers.entries()) {
      const round = await measure(server, Number(seconds), failed)
      if (turn > 0) rounds[n]?.push(round)
    }
  for (const [n, { url }] of servers.entries()) print(url, rounds[n] ?? [])
  if (failed.size > 0) console.log('failed', Object.fromEntries(failed))
}

if (import.meta.main) await main(process.argv.slice(2))
