import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { listHistory } from '#db/queries/history.ts'
import { categories, clients, inventory, jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { parsePercent, parseRate } from '#server/money/decimal.ts'
import { makeItem, makeJob, makeOrganisation, makeUnit } from '#tests/stock/support.ts'
import { type Answer, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const the = {} as Record<'acme' | 'zulu' | 'bolt' | 'glue' | 'pipe' | 'metals' | 'trade', string>
const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)
const stamped = (tx: Tx) => ({ id: Bun.randomUUIDv7(), createdutc: tx.now, updatedutc: tx.now })

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    makeOrganisation(tx)
    const client = (name: string) => {
      const row = { ...stamped(tx), name }
      tx.db.insert(clients).values(row).run()
      return row.id
    }
    the.acme = client('Acme')
    the.zulu = client('Zulu Works')
    const metals = { ...stamped(tx), name: 'Metals' }
    tx.db.insert(categories).values(metals).run()
    the.metals = metals.id
    the.bolt = makeItem(tx, {
      ...{ code: 'BLT', materialname: 'Bolt', rate: parseRate(100), category: the.metals },
      ...{ mupercent: parsePercent(25), muamount: parseRate(5) },
    })
    makeUnit(tx, the.bolt, 'dozen', '1/12')
    the.glue = makeItem(tx, { code: 'GLU', materialname: 'Glue', rate: parseRate(115), exclusive: false })
    the.pipe = makeItem(tx, { code: 'PIP', materialname: 'Pipe', rate: parseRate(40), category: the.metals })
    tx.invalidateCaches()
  })
  the.trade = ok(await admin().post('/api/pricing/groups', { name: 'Trade' })).id
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const ok = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const entry = (more: object = {}) => ({ pricinggroup: the.trade, inventory: the.bolt, ...more })
const batch = (more: object) =>
  admin().post('/api/pricing/inventory/batch', { pricinggroup: the.trade, ...more })
const group = async () => ok(await admin().get(`/api/pricing/groups/${the.trade}`))

describe('a pricing group', () => {
  test('is added, listed, renamed and archived; its name is its own', async () => {
    const made = ok(await admin().post('/api/pricing/groups', { name: 'Retail' }))
    const twice = await admin().post('/api/pricing/groups', { name: 'retail' })
    expect([twice.status, twice.body.fields]).toEqual([
      400,
      { name: 'Another pricing group has this name already.' },
    ])
    const path = `/api/pricing/groups/${made.id}`
    expect(ok(await admin().patch(path, { name: 'Walk-in', version: 1 }))).toMatchObject({ version: 2 })
    const late = await admin().patch(path, { name: 'Counter', version: 1 })
    expect([late.status, late.body.data.name]).toEqual([409, 'Walk-in'])
    ok(await admin().patch(path, { archived: true }))
    expect((await admin().get('/api/pricing/groups')).body).toMatchObject({
      ...{ total: 1, data: [{ name: 'Trade', inventorycount: 0, clientcount: 0, archived: false }] },
    })
    expect((await admin().get('/api/pricing/groups?archived=true&search=walk')).body.total).toBe(1)
  })
})

describe('a price of a group', () => {
  test('begins with the item’s own figures, and is there once', async () => {
    expect(ok(await admin().post('/api/pricing/inventory', entry({ baserate: '90,5' })))).toMatchObject({
      ...{ inventory: { id: the.bolt, name: 'Bolt', code: 'BLT' }, pricinggroup: { name: 'Trade' } },
      ...{ baserate: 90.5, markuppercent: 25, markupamount: 5, price: 118.13, version: 1 },
    })
    const twice = await admin().post('/api/pricing/inventory', entry())
    expect([twice.status, twice.body.message]).toEqual([409, 'Bolt [BLT] has a price in this group already.'])
  })

  test('changes by version, and a later save of an older one gets what stands now', async () => {
    const change = (more: object) => admin().patch('/api/pricing/inventory', entry(more))
    expect(ok(await change({ markuppercent: -10, markupamount: 0, version: 1 }))).toMatchObject({
      ...{ baserate: 90.5, price: 81.45, version: 2 },
    })
    const late = await change({ baserate: 1, version: 1 })
    expect([late.status, late.body.data.baserate]).toEqual([409, 90.5])
    ok(await change({ baserate: 80 }))
    const history = server.services.tenants.read(server.accountid, (db) =>
      listHistory(db, 'pricinggroups', the.trade),
    )
    expect(history[0]).toMatchObject({
      ...{ item: 'Bolt [BLT]', field: 'baserate', oldvalue: '90,50', newvalue: '80,00' },
    })
  })

  test.each([
    [{ baserate: -1 }, { baserate: 'The base rate cannot be below zero.' }],
    [{ markupamount: '-0,01' }, { markupamount: 'The markup amount cannot be below zero.' }],
    [{ markuppercent: -101 }, { markuppercent: 'The percentage cannot be below −100 %.' }],
    [
      { baserate: 99_999_999_999 },
      { baserate: 'The price of one may be at most R\u00a01\u00a0000\u00a0000\u00a0000.' },
    ],
    [
      { baserate: 99_999_999_999, markuppercent: 99_999_999 },
      { baserate: 'The price of one may be at most R\u00a01\u00a0000\u00a0000\u00a0000.' },
    ],
    [{ baserate: 'cheap' }, { baserate: 'It must be a number with at most 4 decimals.' }],
    [{ discount: 5 }, { discount: 'This is not a known field.' }],
  ])('%p is refused by name, and nothing changes', async (more: object, fields: object) => {
    const { status, body } = await admin().patch('/api/pricing/inventory', entry(more))
    expect([status, body.fields]).toEqual([400, fields])
    expect((await group()).inventory[0]).toMatchObject({ baserate: 80, markuppercent: -10, markupamount: 0 })
  })

  test('is taken out of its group, and may come back', async () => {
    ok(await admin().post('/api/pricing/inventory', entry({ inventory: the.pipe })))
    ok(await admin().patch('/api/pricing/inventory', entry({ inventory: the.pipe, archived: true })))
    const gone = await admin().patch('/api/pricing/inventory', entry({ inventory: the.pipe, baserate: 3 }))
    expect(gone.status).toBe(404)
    expect((await group()).inventory).toHaveLength(1)
    ok(await admin().post('/api/pricing/inventory', entry({ inventory: the.pipe, baserate: 44 })))
    expect((await group()).inventory.map(({ baserate }: { baserate: number }) => baserate)).toEqual([80, 44])
  })
})

describe('a batch', () => {
  const rates = async () =>
    Object.fromEntries(
      (await group()).inventory.map((row: { inventory: { code: string }; baserate: number }) => [
        row.inventory.code,
        row.baserate,
      ]),
    )

  test('tells first what it would do, and does that', async () => {
    const planned = ok(await batch({ percent: '2,5', preview: true }))
    expect(planned.inventory[0]).toEqual({
      inventory: { id: the.bolt, name: 'Bolt', code: 'BLT' },
      before: { baserate: 80, price: 72 },
      after: { baserate: 82, price: 73.8 },
    })
    expect(await rates()).toEqual({ BLT: 80, PIP: 44 })
    ok(await batch({ percent: '2,5', stamp: planned.stamp }))
    expect(await rates()).toEqual({ BLT: 82, PIP: 45.1 })
    const again = await batch({ percent: '2,5', stamp: planned.stamp })
    expect([again.status, await rates()]).toEqual([409, { BLT: 82, PIP: 45.1 }])
  })

  test('is all or nothing: one price that cannot be stops every other', async () => {
    const refused = await batch({ amount: -50 })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Pipe [PIP]: The base rate cannot be below zero.',
    ])
    const toomuch = await batch({ percent: 99_999_999_999 })
    expect(toomuch.body.message).toBe(
      'Bolt [BLT]: The price of one may be at most R\u00a01\u00a0000\u00a0000\u00a0000.',
    )
    expect((await batch({ amount: 99_999_999_999 })).body.message).toBe('Bolt [BLT]: The rate is too large.')
    expect(await rates()).toEqual({ BLT: 82, PIP: 45.1 })
  })

  test('keeps to some items, or to a category, and brings in what has no price yet', async () => {
    ok(await batch({ amount: '0,90', inventories: [the.pipe] }))
    expect(await rates()).toEqual({ BLT: 82, PIP: 46 })
    const { total } = (await batch({ percent: 10, category: the.metals, add: true, preview: true })).body
    expect(total).toBe(2)
    ok(await batch({ percent: 10, inventories: [the.glue], add: true }))
    expect(await rates()).toEqual({ BLT: 82, GLU: 126.5, PIP: 46 })
    ok(await admin().patch('/api/pricing/inventory', entry({ inventory: the.glue, archived: true })))
    expect((await batch({})).body.fields).toEqual({ percent: 'Write a percentage or an amount.' })
    expect((await batch({ percent: 1, inventories: [] })).status).toBe(400)
  })
})

describe('a client', () => {
  test('is in one group at most: another one takes it over, and says so', async () => {
    const link = (client: string, pricinggroup: string) =>
      admin().post('/api/pricing/client', { client, pricinggroup })
    const other = ok(await admin().post('/api/pricing/groups', { name: 'Export' })).id
    ok(await link(the.acme, other))
    const moved = await link(the.acme, the.trade)
    expect(moved.body).toEqual({
      data: { client: { id: the.acme, name: 'Acme' }, pricinggroup: { id: the.trade, name: 'Trade' } },
      message: 'Acme was in Export before.',
    })
    expect((await admin().get('/api/pricing/clients')).body).toEqual({ data: [moved.body.data], total: 1 })
    expect(ok(await admin().get(`/api/pricing/client/${the.zulu}`))).toMatchObject({ pricinggroup: null })
    expect((await link(Bun.randomUUIDv7(), the.trade)).body.fields).toEqual({
      client: 'This record could not be found.',
    })
    expect(
      (await admin().delete(`/api/pricing/client?client=${the.acme}&pricinggroup=${other}`)).status,
    ).toBe(404)
  })

  test('sees what it has agreed to', async () => {
    const prices = await admin().get(`/api/pricing/inventory/client/${the.acme}`)
    expect(prices.body).toMatchObject({ total: 2, data: [{ price: 73.8 }, { price: 46 }] })
    expect((await admin().get(`/api/pricing/inventory/client/${the.zulu}`)).body).toEqual({
      data: [],
      total: 0,
    })
  })
})

describe('what somebody pays', () => {
  const explain = async (who: string, what = the.bolt) =>
    ok(await admin().get(`/api/pricing/inventory/${who}/${what}`))

  test('is explained step by step, VAT last', async () => {
    expect(await explain(the.acme)).toEqual({
      inventory: { id: the.bolt, name: 'Bolt', code: 'BLT', baseunit: 'ea' },
      client: { id: the.acme, name: 'Acme' },
      ...{ organisation: expect.objectContaining({ name: 'Workshop' }), exclusive: true },
      ...{ pricinggroup: { id: the.trade, name: 'Trade' }, silent: null },
      ...{ baserate: 82, markuppercent: -10, percentamount: -8.2, markupamount: 0, price: 73.8 },
      ...{ vatrate: 15, vatsource: 'standard', vat: 11.07, linerate: 73.8, withvat: 84.87 },
      units: [{ name: 'dozen', linerate: 885.6, withvat: 1018.44 }],
    })
    expect(await explain(the.trade)).toMatchObject({ client: null, price: 73.8 })
  })

  test('is the item’s own price without an agreement, with VAT taken out where rates include it', async () => {
    expect(await explain(the.zulu)).toMatchObject({ pricinggroup: null, linerate: 130, withvat: 149.5 })
    expect(await explain(the.zulu, the.glue)).toMatchObject({
      ...{ exclusive: false, price: 115, vat: 15, linerate: 100, withvat: 115 },
    })
  })

  test('is what a new line of a job takes, while its cost stays the account’s own', async () => {
    const job = async (client: string) =>
      write((tx) => {
        tx.invalidateCaches()
        return makeJob(tx, { client })
      })
    const add = async (jobid: string, more: object = {}) =>
      ok(
        await admin().post('/api/materials', {
          ...{ jobid, inventoryid: the.bolt, role: 1, estimated: 2, ...more },
        }),
      )
    const acme = await job(the.acme)
    const line = await add(acme)
    expect(line).toMatchObject({ linerate: 73.8, costrate: 100, net: 147.6 })
    expect(line.linerate).toBe((await explain(the.acme)).linerate)
    expect(await add(acme, { unit: 'dozen' })).toMatchObject({ linerate: 885.6, costrate: 1200 })
    expect(await add(acme, { linerate: 1 })).toMatchObject({ linerate: 1 })
    expect(await add(acme, { inventoryid: the.glue })).toMatchObject({ linerate: 100 })
    const zulu = await job(the.zulu)
    const { id } = await add(zulu)
    expect((await add(zulu)).linerate).toBe(130)
    await write((tx) => tx.db.update(jobs).set({ client: the.acme }).where(eq(jobs.id, zulu)).run())
    const kept = ok(await admin().get(`/api/materials/getMaterials/${zulu}`))
    expect(kept.find((one: { id: string }) => one.id === id).linerate).toBe(130)
    expect(ok(await admin().patch(`/api/materials/${id}`, { linerate: '' })).linerate).toBe(73.8)
  })

  test('is nobody’s agreement any more once the group is archived', async () => {
    const path = `/api/pricing/groups/${the.trade}`
    ok(await admin().patch(path, { archived: true }))
    expect(await explain(the.acme)).toMatchObject({ pricinggroup: null, linerate: 130 })
    expect((await admin().get(`/api/pricing/inventory/client/${the.acme}`)).body.total).toBe(0)
    ok(await admin().patch(path, { archived: false }))
    expect((await explain(the.acme)).linerate).toBe(73.8)
  })

  test('follows an archived item too, which gets no new entry', async () => {
    await write((tx) =>
      tx.db.update(inventory).set({ archived: true }).where(eq(inventory.id, the.glue)).run(),
    )
    const refused = await admin().post('/api/pricing/inventory', entry({ inventory: the.glue }))
    expect(refused.body.fields).toEqual({ inventory: 'Glue [GLU] is archived.' })
    expect((await explain(the.zulu, the.glue)).linerate).toBe(100)
  })
})

test('a batch with one key is booked once', async () => {
  const send = () =>
    admin().call(
      'POST',
      '/api/pricing/inventory/batch',
      { pricinggroup: the.trade, amount: 1, inventories: [the.pipe] },
      { 'idempotency-key': 'batch-1' },
    )
  expect((await send()).body).toEqual((await send()).body)
  expect(ok(await admin().get(`/api/pricing/inventory/${the.trade}/${the.pipe}`)).baserate).toBe(47)
})

test('prices are for who may see or change them, and the other account finds nothing', async () => {
  const { agent, jobs: worker, stakeholder } = server.people
  expect((await agent.get('/api/pricing/groups')).status).toBe(200)
  for (const who of [worker, stakeholder])
    expect((await who.get(`/api/pricing/inventory/${the.acme}/${the.bolt}`)).status).toBe(403)
  const changes = [
    ['POST', '/api/pricing/groups', { name: 'Mine' }],
    ['PATCH', `/api/pricing/groups/${the.trade}`, { name: 'Mine' }],
    ['POST', '/api/pricing/client', { client: the.acme, pricinggroup: the.trade }],
    ['DELETE', `/api/pricing/client?client=${the.acme}`, undefined],
    ['POST', '/api/pricing/inventory', entry()],
    ['PATCH', '/api/pricing/inventory', entry({ baserate: 1 })],
    ['POST', '/api/pricing/inventory/batch', { pricinggroup: the.trade, percent: 1 }],
  ] as const
  for (const [method, path, body] of changes) {
    expect((await agent.call(method, path, body)).status).toBe(403)
    if (path !== '/api/pricing/groups')
      expect([404, 400]).toContain((await server.other.call(method, path, body)).status)
  }
  for (const path of [`groups/${the.trade}`, `client/${the.acme}`, `inventory/client/${the.acme}`])
    expect((await server.other.get(`/api/pricing/${path}`)).status).toBe(404)
  expect((await server.other.get(`/api/pricing/inventory/${the.acme}/${the.bolt}`)).status).toBe(404)
})
