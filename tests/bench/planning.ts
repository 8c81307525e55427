import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { readMaterials } from '#server/domains/planning/materials/read-materials.ts'
import { proposeOrders } from '#server/domains/planning/ordering/propose-orders.ts'
import { makeItem, makeJob, openTestTenant } from '#tests/stock/support.ts'
import { lagMeter } from './lag.ts'
import { median } from './load.ts'
import { figureAlone, type Row, row } from './table.ts'

const JOBS = 1_000
const LINES_OF_A_JOB = 20
const ITEMS = 3_000

/** What 1 000 open jobs need with 20 000 lines of 3 000 items, beside one bare query that sums their lines. */
export async function benchMaterials(): Promise<Row[]> {
  const tenant = openTestTenant()
  const boardid = await tenant.write((tx) => fillJobs(tx, ITEMS))
  const times: [number[], number[]] = [[], []]
  tenant.read((db) => {
    const bare = () =>
      prepared(
        db,
        `SELECT m.inventoryid, sum(m.estimated) AS required, sum(m.consumed) AS used, min(j.start) AS day
         FROM jobs j JOIN materials m ON m.jobid = j.id
         WHERE j.template = 0 AND j.status BETWEEN 1 AND 4 AND m.archived = 0 GROUP BY m.inventoryid`,
      ).all().length
    const ways = [() => readMaterials(db, boardid, 'open').length, bare]
    for (let round = -5; round < 40; round++)
      for (const [at, run] of ways.entries()) {
        const start = performance.now()
        if (run() !== ITEMS) throw new Error('Not all items are there.')
        if (round >= 0) times[at]?.push(performance.now() - start)
      }
  })
  tenant.close()
  return [
    row({
      what: 'materials of 1 000 open jobs, 20 000 lines, 3 000 items: ours against one bare query that sums',
      ...{ ours: median(times[0]), reference: median(times[1]), unit: 'ms', reach: 'at most 3' },
    }),
  ]
}

const PROPOSED = 10_000
const everything = { boards: new Map(), locations: null, everything: true } as unknown as Viewer

/** Proposals for 10 000 items that jobs are short of: how long they take, and how long they hold everybody else up. */
export async function benchProposals(): Promise<Row[]> {
  const tenant = openTestTenant()
  await tenant.write((tx) => fillJobs(tx, PROPOSED))
  const times: number[] = []
  const holds: number[] = []
  const c = {
    read: <T>(run: (db: TenantDb, viewer: Viewer) => T) => tenant.read((db) => run(db, everything)),
  }
  for (let round = -2; round < 9; round++) {
    const stop = lagMeter()
    const before = process.cpuUsage()
    const { rows } = await proposeOrders(
      c as never,
      { accountid: 'bench', userid: 'bench' },
      { whose: 'open' },
    )
    const { user, system } = process.cpuUsage(before)
    const held = stop()
    if (new Set(rows.map(({ item }) => item.id)).size !== PROPOSED)
      throw new Error('Not all items are there.')
    if (round < 0) continue
    times.push((user + system) / 1_000)
    holds.push(held)
  }
  tenant.close()
  return [
    figureAlone('proposals for 10 000 items: processor time', median(times), 'at most 1000 ms'),
    figureAlone(
      'proposals for 10 000 items: how long they hold up all others',
      median(holds),
      'at most 100 ms',
    ),
  ]
}

function fillJobs(tx: Tx, many: number): string {
  const items = Array.from({ length: many }, () => makeItem(tx))
  const add = prepared(
    tx.db,
    `INSERT INTO materials (id, jobid, inventoryid, role, inventoryclass, description, linerate, estimated, consumed, rank, createdutc, updatedutc)
     VALUES (?, ?, ?, 1, 1, 'bench', 0, ?, ?, ?, ?, ?)`,
  )
  let boardid = ''
  for (let at = 0; at < JOBS; at++) {
    const jobid = makeJob(tx)
    for (let line = 0; line < LINES_OF_A_JOB; line++) {
      const item = items[(at * LINES_OF_A_JOB + line) % many]!
      add.run([Bun.randomUUIDv7(), jobid, item, 5_000_000, 1_000_000, line, tx.now, tx.now])
    }
    boardid ||= prepared<{ boardid: string }>(tx.db, 'SELECT boardid FROM jobs WHERE id = ?').get([
      jobid,
    ])!.boardid
  }
  return boardid
}
