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

const admin = () => server.people.admin
const field = async (label: string, values: object = {}) =>
  (await admin().post('/api/categories/fields', { category: shop.category, label, ...values })).body.data
const job = async (values: object = {}) =>
  (await admin().post('/api/jobs', { boardid: shop.boardid, categories: [shop.category], ...values })).body
    .data

describe('fields of a category', () => {
  test('are added, changed, archived and restored', async () => {
    const made = await field('Colour', { compulsary: true })
    expect(made).toMatchObject({
      label: 'Colour',
      compulsary: true,
      typeid: 0,
      category: { id: shop.category, name: 'Repair' },
      archived: false,
      version: 1,
    })
    const url = `/api/categories/fields/${made.id}`
    expect((await admin().patch(url, { label: 'Tint', version: 1 })).body.data.label).toBe('Tint')
    const late = await admin().patch(url, { label: 'Hue', version: 1 })
    expect([late.status, late.body.data.category.name]).toEqual([409, expect.any(String)])
    expect((await admin().delete(url)).body.data.archived).toBe(true)
    const list = `/api/categories/${shop.category}/fields`
    expect((await admin().get(list)).body.total).toBe(0)
    expect((await admin().get(`${list}?archived=true`)).body.total).toBe(1)
  })

  test('belong to job categories, have a label and a known type', async () => {
    const items = (await admin().post('/api/categories', { name: 'Items' })).body.data.id
    const refused = async (values: object) =>
      (await admin().post('/api/categories/fields', { category: shop.category, label: 'X', ...values })).body
        .fields
    expect(await refused({ category: items })).toHaveProperty('category')
    expect(await refused({ category: shop.boardid })).toHaveProperty('category')
    expect(await refused({ label: ' ' })).toHaveProperty('label')
    expect(await refused({ typeid: 2 })).toHaveProperty('typeid')
    expect((await server.other.get(`/api/categories/${shop.category}/fields`)).status).toBe(404)
    expect(
      (await server.people.agent.post('/api/categories/fields', { category: shop.category, label: 'X' }))
        .status,
    ).toBe(403)
  })
})

describe('fields of a job', () => {
  test('are those of its categories, filled all or none, with history in words', async () => {
    const [text, date, number, yes] = [
      await field('Serial', { compulsary: true }),
      await field('Bought', { typeid: 1 }),
      await field('Hours', { typeid: 3 }),
      await field('Insured', { typeid: 4 }),
    ]
    const { id } = await job()
    const fields = async () => (await admin().get(`/api/jobs/${id}/fields`)).body.data
    expect(await fields()).toMatchObject([
      { id: text.id, label: 'Serial', compulsary: true, typeid: 0, value: '' },
      { id: date.id, value: '' },
      { id: number.id, value: '' },
      { id: yes.id, value: '' },
    ])
    const fill = (values: object) => admin().post('/api/jobs/fields', { jobid: id, fields: values })
    const wrong = await fill([
      { id: text.id, value: ' ' },
      { id: date.id, value: '2026-02-30' },
      { id: number.id, value: 'many' },
      { id: yes.id, value: 'perhaps' },
      { id: shop.boardid, value: 'x' },
    ])
    expect(wrong.status).toBe(400)
    expect(wrong.body.fields).toEqual({
      [text.id]: 'Serial is required.',
      [date.id]: 'This is not a date like 2026-11-21.',
      [number.id]: 'This is not a number.',
      [yes.id]: 'This is neither yes nor no.',
      [shop.boardid]: 'This job has no such field.',
    })
    expect((await fields()).every(({ value }: { value: string }) => value === '')).toBe(true)
    const filled = await fill([
      { id: text.id, value: ' Ünïcode “42” 🚜 ' },
      { id: date.id, value: '2024-02-29' },
      { id: number.id, value: '1 250,5' },
      { id: yes.id, value: true },
    ])
    expect(filled.body.data.map(({ value }: { value: string }) => value)).toEqual([
      'Ünïcode “42” 🚜',
      '2024-02-29',
      '1250.5',
      'true',
    ])
    await fill([{ id: number.id, value: '' }])
    const entries = (await admin().get(`/api/jobs/${id}/history`)).body.data
    expect(entries.slice(0, 2)).toMatchObject([
      { field: 'Hours', oldvalue: '1250.5', newvalue: '' },
      { field: 'Insured', oldvalue: '', newvalue: 'yes' },
    ])
    await admin().delete(`/api/categories/fields/${date.id}`)
    await admin().delete(`/api/categories/fields/${number.id}`)
    expect((await fields()).map(({ label }: { label: string }) => label)).toEqual([
      'Serial',
      'Bought',
      'Insured',
    ])
  })

  test('are saved with the rest of the job or not at all, and clash with other edits', async () => {
    const compulsory = await field('Licence', { compulsary: true })
    const { id, version } = await job()
    const fill = (value: string) => ({ fields: [{ id: compulsory.id, value }], version })
    const refused = await admin().patch(`/api/jobs/${id}`, { description: 'Both', ...fill('') })
    expect(refused.body.fields).toEqual({ [compulsory.id]: 'Licence is required.' })
    expect((await admin().get(`/api/jobs/${id}`)).body.data).toMatchObject({ description: '', version })
    const saved = await admin().patch(`/api/jobs/${id}`, { description: 'Both', ...fill('GP 42') })
    expect(saved.body.data.version).toBeGreaterThan(version)
    const late = await admin().post('/api/jobs/fields', { jobid: id, ...fill('GP 43') })
    expect(late.status).toBe(409)
    expect(late.body.data).toMatchObject({ id, description: 'Both' })
    const now = (await admin().get(`/api/jobs/${id}/fields`)).body.data
    expect(now.find((one: { id: string }) => one.id === compulsory.id).value).toBe('GP 42')
    await admin().delete(`/api/categories/fields/${compulsory.id}`)
  })

  test('are for whoever sees the job, and filled by whoever works on it', async () => {
    const one = await field('Note')
    const { id } = await job()
    const { stakeholder, jobs } = server.people
    expect((await stakeholder.get(`/api/jobs/${id}/fields`)).status).toBe(404)
    expect((await server.other.get(`/api/jobs/${id}/fields`)).status).toBe(404)
    const values = { jobid: id, fields: [{ id: one.id, value: 'x' }] }
    expect((await server.other.post('/api/jobs/fields', values)).status).toBe(404)
    expect((await stakeholder.post('/api/jobs/fields', values)).status).toBe(403)
    expect((await jobs.post('/api/jobs/fields', values)).status).toBe(200)
    const found = (await jobs.get(`/api/categories/job/${id}`)).body
    expect(found).toMatchObject({
      total: 1,
      data: [{ id: shop.category, name: 'Repair', colour: '#336699' }],
    })
    expect((await stakeholder.get(`/api/categories/job/${id}`)).status).toBe(404)
  })
})

test('a job category has a custom card and a default product', async () => {
  const item = (await admin().post('/api/inventory', { code: 'GATE', make: 'Farm', model: 'gate' })).body.data
  const values = { custom: 'Torque: ____', defaultproduct: item.id }
  const saved = await admin().patch(`/api/categories/${shop.category}`, values)
  expect(saved.body.data).toMatchObject({
    custom: 'Torque: ____',
    defaultproduct: { id: item.id, name: 'Farm gate' },
  })
  const strange = await admin().patch(`/api/categories/${shop.category}`, { defaultproduct: shop.boardid })
  expect(strange.body.fields).toHaveProperty('defaultproduct')
  const dialog = (await admin().get(`/admin/categories/${shop.category}`)).text
  expect(dialog).toContain('Torque: ____')
  expect(dialog).toContain('value="Farm gate"')
})

test('items go with a category, with their class, place and rate there', async () => {
  const item = (await admin().post('/api/inventory', { code: 'GLUE' })).body.data
  const paint = (await admin().post('/api/inventory', { code: 'PAINT' })).body.data
  const shelf = (await admin().post('/api/storage', { name: 'Shelf' })).body.data
  const url = `/api/categories/${shop.category}/inventory`
  const linked = await admin().post(`${url}/${item.id}`, {
    inventoryclass: 5,
    storageid: shelf.id,
    rate: '12,50',
  })
  expect(linked.body).toMatchObject({
    total: 1,
    data: [
      {
        inventory: { id: item.id, name: 'GLUE', code: 'GLUE' },
        inventoryclass: 5,
        storage: { name: 'Shelf' },
        rate: 12.5,
      },
    ],
  })
  await admin().call('POST', `${url}/${item.id}`)
  await admin().post(`${url}/${paint.id}`)
  expect((await admin().get(url)).body.data).toMatchObject([{ inventoryclass: 5 }, { inventoryclass: null }])
  expect((await admin().post(`${url}/${shop.boardid}`)).status).toBe(404)
  expect((await admin().post(`${url}/${item.id}`, { inventoryclass: 9 })).status).toBe(400)
  expect((await server.other.post(`${url}/${item.id}`)).status).toBe(404)
  expect((await admin().delete(`${url}?inventoryid=${paint.id}`)).body.total).toBe(1)
  expect((await admin().delete(`${url}?inventoryid=${paint.id}`)).status).toBe(404)
  expect((await admin().delete(url)).body.total).toBe(0)
  const entries = (await admin().get(`/api/categories/${shop.category}/history`)).body.data
  expect(entries.slice(0, 2)).toMatchObject([
    { field: 'inventory', oldvalue: 'GLUE', newvalue: '' },
    { field: 'inventory', oldvalue: 'PAINT', newvalue: '' },
  ])
})

describe('the tabs of a category', () => {
  const call = (path: string, values: Record<string, string> = {}) =>
    admin().call('POST', path, new URLSearchParams({ name: 'Repair', ...values }), { 'hx-request': 'true' })

  test('add, change and archive fields by form', async () => {
    const owner = (await admin().post('/api/categories', { name: 'Form', jobcategory: true })).body.data.id
    const url = `/admin/categories/${owner}/fields`
    const missing = await call(url)
    expect(missing.status).toBe(422)
    expect(missing.text).toContain('data-field="fieldlabel"')
    expect((await call(url, { fieldlabel: 'Model', fieldcompulsary: 'true' })).text).toContain('Compulsory')
    const [made] = (await admin().get(`/api${url.slice(6)}`)).body.data
    await call(`${url}/${made.id}`, { fieldlabel: 'Make', fieldversion: '1' })
    expect((await admin().get(`/api${url.slice(6)}`)).body.data).toMatchObject([
      { label: 'Make', compulsary: false },
    ])
    const late = await call(`${url}/${made.id}`, { fieldlabel: 'Mark', fieldversion: '1' })
    expect([late.status, late.text.includes('Now saved: Make')]).toEqual([409, true])
    expect(late.text).toContain('data-field="fieldversion">2')
    const archived = await admin().call('POST', `${url}/${made.id}/archive`, undefined, {
      'hx-request': 'true',
    })
    expect(archived.text).toContain('No fields have been added.')
    expect((await admin().get(`${url}?archived=true`)).text).toContain('Restore Make')
  })

  test('link and unlink items by form', async () => {
    const item = (await admin().post('/api/inventory', { code: 'NAIL' })).body.data
    const url = `/admin/categories/${shop.category}/inventory`
    expect((await call(url)).text).toContain('Choose an item first.')
    expect((await call(url, { inventoryid: item.id })).text).toContain('Remove NAIL')
    const gone = await admin().delete(`${url}/${item.id}`)
    expect(gone.text).toContain('No items go with this category yet.')
  })
})
