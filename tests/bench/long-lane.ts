import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import { prepared } from '#db/sqlite.ts'
import { routes } from '#server/app.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { mount } from '#server/http/mount.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { inProcess, mediansInTurns } from './jobs.ts'
import { type BenchBoard, fillBoard } from './jobs-data.ts'
import { interleaved } from './load.ts'
import { type Row, row } from './table.ts'
import { toInteractive } from './to-interactive.ts'

const LONG = 25_000
const SHORT = 200
const LANE_OF_LONG = 1

/** A board with one lane of 25 000 jobs, beside an account whose board has 50 on each lane. */
export async function benchLongLane(): Promise<Row[]> {
  const [short, long] = [await startTestServer(), await startTestServer()]
  try {
    const few = await fillBoard(short, 'bench', SHORT, 1_000)
    const many = await fillBoard(long, 'bench', SHORT, 1_000)
    await addToLane(long, many)
    const path = `/jobs/${few.slug}/progress`
    const [reference, ours] = await mediansInTurns(
      inProcess(short, path),
      inProcess(long, path),
      async () => {
        await touch(short, few)
        await touch(long, many)
      },
    )
    const sizes = await Promise.all(
      [inProcess(long, path), inProcess(short, path)].map(
        async (handle) => (await (await handle()).bytes()).length,
      ),
    )
    const [keysOfLong, keysOfShort] = await interleaved(
      () => toInteractive({ base: long.url, cookies: long.people.admin.cookie, path }),
      () => toInteractive({ base: short.url, cookies: short.people.admin.cookie, path }),
    )
    const [moveOfLong, moveOfShort] = await mediansInTurns(
      mover(long, many),
      mover(short, few),
      async () => {},
    )
    return [
      row({
        what: 'a move on a lane of 25 000 jobs, against one of 50',
        ours: moveOfLong,
        reference: moveOfShort,
        unit: 'ms',
        reach: 'at most 5',
      }),
      row({
        what: 'board, 25 000 jobs on one lane, against 200 cards, to the first key that moves the focus (4× throttle)',
        ours: keysOfLong,
        reference: keysOfShort,
        unit: 'ms',
        reach: 'at most 1.2',
      }),
      row({
        what: 'board page, 25 000 jobs on one lane, against 200 cards',
        ours,
        reference,
        unit: 'ms',
        reach: 'at most 1.2',
      }),
      row({
        what: 'board page, 25 000 jobs on one lane, against 200 cards, its length',
        ours: (sizes[0] as number) / 1000,
        reference: (sizes[1] as number) / 1000,
        unit: 'kB',
        reach: 'at most 1.2',
      }),
    ]
  } finally {
    await short.stop()
    await long.stop()
  }
}

const by = { userid: null, name: 'Bench' }

/** Moves one of the topmost cards of the lane below another of them. */
function mover(server: TestServer, { ids }: BenchBoard) {
  const handle = mount(server.services, routes)
  const headers = { authorization: `Bearer ${server.people.admin.token}`, 'content-type': 'application/json' }
  const lane = ids.filter((_, i) => 1 + (i % 4) === LANE_OF_LONG)
  let moves = 0
  return async () => {
    const [jobid, afterid] = [lane[moves % 20], lane[20 + (moves++ % 20)]]
    const body = JSON.stringify({ jobid, lane: LANE_OF_LONG, afterid, confirmed: true })
    const response = await handle(
      new Request(`${server.url}/api/jobs/reorder`, { method: 'POST', headers, body }),
    )
    if (!response.ok) throw new Error(await response.text())
    return response
  }
}

const touch = (server: TestServer, { ids }: BenchBoard) =>
  server.services.tenants.write(server.accountid, by, (tx) => touchJob(tx, ids[0] as string))

/** Below the cards that are there. */
function addToLane(server: TestServer, { boardid }: BenchBoard) {
  return server.services.tenants.write(server.accountid, by, ({ db, now }) => {
    prepared(
      db,
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO jobs (id, boardid, reference, description, status, client, created, createdutc, updatedutc)
       SELECT printf('00000000-0000-4000-9000-%012d', i), ?, 'LONG' || i, 'Replace the valve', ?,
         (SELECT id FROM clients LIMIT 1), ?, ?, ? FROM n`,
    ).run([LONG, boardid, LANE_OF_LONG, now, now, now])
    completeLanes(db)
  })
}
