import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const EMPTY = '00000000-0000-0000-0000-000000000000'

let server: TestServer
let item: string
let repairs: string
let store: string
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  item = (await expectOk(admin.post('/api/inventory', { code: 'GREASE', baseunit: 'kg', rate: 100 }))).id
  repairs = (await expectOk(admin.post('/api/categories', { name: 'Repairs', jobcategory: true }))).id
  store = (await expectOk(admin.post('/api/storage', { name: 'Shelf A' }))).id
})
afterAll(() => server.stop())

const classes = () => `/api/inventory/${item}/classes`

describe('classes per job category', () => {
  test('are added, changed in what is given, listed, and taken away', async () => {
    const { admin } = server.people
    const [made] = await expectOk(
      admin.post(classes(), { categoryid: repairs, inventoryclass: 5, rate: '12,5' }),
    )
    expect(made).toEqual({
      inventoryid: item,
      categoryid: repairs,
      category: { id: repairs, name: 'Repairs' },
      inventoryclass: 5,
      storageid: null,
      storage: null,
      rate: 12.5,
    })
    const [changed] = await expectOk(admin.patch(classes(), { categoryid: repairs, storageid: store }))
    expect(changed).toMatchObject({ inventoryclass: 5, storage: { name: 'Shelf A' }, rate: 12.5 })
    expect(await expectOk(admin.get(classes()))).toEqual([changed])
    const all = await admin.get('/api/inventory/classes')
    expect([all.body.data, all.body.total]).toEqual([[changed], 1])
    expect((await expectOk(admin.get(`/api/inventory/${item}`))).classes).toEqual([changed])
    expect(await expectOk(admin.patch(classes(), { categoryid: repairs, archived: true }))).toEqual([])
    expect((await admin.patch(classes(), { categoryid: repairs, rate: 1 })).status).toBe(404)
  })

  test('every change raises the item’s version and stands in its history', async () => {
    const { admin } = server.people
    const { version } = await expectOk(admin.get(`/api/inventory/${item}`))
    await expectOk(admin.post(classes(), { categoryid: repairs, inventoryclass: 2, rate: 3 }))
    expect((await expectOk(admin.get(`/api/inventory/${item}`))).version).toBe(version + 1)
    const [entry] = await expectOk(admin.get(`/api/inventory/${item}/history`))
    expect(entry).toMatchObject({
      field: 'classes',
      oldvalue: '',
      newvalue: 'Repairs: Raw Materials, R 3,00',
    })
    expect((await admin.patch(`/api/inventory/${item}`, { classes: [], version })).status).toBe(409)
  })

  test('are saved together with the item, all or nothing', async () => {
    const { admin } = server.people
    const saved = await expectOk(
      admin.patch(`/api/inventory/${item}`, { make: 'SKF', classes: [{ categoryid: repairs, rate: '' }] }),
    )
    expect(saved).toMatchObject({ make: 'SKF', classes: [{ inventoryclass: null, rate: null }] })
    const twice = [{ categoryid: repairs }, { categoryid: repairs }]
    for (const wrong of [
      twice,
      [{ categoryid: '' }],
      [{ categoryid: item }],
      [{ categoryid: repairs, rate: -1 }],
    ])
      expect(
        await expectRefused(admin.patch(`/api/inventory/${item}`, { make: 'lost', classes: wrong })),
      ).toEqual(['classes'])
    expect((await expectOk(admin.get(`/api/inventory/${item}`))).make).toBe('SKF')
  })

  test('refuse what is not of their kind, and stay inside account and claims', async () => {
    const { admin, jobs, stakeholder } = server.people
    expect(await expectRefused(admin.post(classes(), { categoryid: repairs, inventoryclass: 9 }))).toEqual([
      'inventoryclass',
    ])
    expect(await expectRefused(admin.post(classes(), { categoryid: repairs, shade: 1 }))).toEqual(['shade'])
    expect((await jobs.post(classes(), { categoryid: repairs })).status).toBe(403)
    expect((await stakeholder.get(classes())).status).toBe(403)
    expect((await server.other.get(classes())).status).toBe(404)
    expect((await server.other.post(classes(), { categoryid: repairs })).status).toBe(404)
  })
})

describe('prices', () => {
  test('of figures that are only typed are exact, by the rules of saved ones', async () => {
    const { admin } = server.people
    await expectOk(
      admin.post('/api/organisations', { name: 'Vendor', vatnumber: '4123456789', flagdefault: true }),
    )
    const preview = (query: Record<string, string>) =>
      admin.get(`/api/pricing/preview?${new URLSearchParams(query)}`)
    expect(
      await expectOk(preview({ baserate: '1 000,0001', markuppercent: '12,5', markupamount: '0.1' })),
    ).toMatchObject({ price: 1125.1001, linerate: 1125.1001, vatrate: 15, withvat: 1293.8651 })
    const inclusive = await expectOk(preview({ baserate: '115', exclusive: 'false' }))
    expect(inclusive).toMatchObject({ price: 115, linerate: 100, vat: 15, withvat: 115 })
    expect(await expectOk(preview({}))).toMatchObject({ price: 0 })
    for (const [name, value] of [
      ['baserate', 'much'],
      ['baserate', '-1'],
      ['markuppercent', '1,23456'],
      ['baserate', '99999999999'],
    ])
      expect(await expectRefused(preview({ [name as string]: value as string }))).toEqual([name as string])
  })

  test('of groups come with every group in use, and anybody’s is explained too', async () => {
    const { admin, jobs } = server.people
    const [first, second] = [
      await expectOk(admin.post('/api/pricing/groups', { name: 'Trade' })),
      await expectOk(admin.post('/api/pricing/groups', { name: 'Farmers' })),
    ]
    await expectOk(
      admin.post('/api/pricing/inventory', { pricinggroup: first.id, inventory: item, baserate: '80,5' }),
    )
    expect(await expectOk(admin.get(`/api/inventory/${item}/prices`))).toMatchObject([
      { pricinggroup: { name: 'Farmers' }, entry: null },
      { pricinggroup: { name: 'Trade' }, entry: { version: 1, baserate: 80.5, price: 80.5 } },
    ])
    await expectOk(admin.patch(`/api/pricing/groups/${second.id}`, { archived: true }))
    expect((await expectOk(admin.get(`/api/inventory/${item}/prices`))).length).toBe(1)
    expect(await expectOk(admin.get(`/api/pricing/inventory/${EMPTY}/${item}`))).toMatchObject({
      client: null,
      pricinggroup: null,
      linerate: 100,
    })
    expect((await jobs.get(`/api/inventory/${item}/prices`)).status).toBe(403)
    expect((await server.other.get(`/api/inventory/${item}/prices`)).status).toBe(404)
  })
})

test('an item has at most fifty units, one by one as in its dialog', async () => {
  const { admin } = server.people
  const { id: inventoryid } = await expectOk(
    admin.post('/api/inventory', { code: 'MANY', materialname: 'Many', baseunit: 'ea' }),
  )
  const units = Array.from({ length: 50 }, (_, n) => ({ name: `box ${n}`, ratiotobase: '1/2' }))
  await expectOk(admin.patch(`/api/inventory/${inventoryid}`, { units }))
  const [first] = await expectOk(admin.get(`/api/inventory/units/${inventoryid}`))
  const one = { inventoryid, name: 'crate', ratiotobase: '1/9' }
  expect(await expectRefused(admin.post('/api/units', one))).toEqual(['name'])
  await expectOk(admin.delete(`/api/units/${first.id}`))
  await expectOk(admin.post('/api/units', one))
})

describe('what is in use elsewhere', () => {
  let jobid: string
  let boardid: string
  beforeAll(async () => {
    const { admin } = server.people
    boardid = (await expectOk(admin.post('/api/boards', { name: 'Shop' }))).id
    jobid = (await expectOk(admin.post('/api/jobs', { boardid }))).id
  })

  test('a unit that lines were entered in is archived, and the lines keep it', async () => {
    const { admin } = server.people
    await expectOk(admin.patch(`/api/inventory/${item}`, { units: [{ name: 'tub', ratiotobase: '1/5' }] }))
    const line = await expectOk(
      admin.post('/api/materials', { jobid, inventoryid: item, role: 1, estimated: 2, unit: 'tub' }),
    )
    await expectOk(admin.patch(`/api/inventory/${item}`, { units: [] }))
    expect(await expectOk(admin.get(`/api/inventory/units/${item}`))).toEqual([])
    const [kept] = await expectOk(admin.get(`/api/materials/getMaterials/${jobid}`))
    expect(kept).toMatchObject({ id: line.id, unit: 'tub', estimated: 2 })
    expect(
      await expectRefused(
        admin.post('/api/materials', { jobid, inventoryid: item, role: 1, estimated: 1, unit: 'tub' }),
      ),
    ).toEqual(['unit'])
  })

  test('an archived item stays on its open job, and is not offered anew', async () => {
    const { admin } = server.people
    await expectOk(admin.delete(`/api/inventory/${item}`))
    const [line] = await expectOk(admin.get(`/api/materials/getMaterials/${jobid}`))
    expect(line.inventory).toMatchObject({ id: item })
    expect((await admin.get('/api/inventory?search=grease')).body.data).toEqual([])
    expect(
      await expectRefused(admin.post('/api/materials', { jobid, inventoryid: item, role: 1, estimated: 1 })),
    ).toEqual(['inventoryid'])
    const { body } = await admin.get('/api/inventory/list/sections?search=grease')
    expect(body.data.total).toBe(0)
    await expectOk(admin.patch(`/api/inventory/${item}`, { archived: false }))
  })

  test('a price that no list could show, and a ratio below zero, are refused by name', async () => {
    const { admin } = server.people
    expect(await expectRefused(admin.patch(`/api/inventory/${item}`, { rate: '99999999999' }))).toEqual([
      'rate',
    ])
    expect(await expectRefused(admin.patch(`/api/inventory/${item}`, { muamount: '-100,01' }))).toEqual([
      'muamount',
    ])
    for (const ratiotobase of ['-12', '0', '1/0', 'dozen'])
      expect(
        await expectRefused(admin.patch(`/api/inventory/${item}`, { units: [{ name: 'box', ratiotobase }] })),
      ).toEqual(['units'])
  })
})
