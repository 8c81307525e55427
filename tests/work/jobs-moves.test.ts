import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { findBadLanes } from '#db/queries/self-check.ts'
import { completeLanes, laneList, readLaneOrder } from '#db/queries/work/jobs-lanes.ts'
import { lanes as laneTable, materials } from '#db/schema/tenant/index.ts'
import { markCredited, markInvoiced } from '#server/domains/work/jobs/change-status.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const add = async (status = 1, boardid = shop.boardid) =>
  (await admin().post('/api/jobs', { boardid, status })).body.data
const move = (jobid: string, lane: number, afterid: string | null, more: object = {}) =>
  admin().post('/api/jobs/reorder', { jobid, lane, afterid, ...more })
const write = <T>(run: Parameters<typeof server.services.tenants.write<T>>[2]) =>
  server.services.tenants.write(server.accountid, by, run)

/** Ids by lane in their order; fails when a lane does not list each of its jobs once. */
function lanes(boardid = shop.boardid): string[][] {
  return server.services.tenants.read(server.accountid, (db) => {
    expect(findBadLanes(db)).toEqual([])
    return [1, 2, 3, 4].map((status) => {
      const order = JSON.parse(laneList(db, { boardid, status }))
      expect(readLaneOrder(db, { boardid, status })).toEqual(order)
      return order
    })
  })
}

const addLine = (jobid: string) =>
  write((tx) =>
    tx.db
      .insert(materials)
      .values({
        id: randomUUIDv7(),
        jobid,
        role: 2,
        linerate: 0 as never,
        estimated: 0 as never,
        createdutc: tx.now,
        updatedutc: tx.now,
      })
      .run(),
  )

describe('ranking', () => {
  test('stays dense and agrees with a model under any moves', async () => {
    const boardid = shop.secondid
    const ids: string[] = []
    for (let i = 0; i < 8; i++) ids.push((await add((i % 4) + 1, boardid)).id)
    const one = fc.nat({ max: ids.length - 1 })
    const anyMove = fc.record({ job: one, lane: fc.integer({ min: 1, max: 4 }), after: fc.option(one) })
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 1, maxLength: 12 }), async (moves) => {
        const model = lanes(boardid)
        for (const { job, lane, after } of moves) {
          const jobid = ids[job] as string
          const afterid = after === null || after === job ? null : (ids[after] as string)
          const answer = await move(jobid, lane, afterid, { confirmed: true })
          expect(answer.status).toBe(200)
          for (const list of model) if (list.includes(jobid)) list.splice(list.indexOf(jobid), 1)
          const target = model[lane - 1] as string[]
          const place =
            afterid === null ? 0 : target.includes(afterid) ? target.indexOf(afterid) + 1 : target.length
          target.splice(place, 0, jobid)
          expect(answer.body.data).toMatchObject({ status: lane, afterid: target[place - 1] ?? null })
        }
        expect(lanes(boardid)).toEqual(model)
      }),
      { numRuns: 25 },
    )
  })

  test('closes the gap of a job that leaves its lane, and takes one back at the end', async () => {
    const [a, b, c] = [await add(2), await add(2), await add(2)]
    await admin().delete(`/api/jobs/${b.id}`)
    expect(lanes()[1]).toEqual([a.id, c.id])
    await admin().patch(`/api/jobs/restore/${b.id}`)
    expect(lanes()[1]).toEqual([a.id, c.id, b.id])
    await admin().patch(`/api/jobs/${a.id}`, { boardid: shop.secondid })
    expect(lanes()[1]).toEqual([c.id, b.id])
    expect(lanes(shop.secondid)[1]?.at(-1)).toBe(a.id)
  })

  test('a job that no list names, as after an import, stands at the end and can be moved and moved to', async () => {
    const boardid = shop.secondid
    // The lane may have been emptied by the moves before.
    for (let i = 0; i < 3; i++) await add(1, boardid)
    const before = lanes(boardid)
    const cut = (ids: string[]) => JSON.stringify(ids.slice(0, 1))
    await write(({ db }) =>
      db
        .update(laneTable)
        .set({ jobids: cut(before[0] ?? []) })
        .where(and(eq(laneTable.boardid, boardid), eq(laneTable.status, 1)))
        .run(),
    )
    const shown = async () =>
      (await admin().get(`/api/jobs?boardid=${boardid}&status=1`)).body.data.map(
        ({ id }: { id: string }) => id,
      )
    const [first, last] = [before[0]?.[0] as string, (await shown()).at(-1) as string]
    expect((await shown()).toSorted()).toEqual(before[0]?.toSorted())
    const moved = await move(first, 1, last)
    expect(moved.body.data.afterid).toBe(last)
    expect((await shown()).at(-1)).toBe(first)
    await write(({ db }) => completeLanes(db))
    expect(lanes(boardid)[0]).toEqual(await shown())
  })

  test('puts back what was moved by the reverse move', async () => {
    const before = lanes()
    const [first, second] = before[1] as [string, string]
    const { version } = (await move(second, 1, null)).body.data
    await move(second, 2, first, { version })
    expect(lanes()).toEqual(before)
  })
})

describe('two people at once', () => {
  test('the second move of a job is told that it lost, and where the job is', async () => {
    const { id, version } = await add()
    const [won, lost] = await Promise.all([move(id, 2, null, { version }), move(id, 3, null, { version })])
    expect(won.status).toBe(200)
    expect(lost.status).toBe(409)
    expect(lost.body).toMatchObject({
      code: 'conflict',
      message: 'Somebody else has moved this job to Review.',
      data: { id, status: 2, afterid: null, version: won.body.data.version },
    })
    expect((await move(id, 3, null, { version: lost.body.data.version })).status).toBe(200)
  })

  test('an edit, a note or a line in between does not stop a move', async () => {
    const { id, version } = await add()
    await admin().patch(`/api/jobs/${id}`, { description: 'other words' })
    await admin().post(`/api/jobs/${id}/notes`, { message: 'hello' })
    expect((await move(id, 2, null, { version })).status).toBe(200)
  })

  test('moves of different jobs all land', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => add()))
    const answers = await Promise.all(
      made.map(({ id, version }, i) => move(id, (i % 4) + 1, null, { version, confirmed: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 200))
    lanes()
  })
})

describe('the rules of the lanes', () => {
  test('Approve is for whoever may approve', async () => {
    const { id } = await add()
    const { agent, operations } = server.people
    expect((await agent.post('/api/jobs/reorder', { jobid: id, lane: 3 })).status).toBe(403)
    expect((await operations.post('/api/jobs/reorder', { jobid: id, lane: 3 })).status).toBe(200)
    expect((await agent.post('/api/jobs/reorder', { jobid: id, lane: 2 })).status).toBe(200)
    expect((await agent.post('/api/jobs', { boardid: shop.boardid, status: 3 })).status).toBe(403)
    expect((await agent.patch(`/api/jobs/${id}`, { status: 3 })).status).toBe(403)
  })

  test('into Complete the warnings are listed and confirmed once', async () => {
    const { id } = await add()
    await addLine(id)
    const asked = await move(id, 4, null)
    expect(asked.status).toBe(409)
    expect(asked.body).toMatchObject({ code: 'warnings', data: [{ code: 'unconsumed' }] })
    const done = await move(id, 4, null, { confirmed: true })
    expect(done.body.data).toMatchObject({ status: 4, warnings: 1 })
    expect((await move(id, 4, (await add(4)).id)).status).toBe(200)
    expect((await admin().get(`/api/jobs/${id}`)).body.data.warninglist).toMatchObject([
      { code: 'unconsumed' },
    ])
  })

  test('from Approve on they are shown in each status, in the job, its place and every list', async () => {
    const { id } = await add(3)
    await addLine(id)
    const shown = async () => {
      const { warnings, warninglist } = await expectOk(admin().get(`/api/jobs/${id}`))
      const lists = await Promise.all(
        ['/api/jobs', '/api/jobs/past'].map((path) => expectOk(admin().get(`${path}?take=500`))),
      )
      const listed = lists.flat().filter((job: { id: string }) => job.id === id)
      return [warninglist.length, warnings, ...new Set(listed.map((job) => job.warnings))]
    }
    expect(await shown()).toEqual([1, 1, 1])
    await expectOk(admin().post('/api/jobs/reorder', { jobid: id, lane: 4, confirmed: true }))
    expect(await shown()).toEqual([1, 1, 1])
    await write((tx) => markInvoiced(tx, id))
    expect(await shown()).toEqual([1, 1, 1])
    const archived = await expectOk(admin().patch(`/api/jobs/${id}`, { status: 6 }))
    expect(archived.warnings).toBe(1)
    expect(await shown()).toEqual([1, 1, 1])
    const [{ message }] = (await expectOk(admin().get(`/api/jobs/${id}`))).warninglist
    expect(message).toBe('Nothing was used on 1 line.')
  })

  test('refuses lanes and neighbours that are not there', async () => {
    const { id } = await add()
    expect((await move(id, 5, null)).status).toBe(400)
    expect((await move(id, 1, id)).body.fields).toHaveProperty('afterid')
    expect((await move(id, 1, (await add(1, shop.secondid)).id)).body.fields).toHaveProperty('afterid')
  })

  test('is Invoiced only by a document, and Complete again by a credit note', async () => {
    const { id } = await add()
    expect(await write((tx) => markInvoiced(tx, id)).catch((error) => error.status)).toBe(400)
    await move(id, 4, null, { confirmed: true })
    await write((tx) => markInvoiced(tx, id))
    const late = await move(id, 2, null)
    expect(late.status).toBe(409)
    expect(late.body.message).toBe('This job is now Invoiced.')
    expect((await admin().delete(`/api/jobs/${id}`)).status).toBe(400)
    await admin().patch(`/api/jobs/${id}`, { status: 6 })
    await write((tx) => markCredited(tx, id))
    expect((await admin().patch(`/api/jobs/restore/${id}`)).body.data.status).toBe(4)
  })

  test('each move is in the history by its words', async () => {
    const { id } = await add()
    const other = await add()
    await move(id, 1, other.id)
    await move(id, 2, null)
    const { data } = (await admin().get(`/api/jobs/${id}/history`)).body
    expect(data[0]).toMatchObject({ field: 'status', oldvalue: 'Draft', newvalue: 'Review' })
    expect(data[1]).toMatchObject({ field: 'place', user: 'admin Tester' })
    expect(Number(data[1].newvalue)).toBe(Number(data[1].oldvalue) + 1)
  })
})
