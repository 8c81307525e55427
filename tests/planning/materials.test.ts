import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { daysAfter } from '#server/dates.ts'
import { todayIn } from '#server/zone.ts'
import { createItem, createShop, type Shop, sendOrder } from '#tests/purchasing/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let shop: Shop
let admin: Client
const boards: { id: string; slug: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = server.people.admin
  for (const name of ['Workshop', 'Yard']) boards.push(await expectOk(admin.post('/api/boards', { name })))
})
afterAll(() => server.stop())

const read = async (path: string) =>
  (await fetch(server.url + path, { headers: { cookie: admin.cookie } })).text()

/** The rows of the file, by the code of their item. */
async function rowsOf(query = '', slug = 'workshop') {
  const text = await read(`/jobs/${slug}/planning/materials/export?format=csv${query}`)
  const [head = [], ...rows] = text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]])))
}

type Line = {
  inventoryid: string
  estimated: number
  role?: number
  consumed?: number
  inventoryclass?: number
  unit?: string
}

async function addJob(lines: Line[], more: object = {}) {
  const job = await expectOk(
    admin.post('/api/jobs', { boardid: boards[0]!.id, status: 3, description: 'Shelves', ...more }),
  )
  const given = lines.map((line) => ({ jobid: job.id, role: 1, ...line }))
  await expectOk(admin.post('/api/materials/many', given))
  return job
}

const rowOf = async (code: string, query = '', slug?: string) =>
  (await rowsOf(query, slug)).find((row) => row.Code === code)

describe('materials that open jobs need', () => {
  test('required, used, reserved, on hand, on order and short of an item over all boards', async () => {
    const item = await createItem(shop, { supplier: shop.supplier })
    await addJob([{ inventoryid: item.id, estimated: 10, consumed: 2.5 }], { start: '2026-12-07' })
    await addJob([{ inventoryid: item.id, estimated: 1, unit: 'box' }], { status: 1, start: '2026-12-03' })
    await addJob([{ inventoryid: item.id, estimated: 4 }], { boardid: boards[1]!.id, start: '2026-12-20' })
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item.id, quantity: 5.5 }))
    await sendOrder(shop, [{ inventoryid: item.id, quantity: 3, unit: 'ea' }], { expected: '2026-01-05' })
    await expectOk(
      admin.post('/api/purchaseorders', {
        supplier: shop.supplier,
        lines: [{ inventoryid: item.id, quantity: 7 }],
      }),
    )
    // On hand 3 after 2.5 of 5.5 were used: 7.5 + 12 + 4 are needed, 3 are on order.
    expect(await rowOf(item.code)).toMatchObject({
      ...{ Required: '26', Used: '2,5', Reserved: '11,5', 'On hand': '3', Available: '-8,5' },
      ...{ 'On order': '3', 'On drafts': '7', Short: '17,5', 'Needed by': '2026-12-03', Missing: '' },
    })
    expect(await rowOf(item.code, '&whose=approved')).toMatchObject({
      Required: '14',
      Reserved: '11,5',
      Short: '5,5',
    })
    expect(await rowOf(item.code, '', 'yard')).toMatchObject({ Short: '17,5' })
    expect(await read('/jobs/workshop/planning/materials')).toContain('overdue')
  })

  test('what is there serves jobs in the order of their days', async () => {
    const item = await createItem(shop)
    const later = await addJob([{ inventoryid: item.id, estimated: 4 }], { start: '2026-12-09' })
    const sooner = await addJob([{ inventoryid: item.id, estimated: 4 }], { start: '2026-12-02' })
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item.id, quantity: 5 }))
    const rows = await rowsOf(`&by=job&item=${item.id}`)
    expect(rows.map((row) => [row.Job, row['Still needed'], row.Short])).toEqual([
      [later.reference, '4', '3'],
      [sooner.reference, '4', '0'],
    ])
  })

  test('an item without supplier, unit or price is listed as such', async () => {
    const bare = await createItem(shop, { baseunit: '', rate: 0, units: [] })
    await addJob([{ inventoryid: bare.id, estimated: 1 }])
    expect(await rowOf(bare.code)).toMatchObject({
      Short: '1',
      Missing: '"no supplier, no unit, no price"',
      'Needed by': '',
    })
    expect(await rowOf(bare.code, '&supplier=none')).toBeDefined()
    expect(await rowOf(bare.code, `&supplier=${shop.supplier}`)).toBeUndefined()
    expect(await read(`/jobs/workshop/planning/materials?search=${bare.code}`)).toContain('no date')
  })

  test('a product whose inputs the job does not list needs what it is made of', async () => {
    const [blank, paint] = [await createItem(shop), await createItem(shop, { baseunit: 'l', units: [] })]
    const product = await createItem(shop, { inventoryclass: 3 })
    await expectOk(admin.post('/api/inventory/inbound', { inventoryid: product.id, quantity: 50 }))
    const job = await addJob([{ inventoryid: product.id, role: 2, estimated: 9 }], { start: '2026-12-11' })
    // Said once it stands on the job, so that no line plans them.
    await expectOk(
      admin.call('PUT', `/api/inventory/${product.id}/inputs`, [
        { inventoryid: blank.id, quantity: 1, scrap: 10 },
        { inventoryid: paint.id, quantity: 0.25 },
      ]),
    )
    // 9 × 1.1, in whole ones; what lies there of the product itself is for others.
    expect(await rowOf(blank.code)).toMatchObject({
      Required: '10',
      Reserved: '0',
      Short: '10',
      'Needed by': '2026-12-11',
    })
    expect(await rowOf(paint.code)).toMatchObject({ Required: '2,25', Short: '2,25' })
    expect((await rowsOf(`&by=job&item=${blank.id}`)).map((row) => [row.Job, row.Short])).toEqual([
      [job.reference, '10'],
    ])
  })

  test('what is typed on the job counts in place of the bill, and what is not by the bill', async () => {
    const [castor, sheet] = [
      await createItem(shop, { inventoryclass: 2 }),
      await createItem(shop, { inventoryclass: 2 }),
    ]
    const trolley = await createItem(shop, { inventoryclass: 3 })
    // Six trolleys of which two are made: 12 of the 24 castors are to come, and 8 sheets by the bill.
    await addJob([
      { inventoryid: trolley.id, role: 2, estimated: 6, consumed: 2 },
      { inventoryid: castor.id, estimated: 24, consumed: 12 },
    ])
    await expectOk(
      admin.call('PUT', `/api/inventory/${trolley.id}/inputs`, [
        { inventoryid: castor.id, quantity: 4 },
        { inventoryid: sheet.id, quantity: 2 },
      ]),
    )
    expect(await rowOf(castor.code)).toMatchObject({ Required: '24', Used: '12', Short: '24' })
    expect(await rowOf(sheet.code)).toMatchObject({ Required: '8', Short: '8' })
    const forecast = await expectOk(admin.get(`/api/planning/forecast?search=${sheet.code}`))
    expect(forecast.items[0].periods[0].jobs).toBe(8)
  })

  test('a product that one job makes and another waits for takes its inputs once', async () => {
    const part = await createItem(shop, { inventoryclass: 2 })
    const product = await createItem(shop, { inventoryclass: 3 })
    const inputs = [{ inventoryid: part.id, quantity: 3 }]
    await expectOk(admin.call('PUT', `/api/inventory/${product.id}/inputs`, inputs))
    const inDays = (days: number) => daysAfter(todayIn('Africa/Johannesburg', new Date()), days)
    await addJob([{ inventoryid: product.id, role: 2, estimated: 10 }], {
      ...{ start: inDays(20), finish: inDays(40) },
    })
    const wanting = { inventoryid: product.id, estimated: 14, inventoryclass: 2 }
    await addJob([wanting], { start: inDays(30) })
    // 10 are made whenever they are there, and 4 more are to be: 3 parts in each.
    expect(await rowOf(part.code)).toMatchObject({ Required: '42', Short: '42' })
    expect(await rowOf(product.code)).toMatchObject({ Required: '14', Short: '4' })
    const proposed = await read(`/jobs/workshop/planning/ordering?search=${part.code}`)
    expect(proposed).toContain('2 to order')
    const { items } = await expectOk(admin.get(`/api/planning/forecast?search=${part.code}&periods=10`))
    const needed = items[0].periods.reduce((sum: number, { jobs }: { jobs: number }) => sum + jobs, 0)
    expect(needed).toBe(42)
  })

  test('short ones come first, and pages are sorted and narrowed as asked', async () => {
    const rows = await rowsOf()
    const shorts = rows.map(({ Short }) => Short !== '0')
    expect(shorts).toEqual(shorts.toSorted((a, b) => Number(b) - Number(a)))
    const sorted = (await rowsOf('&sort=-required')).map(({ Required = '' }) =>
      Number(Required.replace(',', '.')),
    )
    expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))
    expect((await rowsOf('&short=true')).length).toBe(shorts.filter(Boolean).length)
    expect(await read('/jobs/workshop/planning/materials?by=job&sort=-short')).toContain('Still needed')
  })
})
