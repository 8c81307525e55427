import { routes } from '#server/app.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { mount } from '#server/http/mount.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { boardByHand, listByHand } from './board-by-hand.ts'
import { type BenchBoard, fillBoard } from './jobs-data.ts'
import { interleaved, load, median } from './load.ts'
import { type Row, row } from './table.ts'

const CARDS = 500
const CHANGED = CARDS / 100

/** The list, the board page, and the board beside years of past jobs. */
export async function benchJobs(): Promise<Row[]> {
  const [server, grown] = [await startTestServer(), await startTestServer()]
  try {
    const board = await fillBoard(server, 'bench', CARDS, 1_000)
    const old = await fillBoard(grown, 'bench', CARDS, 100_000)
    return [
      await list(server, board),
      await unchanged(server, board),
      ...(await page(server, board)),
      await catalogue(server, board),
      await years(server, board, grown, old),
    ]
  } finally {
    await server.stop()
    await grown.stop()
  }
}

const fileOf = (server: TestServer) => server.services.tenants.path(server.accountid)

async function list(server: TestServer, { boardid }: BenchBoard): Promise<Row> {
  const bare = listByHand(fileOf(server), boardid)
  const url = `${server.url}/api/jobs?boardid=${boardid}&take=200`
  const authorization = `Bearer ${server.people.admin.token}`
  const [ours, reference] = await interleaved(
    () => load(url, { authorization }),
    () => load(bare.url.href),
  )
  await bare.stop(true)
  return row({
    what: 'GET /api/jobs of 200 cards, signed in',
    ours,
    reference,
    unit: 'req/s',
    reach: 'at least 1.0',
  })
}

type Handle = () => Promise<Response> | Response

/** The whole way of a request but the socket: gate, handler, bytes. */
export function inProcess(server: TestServer, path: string): Handle {
  const handle = mount(server.services, routes)
  const headers = { cookie: server.people.admin.cookie, accept: 'text/html' }
  return () => handle(new Request(server.url + path, { headers }))
}

async function milliseconds(handle: Handle): Promise<number> {
  const start = performance.now()
  await (await handle()).arrayBuffer()
  return performance.now() - start
}

/** Medians of two that take turns; `before` runs untimed before each. */
export async function mediansInTurns(
  a: Handle,
  b: Handle,
  before: () => Promise<unknown>,
): Promise<[number, number]> {
  const [as, bs]: [number[], number[]] = [[], []]
  for (let i = 0; i < 120; i++) {
    await before()
    const [one, two] = [await milliseconds(a), await milliseconds(b)]
    if (i < 20) continue
    as.push(one)
    bs.push(two)
  }
  return [median(as), median(bs)]
}

/** One card in a hundred, somewhere on the board. */
const change = (server: TestServer, { ids }: BenchBoard) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Bench' }, (tx) => {
    for (let i = 0; i < CHANGED; i++) touchJob(tx, ids[Math.floor(Math.random() * ids.length)] as string)
  })

/** By one person who asks again and again, against a server that has nothing but these bytes. */
async function unchanged(server: TestServer, { slug }: BenchBoard): Promise<Row> {
  const url = `${server.url}/jobs/${slug}/progress`
  const { cookie } = server.people.admin
  const bytes = await (await fetch(url, { headers: { cookie } })).bytes()
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const ready = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(bytes, { headers }) })
  const [ours, reference] = await interleaved(
    () => load(url, { cookie }, 1),
    () => load(ready.url.href, {}, 1),
  )
  await ready.stop(true)
  return row({
    what: 'board page, 500 cards, unchanged, one client, against ready bytes',
    ...{ ours, reference, unit: 'req/s', reach: 'at least 0.5' },
  })
}

/** A name or right that no card shows has changed in the account before each. */
async function catalogue(server: TestServer, board: BenchBoard): Promise<Row> {
  const handle = inProcess(server, `/jobs/${board.slug}/progress`)
  const byHand = boardByHand(fileOf(server), board.boardid, await (await handle()).text())
  let made = 0
  const [ours, reference] = await mediansInTurns(handle, byHand, () =>
    server.people.admin.post('/api/divisions', { name: `Division ${made++}` }),
  )
  return row({
    what: 'board page, 500 cards, a division was added before each, against by hand',
    ...{ ours, reference, unit: 'ms', reach: 'at most 1.2' },
  })
}

async function page(server: TestServer, board: BenchBoard): Promise<Row[]> {
  const path = `/jobs/${board.slug}/progress`
  const handle = inProcess(server, path)
  const html = await (await handle()).text()
  const byHand = boardByHand(fileOf(server), board.boardid, html)
  const shorter = (await byHand().text()).length / html.length
  if (shorter < 0.9 || shorter > 1.1) throw new Error(`The page by hand is ${shorter} of the page's length`)
  const [ours, reference] = await mediansInTurns(handle, byHand, () => change(server, board))
  const sent = await fetch(server.url + path, {
    headers: { cookie: server.people.admin.cookie, 'accept-encoding': 'zstd' },
    decompress: false,
  })
  const bytes = (await sent.bytes()).length
  const what = 'board page, 500 cards, 1 in 100 changed'
  return [
    row({ what, ours, reference, unit: 'ms', reach: 'at most 1.5' }),
    {
      what: `${what}, compressed`,
      ours: bytes / 1000,
      reference: Number.NaN,
      ratio: Number.NaN,
      unit: 'kB',
      reach: 'at most 60 kB',
    },
  ]
}

async function years(
  server: TestServer,
  board: BenchBoard,
  grown: TestServer,
  old: BenchBoard,
): Promise<Row> {
  const path = `/jobs/${board.slug}/progress`
  const [reference, ours] = await mediansInTurns(
    inProcess(server, path),
    inProcess(grown, path),
    async () => {
      await change(server, board)
      await change(grown, old)
    },
  )
  return row({
    what: 'board page beside 100 000 archived jobs, against 1 000',
    ours,
    reference,
    unit: 'ms',
    reach: 'at most 1.2',
  })
}
