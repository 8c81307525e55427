import { fillServer } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillYears, growingIds } from './growth-data.ts'
import { readsOf } from './growth-reads.ts'
import { median } from './load.ts'
import { type Row, row } from './table.ts'

/** `GROWTH=1000,100000 bun bench Growth` measures other sizes, `READS='^/$|clients'` only the addresses that fit. */
const sizes = (process.env.GROWTH ?? '1000,100000,1000000').split(',').map(Number)
const only = new RegExp(process.env.READS ?? '')
/** What plainly does not grow is not measured further. */
const [FEW, PLAINLY, MANY] = [3, 1.2, 9]

type Times = { address: string; bySize: number[] }

/**
 * Each list, search, count and dashboard after a change by somebody else, with many records against few. All sizes
 * take turns in one process, so that none runs code that another has warmed. A row is a route, at the worst of its ways.
 */
export async function benchGrowth(): Promise<Row[]> {
  const servers: TestServer[] = []
  for (const n of sizes) servers.push(await startFilled(n))
  const reads = await readsOf(servers[0] as TestServer, await idsOf(servers[0] as TestServer))
  const rows: Row[] = []
  for (const [path, addresses] of reads) {
    rows.push(...rowsOf(path, await measureAll(servers, addresses)))
  }
  for (const server of servers) await server.stop()
  return rows
}

const ids = new WeakMap<TestServer, Record<string, string>>()
const idsOf = (server: TestServer) => ids.get(server) ?? {}

async function startFilled(n: number): Promise<TestServer> {
  const server = await startTestServer()
  ids.set(server, { ...(await fillServer(server)), ...growingIds })
  await server.services.background.stop()
  await fillYears(server, n)
  return server
}

async function measureAll(servers: TestServer[], addresses: string[]): Promise<Times[]> {
  const times: Times[] = []
  for (const address of addresses.filter((one) => only.test(one))) {
    const bySize = await timesOf(servers, address)
    if (bySize) times.push({ address, bySize })
  }
  return times
}

/** Median processor time of the thread that answers, in milliseconds, by size; so that nothing is kept, each after a change. */
async function timesOf(servers: TestServer[], address: string): Promise<number[] | undefined> {
  const times: number[][] = servers.map(() => [])
  const least = (at: number) => Math.min(...(times[at] ?? []))
  for (let turn = 0; turn <= MANY; turn++) {
    if (turn > FEW && times.every((_, at) => least(at) < PLAINLY * least(0))) break
    for (const [at, server] of servers.entries()) {
      await server.people.agent.patch('/api/users/myself', { firstname: `Agent ${turn}` })
      const took = await readOnce(server, ownAddress(servers, server, address))
      if (took === undefined) return
      if (turn > 0) times[at]?.push(took)
    }
  }
  return times.map(median)
}

/** The records that do not grow have other ids in each account. */
const ownAddress = (servers: TestServer[], server: TestServer, address: string) =>
  Object.entries(idsOf(servers[0] as TestServer)).reduce(
    (path, [table, id]) => (id ? path.replaceAll(id, idsOf(server)[table] as string) : path),
    address,
  )

/** Nothing of what is refused: a step of a form that the one before leads to. */
async function readOnce({ url, people: { admin } }: TestServer, path: string): Promise<number | undefined> {
  const began = process.threadCpuUsage()
  const answer = await fetch(url + path, { headers: { cookie: admin.cookie } })
  await answer.arrayBuffer()
  const { user, system } = process.threadCpuUsage(began)
  if (answer.status >= 500) throw new Error(`${answer.status} ${path}`)
  if (!answer.ok) return
  return (user + system) / 1000
}

/** Of each size the way that grew most. */
function rowsOf(path: string, times: Times[]): Row[] {
  const grown = ({ bySize: [least = 0, ...more] }: Times, at: number) => (more[at] ?? 0) / least
  return sizes.slice(1).flatMap((n, at) => {
    const [worst] = times.toSorted((a, b) => grown(b, at) - grown(a, at))
    if (!worst) return []
    return row({
      what: `${path}, ${n} records against ${sizes[0]}; most of ${times.length}: ${worst.address}`,
      ours: worst.bySize[at + 1] ?? Number.NaN,
      reference: worst.bySize[0] ?? Number.NaN,
      unit: 'ms',
      reach: 'at most 1.5',
    })
  })
}
