import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { job_steps, workers } from '#db/schema/tenant/index.ts'
import { openFile, prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from '#tests/work/steps-support.ts'
import { interleaved } from './load.ts'
import { type Row, row } from './table.ts'

const JOBS = 2_000
const PEOPLE = 16

/** Sixteen people who each start steps, against a bare prepared update of the same file, each in its own transaction. */
export async function benchSteps(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    const shop = await createWorkShop(server)
    const bodies = await server.services.tenants.write(
      server.accountid,
      { userid: null, name: 'Bench' },
      (tx) => startsOf(tx, shop),
    )
    const update = bareUpdate(server)
    const ids = bodies.map((body) => (JSON.parse(body) as { id: string }).id)
    let at = 0
    const [ours, reference] = await interleaved(
      async () => {
        const { rate, sent } = await started(server, bodies.slice(at))
        at += sent
        return rate
      },
      async () => updates(update, ids),
    )
    const what = 'steps started by 16 people, durable, with history'
    return [row({ what, ours, reference, unit: 'starts/s', reach: 'at least 0.7' })]
  } finally {
    await server.stop()
  }
}

/** Each step by each person once, no two of one step near each other. */
function startsOf(tx: Tx, shop: WorkShop): string[] {
  const instants = { createdutc: tx.now, updatedutc: tx.now }
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    id: randomUUIDv7(),
    name: `Person ${n}`,
    ...instants,
  }))
  tx.db.insert(workers).values(people).run()
  for (let n = 0; n < JOBS; n++) addApprovedJob(tx, shop)
  tx.invalidateCaches()
  const steps = tx.db.select({ id: job_steps.id }).from(job_steps).all()
  return people.flatMap(({ id: workerid }) =>
    steps.map(({ id }) => JSON.stringify({ id, action: 'start', workerid })),
  )
}

function bareUpdate(server: TestServer) {
  prepared(
    server.services.tenants.read(server.accountid, (db) => db),
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ).all()
  const file = join(server.folder, 'bare.sqlite')
  copyFileSync(server.services.tenants.path(server.accountid), file)
  return prepared(openFile(file).db, 'UPDATE job_steps SET datestartedutc = ?, version = ? WHERE id = ?')
}

function updates(update: ReturnType<typeof prepared>, ids: string[]): number {
  const start = performance.now()
  let done = 0
  while (performance.now() - start < 1_200) {
    update.run(['2026-11-25T06:00:00.000Z', done, ids[done % ids.length] as string])
    done++
  }
  return (done / (performance.now() - start)) * 1000
}

async function started(server: TestServer, bodies: string[]) {
  const file = join(server.folder, 'starts.json')
  await Bun.write(file, JSON.stringify(bodies))
  const script = join(import.meta.dir, 'step-starter.ts')
  const child = Bun.spawn([process.execPath, script, server.url, server.people.admin.token, file, '1.2'], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const answer = JSON.parse(await new Response(child.stdout).text()) as Record<
    'done' | 'failed' | 'sent' | 'seconds',
    number
  >
  if (answer.failed > 0) throw new Error(`${answer.failed} starts failed`)
  return { rate: answer.done / answer.seconds, sent: answer.sent }
}
