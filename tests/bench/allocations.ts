import { randomUUIDv7 } from 'bun'
import { clients, jobs, workers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addApprovedJob, addStep, createWorkShop, type WorkShop } from '#tests/work/steps-support.ts'
import { allocationsByHand } from './allocations-by-hand.ts'
import { inProcess, mediansInTurns } from './jobs.ts'
import { type Row, row } from './table.ts'

const JOBS = 500
const WORKERS = 9
const PATH = '/jobs/work-shop/panel/allocations?all=true'
const by = { userid: null, name: 'Bench' }

/** The page of 500 approved jobs with 3 000 steps against the same queries and markup by template strings. */
export async function benchAllocations(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    const shop = await createWorkShop(server)
    const jobid = await fill(server, shop)
    const handle = inProcess(server, PATH)
    const html = await (await handle()).text()
    const byHand = allocationsByHand(server.services.tenants.path(server.accountid), shop.boardid, html)
    const shorter = (await byHand().text()).length / html.length
    if (shorter < 0.95 || shorter > 1.05)
      throw new Error(`The page by hand is ${shorter} of the page's length`)
    // Nothing that is kept for one state of the account helps the next.
    const change = () => server.services.tenants.write(server.accountid, by, (tx) => touchJob(tx, jobid))
    const [ours, reference] = await mediansInTurns(handle, byHand, change)
    const scripts = await weighScripts(server, html)
    return [
      row({
        what: 'allocations page, 500 approved jobs, 3 000 steps',
        ours,
        reference,
        unit: 'ms',
        reach: 'at most 1.5',
      }),
      {
        what: 'scripts of the allocations page, compressed',
        ours: scripts / 1000,
        reference: Number.NaN,
        ratio: Number.NaN,
        unit: 'kB',
        reach: 'at most 150 kB',
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Bytes of all that the page begins with: its own script and those that it names to be loaded before. */
async function weighScripts(server: TestServer, html: string): Promise<number> {
  const paths = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  const sizes = await Promise.all(
    [...paths].map(async (path) => {
      const sent = await fetch(server.url + path, {
        headers: { 'accept-encoding': 'zstd' },
        decompress: false,
      })
      return (await sent.bytes()).length
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Six steps each, of which two are done and three are given; every tenth has one that is worked on. */
const fill = (server: TestServer, shop: WorkShop) =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    for (const [order, name] of ['Polish', 'Pack', 'Deliver'].entries())
      addStep(tx, shop.category, name, 3, order + 3)
    const names = Array.from({ length: WORKERS }, (_, n) => ({ id: randomUUIDv7(), name: `Worker ${n}` }))
    tx.db
      .insert(workers)
      .values(names.map((one) => ({ ...one, ...instants })))
      .run()
    const client = randomUUIDv7()
    tx.db
      .insert(clients)
      .values({ id: client, name: 'Ernst Handel', ...instants })
      .run()
    const ids = Array.from({ length: JOBS }, () => addApprovedJob(tx, shop))
    tx.db.update(jobs).set({ client, finish: '2026-11-27', scheduledminutes: 480 }).run()
    prepared(
      tx.db,
      `UPDATE job_steps SET completed = "order" < 2, datecompletedutc = iif("order" < 2, createdutc, NULL),
         workerid = iif("order" < 3, (SELECT id FROM workers WHERE name = 'Worker ' || (job_steps.rowid / 2 % ?)), NULL)`,
    ).run([WORKERS])
    prepared(
      tx.db,
      `INSERT INTO time_entries (id, createdutc, updatedutc, jobid, jobstepid, workerid, date, startutc, seconds,
         costrate, detail, billable, unconfirmed)
       SELECT 't' || s.id, s.createdutc, s.createdutc, s.jobid, s.id, s.workerid, substr(s.createdutc, 1, 10),
         s.createdutc, 0, 0, '', 1, 0
       FROM job_steps s WHERE s."order" = 2 AND s.rowid % 60 = 3`,
    ).run([])
    tx.invalidateCaches()
    return ids[0] as string
  })
