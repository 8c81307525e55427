import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { northwind } from '#db/demo/northwind/set.ts'
import { boards, categories, steps, workers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { accountClaims } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { insertJob } from '#server/domains/work/jobs/save-job.ts'
import { changeJobStep } from '#server/domains/work/jobsteps/change-job-step.ts'
import { stepsOfJob } from '#server/domains/work/jobsteps/present.ts'
import { unionSeconds } from '#server/domains/work/timesheet/intervals.ts'
import { readTimesheet } from '#server/domains/work/timesheet/present.ts'
import { readCsv } from '#server/import/index.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { openTestTenant, type TestTenant } from '#tests/stock/support.ts'

let tenant: TestTenant
beforeAll(() => {
  tenant = openTestTenant()
})
afterAll(() => tenant.close())

function table(file: 'orders.csv' | 'employees.csv' | 'shippers.csv') {
  const read = readCsv(file, new TextEncoder().encode(northwind.files[file]), { empty: 'NULL' })
  if (!read.ok) throw new Error(read.problems[0]?.sentence)
  const { columns, rows } = read.value
  return rows.map(({ cells }) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ''])))
}

type Interval = { jobid: string; workerid: string; startutc: string; endutc: string }

/** The same numbers each time: 0 to `below`, without it. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

const record = (tx: Tx) => ({ id: randomUUIDv7(), createdutc: tx.now, updatedutc: tx.now })

/** Three categories of jobs, as there are shippers, each with its steps; nine workers, as there are employees. */
function setUp(tx: Tx) {
  const boardid = randomUUIDv7()
  tx.db
    .insert(boards)
    .values({ ...record(tx), id: boardid, name: 'Orders', slug: 'orders' })
    .run()
  const people = table('employees.csv').map(({ employeeID, firstName, lastName }) => ({
    ...record(tx),
    code: employeeID,
    name: `${firstName} ${lastName}`,
  }))
  tx.db.insert(workers).values(people).run()
  const kinds = table('shippers.csv').map(({ companyName }) => ({
    ...record(tx),
    name: companyName ?? '',
    jobcategory: true,
  }))
  tx.db.insert(categories).values(kinds).run()
  for (const [at, { id: category }] of kinds.entries())
    for (let order = 0; order <= at + 1; order++)
      tx.db
        .insert(steps)
        .values({ ...record(tx), category, name: `Step ${order + 1}`, instruction: 'Do it.', lane: 3, order })
        .run()
  tx.invalidateCaches()
  return { boardid, workerids: people.map(({ id }) => id), categoryids: kinds.map(({ id }) => id) }
}

test('a year of starts, pauses and finishes on 830 orders sums to the minute', async () => {
  const orders = table('orders.csv')
  const { boardid, workerids, categoryids } = await tenant.write(setUp)
  const viewer: Viewer = {
    boards: new Map([[boardid, 'manage']]),
    locations: null,
    everything: true,
    claims: new Set(accountClaims),
    admin: true,
  }
  const draw = numbers(830)
  const worked: Interval[] = []
  const jobids: string[] = []

  function workOn(tx: Tx, { orderDate = '', shipVia = '1', employeeID = '1' }: Record<string, string>) {
    const day = `${orderDate.slice(0, 10)}T05:00:00.000Z`
    const id = randomUUIDv7()
    const category = categoryids[Number(shipVia) - 1] as string
    insertJob({ ...tx, now: day }, { id, boardid, status: 3, template: false }, [category])
    jobids.push(id)
    let at = addMs(day, draw(240) * MINUTE_MS)
    for (const [n, step] of stepsOfJob(tx.db, id, null).entries()) {
      const workerid = workerids[(Number(employeeID) - 1 + n) % workerids.length] as string
      const act = (action: 'start' | 'pause' | 'finish') =>
        changeJobStep({ ...tx, now: at }, viewer, { id: step.id, action, workerid })
      const spells = 1 + draw(2)
      for (let spell = 1; spell <= spells; spell++) {
        act('start')
        const startutc = at
        at = addMs(at, (1 + draw(200)) * MINUTE_MS)
        act(spell < spells ? 'pause' : 'finish')
        worked.push({ jobid: id, workerid, startutc, endutc: at })
        at = addMs(at, draw(90) * MINUTE_MS)
      }
    }
  }

  // In bulk, a hundred orders a transaction.
  for (let from = 0; from < orders.length; from += 100)
    await tenant.write((tx) => {
      for (const order of orders.slice(from, from + 100)) workOn(tx, order as Record<string, string>)
    })

  const minutesBy = (key: 'jobid' | 'workerid') => {
    const sums: Record<string, number> = {}
    for (const one of worked)
      sums[one[key]] = (sums[one[key]] ?? 0) + (Date.parse(one.endutc) - Date.parse(one.startutc)) / MINUTE_MS
    return sums
  }
  expect(orders).toHaveLength(830)
  expect(workerids).toHaveLength(9)
  tenant.read((db) => {
    const sheets = Object.fromEntries(
      jobids.map((id) => [id, readTimesheet(db, id, { money: false, userid: null }).minutes]),
    )
    expect(sheets).toEqual(minutesBy('jobid'))
    const rows = prepared<{ workerid: string; seconds: number; cost: number; entries: number }>(
      db,
      `SELECT workerid, sum(seconds) AS seconds, sum(costseconds) AS cost, count(*) AS entries
       FROM time_entries WHERE endutc IS NOT NULL GROUP BY workerid`,
    ).all()
    expect(Object.fromEntries(rows.map(({ workerid, seconds }) => [workerid, seconds / 60]))).toEqual(
      minutesBy('workerid'),
    )
    // Who works on several orders at once is paid for the hours there are.
    for (const { workerid, cost, entries } of rows) {
      const attended = unionSeconds(worked.filter((one) => one.workerid === workerid))
      expect(Math.abs(cost - attended)).toBeLessThanOrEqual(entries)
    }
    expect(
      prepared<{ n: number }>(db, 'SELECT count(*) AS n FROM job_steps WHERE NOT completed').get()?.n,
    ).toBe(0)
  })
}, 300_000)
