import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Tx } from '#db/tenants.ts'
import { checkStock } from '#server/stock/check.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeItem, makeStorage, makeUnit, setBlockNegative } from './support.ts'

let server: TestServer
let oil = ''
let drum = ''
let tank = ''
const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    drum = makeStorage(tx, 'Drum')
    tank = makeStorage(tx, 'Tank')
    oil = makeItem(tx, { code: 'OIL', materialname: 'Oil', baseunit: 'l', defaultstorageid: drum })
    makeUnit(tx, oil, 'gallon', '0.21997')
  })
})
afterAll(() => server.stop())

const move = (way: 'inbound' | 'outbound', body: object = {}) =>
  server.people.operations.post(`/api/inventory/${way}`, { inventoryid: oil, quantity: 1, ...body })
const stock = async () =>
  (await server.people.admin.get(`/api/inventory/stockonhand?inventoryids=${oil}`)).body.data[0]
const ledger = async (query = '') =>
  (await server.people.admin.get(`/api/inventory/${oil}/ledger${query}`)).body.data

describe('stock by hand', () => {
  test('comes in and goes out in any unit of the item, at its own storage or another', async () => {
    expect((await move('inbound', { quantity: '10,5', note: 'Opening' })).body.data).toMatchObject({
      ...{ quantity: 10.5, balance: 10.5 },
    })
    const gallon = await move('inbound', {
      quantity: 1,
      unit: 'gallon',
      storageid: tank,
      effectivedate: '2026-11-01',
    })
    expect(gallon.body.data).toMatchObject({ quantity: 4.546074, balance: 15.046074 })
    await move('outbound', { quantity: 0.5, storageid: null })
    expect(await stock()).toEqual({
      ...{ inventoryid: oil, code: 'OIL', name: 'Oil', unit: 'l', quantity: 14.546074 },
      ...{ reserved: 0, available: 14.546074, onorder: 0 },
      storage: [
        { storageid: null, name: '', quantity: -0.5 },
        { storageid: drum, name: 'Drum', quantity: 10.5 },
        { storageid: tank, name: 'Tank', quantity: 4.546074 },
      ],
    })
  })

  test('is told by the ledger: who, when, how much, with the balance after it', async () => {
    const rows = await ledger()
    expect(rows.map(({ balance }: { balance: number }) => balance)).toEqual([14.546074, 15.046074, 10.5])
    expect(rows[1]).toMatchObject({
      ...{ kind: 'inbound', entered: { quantity: 1, unit: 'gallon' }, storage: { id: tank, name: 'Tank' } },
      ...{ user: 'operations Tester', effectivedate: '2026-11-01', inventoryclass: 1, job: null },
    })
    expect(await ledger(`?before=${rows[0].seq}&take=1`)).toEqual([rows[1]])
  })

  test('is taken back once', async () => {
    const { seq } = (await move('inbound', { quantity: 3 })).body.data
    const before = (await stock()).quantity
    const reverse = () =>
      server.people.operations.post(`/api/inventory/ledger/${seq}/reverse`, { note: 'Twice' })
    expect((await reverse()).body.data).toMatchObject({ quantity: -3 })
    expect((await reverse()).status).toBe(409)
    expect((await stock()).quantity).toBe(before - 3)
    const [back, first] = await ledger('?take=2')
    expect([back.reverses, back.note, first.reversedby]).toEqual([seq, 'Twice', back.seq])
  })

  test('below zero is warned of, or refused', async () => {
    const { quantity } = await stock()
    const warned = await move('outbound', { quantity: quantity + 1 })
    expect(warned.body.message).toBe('Booked, but the stock of Oil [OIL] is now 1\u00a0l below zero.')
    await write((tx) => setBlockNegative(tx, true))
    const refused = await move('outbound')
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'There is not enough Oil [OIL] in stock: 2\u00a0l short.',
    ])
    expect((await stock()).quantity).toBe(-1)
    expect((await move('inbound', { quantity: 0.5 })).body).toEqual({
      data: expect.objectContaining({ balance: -0.5 }),
    })
    await write((tx) => setBlockNegative(tx, false))
  })

  test('with one key is booked once', async () => {
    const { operations } = server.people
    const book = () =>
      operations.call(
        'POST',
        '/api/inventory/inbound',
        { inventoryid: oil, quantity: 2 },
        { 'idempotency-key': 'in-1' },
      )
    const before = (await stock()).quantity
    expect((await book()).body).toEqual((await book()).body)
    expect((await stock()).quantity).toBe(before + 2)
  })

  test.each([
    [{ quantity: 0 }, 'quantity', 'The quantity must be above zero.'],
    [{ quantity: -2 }, 'quantity', 'The quantity must be above zero.'],
    [{ quantity: '' }, 'quantity', 'The quantity must be above zero.'],
    [{ unit: 'barrel' }, 'unit', 'Oil [OIL] has no unit “barrel”.'],
    [{ storageid: Bun.randomUUIDv7() }, 'storageid', 'This storage could not be found.'],
    [{ inventoryid: Bun.randomUUIDv7() }, 'inventoryid', 'This item could not be found.'],
    [
      { effectivedate: 'today' },
      'effectivedate',
      'It must be a date like 2026-11-21, in the years 1000 to 2999.',
    ],
    [{ effectivedate: '2999-01-01' }, 'effectivedate', 'Stock cannot move on a day to come.'],
  ])('%p is refused by name', async (body, field, sentence) => {
    const answer = await move('inbound', body)
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: sentence }])
  })
})

test('only who may adjust stock adjusts it, and the other account finds nothing', async () => {
  const { agent, jobs, stakeholder } = server.people
  for (const who of [agent, jobs, stakeholder])
    expect((await who.post('/api/inventory/inbound', { inventoryid: oil, quantity: 1 })).status).toBe(403)
  expect((await stakeholder.get(`/api/inventory/${oil}/ledger`)).status).toBe(403)
  expect((await jobs.get(`/api/inventory/${oil}/ledger`)).status).toBe(200)
  expect((await server.other.get(`/api/inventory/${oil}/ledger`)).status).toBe(404)
  expect((await server.other.post('/api/inventory/ledger/1/reverse', {})).status).toBe(404)
  expect((await server.other.post('/api/inventory/inbound', { inventoryid: oil, quantity: 1 })).status).toBe(
    400,
  )
  expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
})
