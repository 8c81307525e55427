import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { accountNames } from '#db/queries/platform/registry.ts'
import { findBadLanes } from '#db/queries/self-check.ts'
import { prepared } from '#db/sqlite.ts'
import { demoFolder, joblane, openData, removeTemporaryFolders, serveFolder, signedIn } from './support.ts'

// Each starts the program, some of them several times, beside whatever else the machine does.
setDefaultTimeout(120_000)

const MOVES = 200
const KILL_AFTER = 100
const PEOPLE = 8

afterAll(removeTemporaryFolders)

type Ack = { jobid: string; version: number }

test('kill -9 in the middle of 200 moves loses none that were acknowledged', async () => {
  const folder = await demoFolder()
  const program = await serveFolder(folder)
  const call = await signedIn(program)
  const boards = await call('GET', '/api/boards')
  const orders = boards.body.data.find(({ name }: { name: string }) => name === 'Orders')
  const jobs = await call('GET', `/api/jobs?boardid=${orders.id}&take=${PEOPLE}`)
  const ids: string[] = jobs.body.data.map(({ id }: { id: string }) => id)
  expect(ids).toHaveLength(PEOPLE)

  const acks: Ack[] = []
  let asked = 0
  let killed: Promise<number> | undefined
  const person = async (jobid: string) => {
    for (let lane = 1; asked < MOVES; lane = lane === 1 ? 2 : 1) {
      asked++
      const answer = await call('POST', '/api/jobs/reorder', { jobid, lane, afterid: null })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      acks.push({ jobid, version: answer.body.data.version })
      if (acks.length === KILL_AFTER) killed = program.kill()
    }
  }
  await Promise.allSettled(ids.map(person))
  await killed
  expect(acks.length).toBeGreaterThanOrEqual(KILL_AFTER)
  expect(acks.length).toBeLessThan(MOVES)

  const data = openData(folder)
  const account = data.platform.read(accountNames).find(({ name }) => name === 'Northwind Traders')!
  const kept = data.tenants.read(account.id, (db) => ({
    versions: new Map(
      prepared<{ id: string; version: number }>(db, 'SELECT id, version FROM jobs')
        .all()
        .map((job) => [job.id, job.version]),
    ),
    moves: prepared<{ n: number }>(
      db,
      "SELECT count(*) AS n FROM history WHERE field IN ('status', 'place')",
    ).get()!.n,
    faults: findBadLanes(db),
  }))
  data.close()
  expect(acks.filter(({ jobid, version }) => kept.versions.get(jobid)! < version)).toEqual([])
  // A move may be on disk whose answer never arrived, but of each person at most the one they waited for.
  const changed = acks.filter(({ version }) => version > 1).length
  expect(kept.moves).toBeGreaterThanOrEqual(changed - PEOPLE)
  expect(kept.moves).toBeLessThanOrEqual(acks.length + PEOPLE)
  expect(kept.faults).toEqual([])
  expect(await joblane(['check', '--data', folder])).toMatchObject({ status: 0 })
})
