import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

type Step = { id: string; name: string; lane: number | null; order: number; version: number }

const admin = () => server.people.admin
const category = async (name: string) =>
  (await admin().post('/api/categories', { name, jobcategory: true })).body.data.id as string
const add = async (owner: string, name: string, lane: unknown = 1) =>
  (await admin().post('/api/steps', { category: owner, name, instruction: `Do ${name}`, lane })).body
    .data as Step
const stepsOf = async (owner: string, query = '') =>
  (await admin().get(`/api/steps/category/${owner}${query}`)).body.data as Step[]
const shape = (steps: Step[]) => steps.map(({ name, lane, order }) => [name, lane, order])

describe('steps', () => {
  test('are added at the end of their lane, the unassigned ones last', async () => {
    const owner = await category('Order')
    for (const [name, lane] of [
      ['c', 99],
      ['a', 1],
      ['x', 4],
      ['b', 1],
    ] as const)
      await add(owner, name, lane)
    await add(owner, 'd', null)
    expect(shape(await stepsOf(owner))).toEqual([
      ['a', 1, 0],
      ['b', 1, 1],
      ['x', 4, 0],
      ['c', null, 0],
      ['d', null, 1],
    ])
    expect((await stepsOf(owner))[0]).toMatchObject({
      instruction: 'Do a',
      category: { id: owner, name: 'Order' },
      archived: false,
    })
  })

  test('need a name, an instruction, a job category and a lane that there is', async () => {
    const owner = await category('Refusals')
    const refused = async (values: object) => {
      const { status, body } = await admin().post('/api/steps', { category: owner, ...values })
      return [status, body.message]
    }
    const incomplete = [400, 'Please fill in the step name and instruction']
    expect(await refused({ name: 'Cut' })).toEqual(incomplete)
    expect(await refused({ name: ' ', instruction: 'x' })).toEqual(incomplete)
    const failed = [400, 'Failed to add step. Invalid data received.']
    const step = { name: 'Cut', instruction: 'Cut it' }
    expect(await refused({ ...step, lane: 7 })).toEqual(failed)
    expect(await refused({ ...step, lane: 'first' })).toEqual(failed)
    expect(await refused({ ...step, category: shop.boardid })).toEqual(failed)
    const items = (await admin().post('/api/categories', { name: 'Items' })).body.data.id
    expect(await refused({ ...step, category: items })).toEqual(failed)
    expect(await stepsOf(owner)).toEqual([])
    const { id } = await add(owner, 'Cut')
    expect((await admin().patch(`/api/steps/${id}`, { instruction: '' })).body.message).toBe(incomplete[1])
  })

  test('move between lanes, within one, and are archived and restored', async () => {
    const owner = await category('Moves')
    const [a, b, c] = [await add(owner, 'a'), await add(owner, 'b'), await add(owner, 'c', 2)]
    const moved = await admin().patch(`/api/steps/${a.id}`, { lane: 2, version: 1 })
    expect(moved.body.data).toMatchObject({ lane: 2, order: 1, version: 2 })
    const late = await admin().patch(`/api/steps/${a.id}`, { name: 'A', version: 1 })
    expect([late.status, late.body.data.category.id]).toEqual([409, owner])
    expect((await admin().patch(`/api/steps/${a.id}`, { lane: '99' })).body.data.lane).toBeNull()

    const order = { category: owner, lane: 2, ids: [b.id, c.id, a.id] }
    expect(shape((await admin().post('/api/steps/reorder', order)).body.data)).toEqual([
      ['b', 2, 0],
      ['c', 2, 1],
      ['a', 2, 2],
    ])
    const stale = await admin().post('/api/steps/reorder', { category: owner, lane: 2, ids: [c.id, a.id] })
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'The steps have changed in the meantime. Please refresh and confirm the order.',
    ])
    const other = await add(await category('Elsewhere'), 'z')
    const foreign = { category: owner, lane: 2, ids: [b.id, c.id, a.id, other.id] }
    expect((await admin().post('/api/steps/reorder', foreign)).status).toBe(400)

    expect((await admin().delete(`/api/steps/${b.id}`)).body.data.archived).toBe(true)
    expect((await stepsOf(owner)).map(({ name }) => name)).toEqual(['c', 'a'])
    expect((await stepsOf(owner, '?archived=true')).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    await admin().patch(`/api/steps/${b.id}`, { archived: false })
    expect((await stepsOf(owner)).at(-1)?.name).toBe('b')
  })

  test('are read with categories, written by whoever may, and hidden from others', async () => {
    const owner = await category('Rights')
    const { id } = await add(owner, 'a')
    const { jobs, stakeholder } = server.people
    expect((await jobs.get(`/api/steps/category/${owner}`)).body.total).toBe(1)
    expect((await jobs.patch(`/api/steps/${id}`, { name: 'b' })).status).toBe(403)
    expect((await stakeholder.get(`/api/steps/category/${owner}`)).status).toBe(403)
    const { other } = server
    expect((await other.get(`/api/steps/category/${owner}`)).status).toBe(404)
    expect((await other.patch(`/api/steps/${id}`, { name: 'b' })).status).toBe(404)
    const theirs = await other.post('/api/steps', { category: owner, name: 'x', instruction: 'y' })
    expect(theirs.body.message).toBe('Failed to add step. Invalid data received.')
  })
})

describe('the Steps tab', () => {
  test('comes to read, lane by lane in the account’s words, and to change by its island', async () => {
    const owner = await category('Tab')
    await add(owner, 'Saw', 2)
    await add(owner, 'Glue', 99)
    const tab = (who = admin()) => who.get(`/admin/categories/${owner}/steps`)
    const { text } = await tab()
    expect(text.indexOf('aria-label="Review"')).toBeLessThan(text.indexOf('aria-label="No lane"'))
    expect(text).toContain('Do Saw')
    expect(text).toContain('data-island="steps"')
    expect((await tab(server.people.jobs)).text).toContain('Do Glue')
    expect((await tab(server.people.jobs)).text).not.toContain('data-island')
    expect((await tab(server.other)).status).toBe(404)
  })

  test('stands in the dialog of a job category alone', async () => {
    const owner = await category('Dialog')
    const items = (await admin().post('/api/categories', { name: 'Dialog items' })).body.data.id
    expect((await admin().get(`/admin/categories/${owner}`)).text).toContain(`${owner}/steps`)
    expect((await admin().get(`/admin/categories/${items}`)).text).not.toContain(`${items}/steps`)
  })
})
