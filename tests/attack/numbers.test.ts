import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LINES_AT_ONCE } from '#server/domains/work/jobs/line-fields.ts'
import { type Answer, type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let admin: Client
let shop: JobFixtures
let jobid: string

beforeAll(async () => {
  server = await startTestServer()
  admin = server.people.admin
  shop = await createJobFixtures(server)
  jobid = (await admin.post('/api/jobs', { boardid: shop.boardid })).body.data.id
})
afterAll(() => server.stop())

const refused = ({ status, body }: Answer, field: string) => {
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([field])
}

/** What everybody of the account looks at: no figure that somebody typed may take it away. */
async function everythingIsShown() {
  for (const path of [
    `/api/jobs?boardid=${shop.boardid}`,
    `/api/jobs/${jobid}/totals`,
    `/api/materials/getMaterials/${jobid}`,
    '/api/inventory',
    '/api/invoices',
    '/',
    '/admin/inventory',
    '/admin/stock?of=negative',
    '/admin/stock/worth',
    '/jobs/work-shop/progress',
  ])
    expect((await admin.get(path)).status, path).toBe(200)
}

const line = (more: object) =>
  admin.post('/api/materials', { jobid, role: 2, description: 'x', estimated: 1, ...more })

describe('figures that cannot be added up later are refused when they are typed', () => {
  test('a quantity past counting in the base unit, planned or consumed, new or changed', async () => {
    const item = { code: 'KG', baseunit: 'kg', unitseconds: 60, inventoryclass: 1 }
    const { id } = (await admin.post('/api/inventory', item)).body.data
    await admin.post('/api/units', { inventoryid: id, name: 'planet', ratiotobase: '1/999999999999' })
    const planets = { inventoryid: id, unit: 'planet', linerate: 0, costrate: 0 }
    refused(await line({ ...planets, estimated: 999_999 }), 'estimated')
    refused(await line({ ...planets, estimated: 0, consumed: 999_999 }), 'consumed')
    const one = (await line({ ...planets, estimated: 0 })).body.data
    refused(await admin.patch(`/api/materials/${one.id}`, { estimated: 999_999 }), 'estimated')
    await everythingIsShown()
  })

  test("an item's price", async () => {
    const huge = { code: 'HUGE', rate: '99999999999', mupercent: '99999999999' }
    refused(await admin.post('/api/inventory', huge), 'rate')
    const { id } = (await admin.post('/api/inventory', { code: 'FAIR', rate: 1000 })).body.data
    refused(await admin.patch(`/api/inventory/${id}`, { mupercent: '99999999999' }), 'rate')
    await everythingIsShown()
  })

  test("an organisation's VAT", async () => {
    const vat = { name: 'Vendor', vatnumber: '4123456789' }
    for (const wrong of ['99999999999', '100,0001', '-1'])
      refused(await admin.post('/api/organisations', { ...vat, vat: wrong }), 'vat')
    expect((await admin.post('/api/organisations', { ...vat, vat: '100' })).status).toBe(200)
    await line({ linerate: 1_000_000_000 })
    await everythingIsShown()
  })

  test('more lines than a sum holds', async () => {
    const { id } = (await admin.post('/api/jobs', { boardid: shop.boardid })).body.data
    const lines = Array(LINES_AT_ONCE).fill({
      jobid: id,
      role: 1,
      description: 'x',
      estimated: 1,
      linerate: 1e9,
    })
    for (let n = 0; n < 4_000; n += LINES_AT_ONCE)
      expect((await admin.post('/api/materials/many', lines)).status).toBe(200)
    const more = await admin.post('/api/materials/many', lines)
    expect([more.status, more.body.message]).toEqual([400, 'A job may have at most 4000 lines.'])
    expect((await admin.get(`/api/jobs/${id}/totals`)).body.data.quoted.net).toBe(4e12)
    await everythingIsShown()
  })

  test('stock at one place, though another place makes up for it', async () => {
    const place = async (name: string) =>
      (await admin.post('/api/storage', { name, barcode: name })).body.data.id as string
    const [here, there] = [await place('Here'), await place('There')]
    const { id } = (await admin.post('/api/inventory', { code: 'SAND', baseunit: 'kg' })).body.data
    const book = (kind: string, storageid: string) =>
      admin.post(`/api/inventory/${kind}`, { inventoryid: id, quantity: 900_000_000, storageid })
    expect((await book('inbound', here)).status).toBe(200)
    expect((await book('outbound', there)).status).toBe(200)
    expect((await book('inbound', here)).status).toBe(400)
    expect((await admin.get(`/api/inventory/stockonhand?inventoryids=${id}`)).status).toBe(200)
    await everythingIsShown()
  })
})
