import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBadLanes } from '#db/queries/self-check.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { openFile, prepared } from '#db/sqlite.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type BenchBoard, fillBoard } from './jobs-data.ts'
import { interleaved, median } from './load.ts'
import { type Row, row } from './table.ts'

const CARDS = 500
const SECONDS = 1.2

/** What a move costs this process. */
export type Cost = { microseconds: number; kilobytes: number }

/** Durable moves with their history, by sixteen clients and by one, against one bare durable update after another. */
export async function benchMoves(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    const board = await fillBoard(server, 'bench', CARDS, 1_000)
    return [
      ...(await moves(server, board, 16, 'at least 1.0')),
      ...(await moves(server, board, 1, 'at least 0.4')),
    ]
  } finally {
    await server.stop()
  }
}

const fileOf = (server: TestServer) => server.services.tenants.path(server.accountid)

async function moves(
  server: TestServer,
  { ids }: BenchBoard,
  clients: number,
  reach: string,
): Promise<Row[]> {
  const file = join(server.folder, `bare-${clients}.sqlite`)
  prepared(
    server.services.tenants.read(server.accountid, (db) => db),
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ).all()
  copyFileSync(fileOf(server), file)
  const { db } = openFile(file)
  const update = prepared(db, 'UPDATE jobs SET status = ?, seq = ? WHERE id = ?')
  const [ourCosts, bareCosts]: [Cost[], Cost[]] = [[], []]
  const [ours, reference] = await interleaved(
    () => withCost(ourCosts, () => moved(server, clients)),
    () => withCost(bareCosts, async () => updates(update, ids)),
  )
  checkRanks(server)
  const what = `moves by ${clients === 1 ? 'one client' : `${clients} clients`}, durable, with history`
  const cost = (name: keyof Cost, unit: string) =>
    row({
      what: `${what}: ${name === 'kilobytes' ? 'written' : 'processor time'} of each`,
      ours: median(ourCosts.map((one) => one[name])),
      reference: median(bareCosts.map((one) => one[name])),
      unit,
      reach: 'at most 3',
    })
  return [
    row({ what, ours, reference, unit: 'moves/s', reach }),
    cost('microseconds', 'µs'),
    cost('kilobytes', 'kB'),
  ]
}

/** Bytes that this process handed to files and sockets so far. */
const bytesWritten = () => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])

type Done = { done: number; seconds: number }

export async function withCost(costs: Cost[], run: () => Promise<Done>): Promise<number> {
  const [cpu, bytes] = [process.cpuUsage(), bytesWritten()]
  const { done, seconds } = await run()
  const { user, system } = process.cpuUsage(cpu)
  costs.push({ microseconds: (user + system) / done, kilobytes: (bytesWritten() - bytes) / done / 1000 })
  return done / seconds
}

export async function moved(server: TestServer, clients: number, seconds = SECONDS): Promise<Done> {
  const rows = server.services.tenants.read(server.accountid, (db) => db.select().from(jobs).all())
  const lanes = Object.fromEntries(
    rows.filter(({ status }) => status < 5).map(({ id, status }) => [id, status]),
  )
  const mover = join(import.meta.dir, 'mover.ts')
  const { token } = server.people.admin
  const given = [server.url, token, JSON.stringify(lanes), String(seconds), String(clients)]
  const child = Bun.spawn([process.execPath, mover, ...given], { stdout: 'pipe', stderr: 'inherit' })
  const answer = JSON.parse(await new Response(child.stdout).text()) as Done & { failed: number }
  if (answer.failed > 0) throw new Error(`${answer.failed} moves failed`)
  return answer
}

function updates(update: ReturnType<typeof prepared>, ids: string[]): Done {
  const start = performance.now()
  let done = 0
  while (performance.now() - start < SECONDS * 1_000) {
    update.run([(done % 4) + 1, done % 125, ids[done % ids.length] as string])
    done++
  }
  return { done, seconds: (performance.now() - start) / 1000 }
}

/** A quick move that loses a place is no move. */
function checkRanks(server: TestServer) {
  const gaps = server.services.tenants.read(server.accountid, findBadLanes)
  if (gaps.length > 0) throw new Error(`Lanes have gaps: ${JSON.stringify(gaps)}`)
}
