import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openShop, type Shop } from './jobs-support.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
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
    expect((await admin().patch(`/api/steps/${a.id}`, { name: 'A', version: 1 })).status).toBe(409)
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
  const form = (values: Record<string, string>) => new URLSearchParams({ name: 'The category', ...values })
  const call = (path: string, values: Record<string, string> = {}) =>
    admin().call('POST', path, form(values), { 'hx-request': 'true' })

  test('adds, moves, changes and archives by form, lane by lane in the account’s words', async () => {
    const owner = await category('Tab')
    const url = `/admin/categories/${owner}/steps`
    const missing = await call(url, { stepname: 'Saw' })
    expect(missing.status).toBe(422)
    expect(missing.text).toContain('Please fill in the step name and instruction')
    expect(missing.text).toContain('data-field="stepinstruction"')
    expect((await call(url, { stepname: 'Saw', stepinstruction: 'Saw it', steplane: '2' })).text).toContain(
      'aria-label="Review"',
    )
    await call(url, { stepname: 'Glue', stepinstruction: 'Glue it', steplane: '2' })
    const [saw, glue] = await stepsOf(owner)
    await call(`${url}/${glue!.id}/up`)
    expect((await stepsOf(owner)).map(({ name }) => name)).toEqual(['Glue', 'Saw'])
    await call(`${url}/${glue!.id}/down`)
    await call(`${url}/${glue!.id}/lane`, { steplane: '99' })
    expect(shape(await stepsOf(owner))).toEqual([
      ['Saw', 2, 0],
      ['Glue', null, 0],
    ])
    const open = await admin().get(`${url}?edit=${saw!.id}`)
    expect(open.text).toContain('value="Saw"')
    await admin().patch(`/api/steps/${saw!.id}`, { name: 'Sawing' })
    const words = { stepname: 'Saw twice', stepinstruction: 'Twice', stepversion: '1' }
    const late = await call(`${url}/${saw!.id}`, words)
    expect(late.status).toBe(409)
    expect(late.text).toContain('Now saved: Sawing')
    await call(`${url}/${saw!.id}`, { ...words, stepversion: '2' })
    const gone = await call(`${url}/${glue!.id}/archive`)
    expect(gone.text).not.toContain('Glue')
    expect((await admin().get(`${url}?archived=true`)).text).toContain('Restore Glue')
    const elsewhere = await category('Not its own')
    const strange = await call(`/admin/categories/${elsewhere}/steps/${saw!.id}/archive`)
    expect(strange.status).toBe(404)
    expect((await stepsOf(owner)).map(({ name }) => name)).toEqual(['Saw twice'])
  })

  test('stands in the dialog of a job category alone', async () => {
    const owner = await category('Dialog')
    const items = (await admin().post('/api/categories', { name: 'Dialog items' })).body.data.id
    expect((await admin().get(`/admin/categories/${owner}`)).text).toContain(`${owner}/steps`)
    expect((await admin().get(`/admin/categories/${items}`)).text).not.toContain(`${items}/steps`)
  })
})
