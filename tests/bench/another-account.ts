import { join } from 'node:path'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { COUNT, fillLongLists, longListPages } from '#tests/work/long-lists-support.ts'
import { type BenchBoard, fillBoard } from './jobs-data.ts'
import { type Row, row } from './table.ts'

const CARDS = 500
const LISTS = 30
const SOCKETS = 1_000
const SECONDS = 3
const ROUNDS = 3
const REACH = 'at most 5'

/** The p99 of another account while one person does what most slows the event loop, against quiet minutes between. */
export async function benchAnotherAccount(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    const board = await fillBoard(server, 'bench', CARDS, 1_000)
    await fillLongLists(server)
    for (let n = 0; n < 20; n++) await server.other.post('/api/clients', { name: `Client ${n}` })
    return [
      ...(await under(server, `${LISTS} long lists of one`, () => longLists(server, board))),
      ...(await under(server, `${SOCKETS} live connections of one, with moves`, () => moves(server, board))),
    ]
  } finally {
    await server.stop()
  }
}

const script = (name: string, ...args: string[]) =>
  Bun.spawn([process.execPath, join(import.meta.dir, name), ...args], { stdout: 'pipe', stderr: 'inherit' })

/** They would stand on another machine: the program and who waits for it have the processors first. */
export const attacker = (name: string, ...args: string[]) =>
  Bun.spawn(['nice', '-n', '19', process.execPath, join(import.meta.dir, name), ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  })

function longLists({ url, people }: TestServer, { boardid, slug }: BenchBoard) {
  const addresses = [
    `/api/jobs?boardid=${boardid}&take=500`,
    `/jobs/${slug}/progress`,
    `/api/clients?take=500&sort=-name`,
    ...longListPages.map(([, page]) => `${page}?sort=-name&skip=${COUNT - 1_000}`),
  ]
  const headers = JSON.stringify({ authorization: `Bearer ${people.admin.token}` })
  return [attacker('loader.ts', addresses.map((path) => url + path).join(' '), headers, '60', String(LISTS))]
}

function moves({ url, people }: TestServer, { ids }: BenchBoard) {
  const { token } = people.admin
  const lanes = JSON.stringify(Object.fromEntries(ids.map((id) => [id, 1])))
  const hub = `${url.replace('http', 'ws')}/hub`
  return [
    attacker('listeners.ts', hub, token, String(SOCKETS)),
    attacker('mover.ts', url, token, lanes, '60'),
  ]
}

type Process = ReturnType<typeof attacker>

export async function under(server: TestServer, attack: string, begin: () => Process[]): Promise<Row[]> {
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(...(await latencies(server)))
    const attackers = begin()
    await Bun.sleep(2_000)
    busy.push(...(await latencies(server)))
    for (const one of attackers) one.kill()
    await Promise.all(attackers.map(({ exited }) => exited))
  }
  return [0.5, 0.99].map((share) =>
    row({
      what: `another account’s p${share * 100}, under ${attack}`,
      ours: percentile(busy, share),
      reference: percentile(quiet, share),
      unit: 'ms',
      reach: REACH,
    }),
  )
}

/** In a process of its own, so that what is measured is the program's delay and not the measurer's. */
async function latencies({ url, other }: TestServer): Promise<number[]> {
  const addresses = ['/api/clients', '/clients', '/'].map((path) => url + path).join(' ')
  const asker = script('latencies.ts', addresses, other.token, String(SECONDS))
  return JSON.parse(await new Response(asker.stdout).text()) as number[]
}

export const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
