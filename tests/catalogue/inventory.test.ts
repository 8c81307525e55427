import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let id: string
const url = '/api/inventory'
beforeAll(async () => {
  server = await startTestServer()
  id = (
    await expectOk(
      server.people.admin.post(url, { code: 'P/1 %', make: 'Plascon', model: 'Velvaglo', baseunit: 'litre' }),
    )
  ).id
})
afterAll(() => server.stop())

test('an empty list has the specification’s words, with the account’s own label', async () => {
  const { html } = await htmxRequest(server, server.other, 'GET', '/admin/inventory')
  expect(html).toContain('<p>No Inventory have been added</p>')
})

test('is called by its stock name, else make and model, else code', async () => {
  const { admin } = server.people
  expect((await expectOk(admin.get(`${url}/${id}`))).name).toBe('Plascon Velvaglo')
  expect((await expectOk(admin.patch(`${url}/${id}`, { materialname: 'White enamel' }))).name).toBe(
    'White enamel',
  )
  const bare = await expectOk(admin.post(url, { code: 'BARE' }))
  expect(bare.name).toBe('BARE')
  const made = await expectOk(admin.patch(`${url}/${id}`, { materialname: '', make: '' }))
  expect(made.name).toBe('Velvaglo')
  const list = await admin.get(`${url}?search=velva`)
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Velvaglo'])
})

test('a code that is left empty is made, and never one that another item has', async () => {
  const { admin } = server.people
  const codeOf = async (more: object) => (await expectOk(admin.post(url, more))).code
  expect(await codeOf({ materialname: 'First' })).toBe('I0001')
  await codeOf({ code: 'I0002' })
  expect(await codeOf({ materialname: 'Second', code: '' })).toBe('I0003')
  expect(await expectRefused(admin.post(url, { code: '', baseunit: 'm' }))).toEqual(['materialname'])
  expect(await expectRefused(admin.patch(`${url}/${id}`, { code: '' }))).toEqual(['code'])
})

test('a price that is given is kept to the cent, by what is added to its cost', async () => {
  const { admin, jobs } = server.people
  const made = await expectOk(
    admin.post(url, { materialname: 'Hinge', rate: '30', mupercent: '10', price: '99,99' }),
  )
  expect(made).toMatchObject({ rate: 30, mupercent: 10, muamount: 66.99, price: 99.99 })
  const at = `${url}/${made.id}`
  expect(await expectOk(admin.patch(at, { rate: 40 }))).toMatchObject({ muamount: 66.99, price: 110.99 })
  expect(await expectOk(admin.patch(at, { rate: 50, price: 40 }))).toMatchObject({ muamount: -15, price: 40 })
  expect(await expectRefused(admin.patch(at, { rate: 1 }))).toEqual(['muamount'])
  expect(await expectRefused(admin.patch(at, { price: -1 }))).toEqual(['price'])
  expect((await jobs.patch(at, { price: 1 })).status).toBe(403)
  const preview = await expectOk(admin.get('/api/pricing/preview?baserate=50&markuppercent=10&price=40'))
  expect(preview).toMatchObject({ price: 40, linerate: 40 })
})

test('is found by code or name, whatever stands in it', async () => {
  const { admin } = server.people
  for (const name of ['P/1 %', 'p/1 %'])
    expect((await expectOk(admin.get(`${url}/${encodeURIComponent(name)}`))).id).toBe(id)
  await expectOk(admin.patch(`${url}/${id}`, { materialname: 'White enamel', barcode: '6001' }))
  expect((await expectOk(admin.get(`${url}/White%20enamel`))).id).toBe(id)
  expect((await expectOk(admin.get(`${url}/6001`))).id).toBe(id)
  expect((await admin.get(`${url}/nothing`)).status).toBe(404)
  expect((await server.other.get(`${url}/6001`)).status).toBe(404)
})

test('figures are exact, with comma or point, and never below zero', async () => {
  const { admin } = server.people
  const figures = {
    rate: '1 234,5678',
    mupercent: '12,5',
    muamount: 0.1,
    unitweight: '0,000001',
    leadtime: '',
  }
  expect(await expectOk(admin.patch(`${url}/${id}`, figures))).toMatchObject({
    rate: 1234.5678,
    mupercent: 12.5,
    muamount: 0.1,
    unitweight: 0.000001,
    leadtime: null,
    price: 1388.9888,
  })
  expect(await expectRefused(admin.patch(`${url}/${id}`, { rate: '1,23456', unitmass: 'heavy' }))).toEqual([
    'rate',
    'unitmass',
  ])
  expect(await expectRefused(admin.patch(`${url}/${id}`, { rate: -1, maxperjob: '-0,5' }))).toEqual([
    'maxperjob',
    'rate',
  ])
  expect(await expectRefused(admin.patch(`${url}/${id}`, { rate: '9'.repeat(20) }))).toEqual(['rate'])
  expect((await expectOk(admin.patch(`${url}/${id}`, { rate: null }))).rate).toBe(0)
  const [entry] = await expectOk(admin.get(`${url}/${id}/history`))
  expect(entry).toMatchObject({ field: 'rate', oldvalue: '1234,5678', newvalue: '0' })
})

test('references are sent as ids, read back with names, told by name in history', async () => {
  const { admin } = server.people
  const category = await expectOk(admin.post('/api/categories', { name: 'Paint' }))
  const supplier = await expectOk(admin.post('/api/suppliers', { name: 'Plascon SA' }))
  const changed = await expectOk(
    admin.patch(`${url}/${id}`, { category: category.id, supplier: supplier.id }),
  )
  expect(changed.category).toEqual({ id: category.id, name: 'Paint', vatexempt: false, archived: false })
  expect(changed.supplier).toEqual({ id: supplier.id, name: 'Plascon SA' })
  const history = await expectOk(admin.get(`${url}/${id}/history`))
  expect(history.map(({ field, newvalue }: Record<string, string>) => [field, newvalue])).toContainEqual([
    'category',
    'Paint',
  ])
  expect(await expectRefused(admin.patch(`${url}/${id}`, { category: supplier.id }))).toEqual(['category'])
  const list = await admin.get(`${url}?category=${category.id}`)
  expect([list.body.total, list.body.data[0].id]).toEqual([1, id])
})

test('a code is given once', async () => {
  expect(await expectRefused(server.people.admin.post(url, { code: 'BARE' }))).toEqual(['code'])
})

test('units: one incomplete row alone is dropped, among others it stops the save', async () => {
  const { admin } = server.people
  const save = (...units: [string, string][]) =>
    admin.patch(`${url}/${id}`, { units: units.map(([name, ratiotobase]) => ({ name, ratiotobase })) })
  const units = async () =>
    (await expectOk(admin.get(`${url}/units/${id}`))).map(
      ({ name, ratiotobase }: Record<string, unknown>) => [name, ratiotobase],
    )

  await expectOk(save(['half a row', '']))
  expect(await units()).toEqual([])
  await expectOk(save(['ml', '1000'], ['drum', '1/12']))
  expect(await units()).toEqual([
    ['ml', 1000],
    ['drum', '1/12'],
  ])
  const refusal = await save(['ml', '2'], ['', '3'])
  expect([refusal.status, refusal.body.message]).toEqual([400, 'Please complete all unit fields'])
  expect(refusal.body.fields).toEqual({ units: 'Every unit needs a name and a ratio.' })
  for (const wrong of [
    [
      ['ml', '2'],
      ['ML', '3'],
    ],
    [['ml', '0']],
    [['ml', '-1']],
    [['ml', '1/0']],
  ] as const)
    expect(await expectRefused(save(...(wrong as never as [string, string][])))).toEqual(['units'])
  expect((await units()).length).toBe(2)
  await expectOk(save(['ml', '1000']))
  expect(await units()).toEqual([['ml', 1000]])
  const history = await expectOk(admin.get(`${url}/${id}/history`))
  expect(history[0]).toMatchObject({
    field: 'units',
    oldvalue: 'ml (1000), drum (1/12)',
    newvalue: 'ml (1000)',
  })
})

test('a unit that comes back under its old name is the old one', async () => {
  const { admin } = server.people
  const [before] = await expectOk(admin.get(`${url}/units/${id}`))
  await expectOk(admin.patch(`${url}/${id}`, { units: [] }))
  const { version, units } = await expectOk(
    admin.patch(`${url}/${id}`, { units: [{ name: 'ML', ratiotobase: 1000 }] }),
  )
  expect(units).toMatchObject([{ id: before.id, name: 'ML', ratiotobase: 1000 }])
  expect((await admin.patch(`${url}/${id}`, { units: [], version: version - 1 })).status).toBe(409)
  const incomplete = await admin.patch(`${url}/${id}`, {
    units: [{ id: before.id, name: 'ML', ratiotobase: 1000 }, { name: 'x' }],
  })
  expect([incomplete.status, incomplete.body.message]).toEqual([400, 'Please complete all unit fields'])
})

test('units have calls of their own', async () => {
  const { admin } = server.people
  const tin = await expectOk(admin.post('/api/units', { inventoryid: id, name: 'tin', ratiotobase: '0,2' }))
  expect(tin).toMatchObject({ inventoryid: { id }, name: 'tin', ratiotobase: 0.2 })
  expect((await expectOk(admin.patch(`/api/units/${tin.id}`, { ratiotobase: '1/5' }))).ratiotobase).toBe(0.2)
  for (const ratiotobase of [0, -1, '1/0', 'many'])
    expect(
      await expectRefused(admin.post('/api/units', { inventoryid: id, name: 'bad', ratiotobase })),
    ).toEqual(['ratiotobase'])
  expect(await expectRefused(admin.post('/api/units', { name: 'x', ratiotobase: 1 }))).toContain(
    'inventoryid',
  )
  const { baseunit } = await expectOk(admin.get(`/api/inventory/${id}`))
  for (const name of ['TIN', baseunit.toUpperCase()])
    expect(await expectRefused(admin.post('/api/units', { inventoryid: id, name, ratiotobase: 3 }))).toEqual([
      'name',
    ])
  expect(await expectRefused(admin.patch(`/api/units/${tin.id}`, { name: baseunit }))).toEqual(['name'])
  expect(
    await expectRefused(admin.patch(`/api/inventory/${id}`, { units: [{ name: baseunit, ratiotobase: 3 }] })),
  ).toEqual(['units'])
  expect((await expectOk(admin.delete(`/api/units/${tin.id}`))).archived).toBe(true)
  expect((await server.other.get(`/api/units/${tin.id}`)).status).toBe(404)
})

test('archived items are hidden unless asked for', async () => {
  const { admin } = server.people
  const { body } = await admin.get(`${url}/BARE`)
  await expectOk(admin.delete(`${url}/${body.data.id}`))
  const codes = async (query: string) =>
    (await expectOk(admin.get(`${url}?${query}`))).map(({ code }: { code: string }) => code)
  expect(await codes('')).not.toContain('BARE')
  expect(await codes('archived=true')).toContain('BARE')
})

describe('what items cost', () => {
  const rates = { rate: '71,2345', mupercent: 12.5, muamount: '3,3333' }
  const shown = /71[.,]2345|712345|3[.,]3333|33333|83[.,]47|77[.,]7777|777777/

  /** Every door to an item for whoever reads inventory. */
  async function doors(person: Client, itemid: string, categoryid: string): Promise<string[]> {
    const urls = [
      `${url}/${itemid}`,
      url,
      `${url}/${itemid}/history`,
      `${url}/list/sections`,
      `${url}/units/${itemid}`,
      `${url}/classes?category=${categoryid}`,
      `${url}/${itemid}/classes`,
      `/api/units`,
      `/api/categories/${categoryid}/inventory`,
      '/api/lookup/inventory?search=COST',
      '/api/configuration/changes?days=3',
    ]
    const answers = await Promise.all(urls.map((one) => person.get(one)))
    const pages = await Promise.all(
      [`/admin/inventory/${itemid}/overview`, '/admin/inventory', '/admin/inventory/export'].map((page) =>
        htmxRequest(server, person, 'GET', page),
      ),
    )
    return [...answers.map(({ body }) => JSON.stringify(body)), ...pages.map(({ html }) => html)]
  }

  test('is read and changed by whoever may see money or prices, and by nobody else', async () => {
    const { admin, jobs } = server.people
    const category = await expectOk(admin.post('/api/categories', { name: 'Costed', jobcategory: true }))
    const costed = await expectOk(admin.post(url, { code: 'COST', baseunit: 'm', ...rates }))
    await expectOk(
      admin.patch(`${url}/${costed.id}`, { classes: [{ categoryid: category.id, rate: '77,7777' }] }),
    )
    const seen = await doors(admin, costed.id, category.id)
    expect(seen.filter((text) => shown.test(text)).length).toBeGreaterThan(8)
    for (const claim of ['history.read', 'records.export', 'inventory.write'])
      await expectOk(admin.post('/api/auth/roles/claims', { roleid: server.roleids.Jobs, claim }))
    const other = await doors(jobs, costed.id, category.id)
    expect(other.filter((text) => shown.test(text))).toEqual([])
    for (const text of other) expect(text).not.toContain('You do not have')
    expect(other[0]).toContain('COST')
    expect((await jobs.patch(`${url}/${costed.id}`, { rate: 1 })).status).toBe(403)
    expect((await jobs.post(`${url}/${costed.id}/classes`, { categoryid: category.id })).status).toBe(403)
    const late = await jobs.patch(`${url}/${costed.id}`, { materialname: 'Costly', version: costed.version })
    expect(late.status).toBe(409)
    expect(late.text).not.toMatch(shown)
    const renamed = await expectOk(jobs.patch(`${url}/${costed.id}`, { materialname: 'Costly' }))
    expect(JSON.stringify(renamed)).not.toMatch(shown)
  })
})
