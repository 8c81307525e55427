import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import fc from 'fast-check'
import { findWrongTotals } from '#db/queries/self-check.ts'
import { laneFigures } from '#db/queries/work/jobs-on-lanes.ts'
import { materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { lineAmounts } from '#server/money/amounts.ts'
import { asPercent, asQuantity, asRate, DecimalError, hundredPercent } from '#server/money/decimal.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { MAX_DECIMAL } from '#views/ui/field-rules.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const read = <T>(run: (db: TenantDb) => T) => server.services.tenants.read(server.accountid, run)
const add = async (status = 1) =>
  (await server.people.admin.post('/api/jobs', { boardid: shop.boardid, status })).body.data.id as string
const figuresOf = (status: number) =>
  read((db) => laneFigures(db, shop.boardid))
    .filter((row) => row.status === status)
    .reduce((sum, { jobs, quotedcents }) => ({ jobs: sum.jobs + jobs, cents: sum.cents + quotedcents }), {
      jobs: 0,
      cents: 0,
    })

const line = (jobid: string, linerate: number, estimated: number, discount = 0) => ({
  ...{ id: randomUUIDv7(), jobid, role: 2, createdutc: '', updatedutc: '' },
  linerate: asRate(linerate),
  estimated: asQuantity(estimated),
  consumed: asQuantity(estimated),
  discount: asPercent(discount),
})

describe('the figures of lanes', () => {
  test('follow jobs and lines wherever they go', async () => {
    const { admin } = server.people
    const [a, b] = [await add(), await add()]
    const body = { jobid: a, role: 2, description: 'Valve', estimated: 3, linerate: 12.5, discount: 10 }
    const { id, version } = (await admin.post('/api/materials', body)).body.data
    expect(figuresOf(1)).toEqual({ jobs: 2, cents: 3375 })
    await admin.post('/api/jobs/reorder', { jobid: a, lane: 4, afterid: null, confirmed: true })
    expect([figuresOf(1), figuresOf(4)]).toEqual([
      { jobs: 1, cents: 0 },
      { jobs: 1, cents: 3375 },
    ])
    await admin.patch(`/api/materials/${id}`, { estimated: 4, version })
    expect(figuresOf(4)).toEqual({ jobs: 1, cents: 4500 })
    await admin.delete(`/api/jobs/${b}`)
    expect(figuresOf(1)).toEqual({ jobs: 0, cents: 0 })
    await admin.patch(`/api/jobs/${a}`, { status: 6 })
    expect(figuresOf(4)).toEqual({ jobs: 0, cents: 0 })
    for (const status of [1, 1, 4]) await add(status)
    expect(read(findWrongTotals)).toEqual([])
  })

  test('sum a line to the cent as it is charged, whatever its size', async () => {
    const jobid = await add(2)
    const size = fc.oneof(fc.nat(), fc.integer({ min: 0, max: MAX_DECIMAL }), fc.constant(MAX_DECIMAL))
    const signed = fc.tuple(size, fc.boolean()).map(([n, minus]) => (minus ? -n : n) || 0)
    const percent = fc.integer({ min: 0, max: Number(hundredPercent) })
    await server.services.tenants.write(server.accountid, by, ({ db }) => {
      const kept = prepared<Kept>(db, 'SELECT quotedcents, usedcents FROM jobs WHERE id = ?')
      fc.assert(
        fc.property(signed, signed, percent, (rate, quantity, discount) => {
          const expected = netOf(rate, quantity, discount)
          fc.pre(expected !== undefined)
          const row = line(jobid, rate, quantity, discount)
          db.insert(materials).values(row).run()
          const cents = expected as number
          expect(kept.get([jobid])).toEqual({ quotedcents: cents, usedcents: cents })
          prepared(db, 'DELETE FROM materials WHERE id = ?').run([row.id])
        }),
        { numRuns: 500 },
      )
    })
  })

  test('that are wrong are found', async () => {
    await server.services.tenants.write(server.accountid, by, ({ db }) =>
      prepared(db, 'UPDATE job_figures SET jobs = jobs + 1 WHERE status = 2').run(),
    )
    expect(read(findWrongTotals)).toEqual([
      'status 2 of Work shop counts 2 jobs where 1 are, or sums them wrongly',
    ])
  })
})

type Kept = { quotedcents: number; usedcents: number }

/** Undefined: more than an amount may be. */
function netOf(rate: number, quantity: number, discount: number): number | undefined {
  try {
    const line = { quantity: asQuantity(quantity), rate: asRate(rate), discount: asPercent(discount) }
    return lineAmounts({ ...line, vatrate: asPercent(0) }).net + 0
  } catch (error) {
    if (error instanceof DecimalError) return
    throw error
  }
}
