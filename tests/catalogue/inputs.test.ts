import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const items: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const [code, values] of Object.entries({
    GATE: { baseunit: 'each' },
    FRAME: { baseunit: 'each' },
    TUBE: { baseunit: 'm', rate: 40, units: [{ name: 'length', ratiotobase: '1/6' }] },
    PAINT: { baseunit: 'l', rate: 100 },
  })) {
    const made = await expectOk(
      server.people.admin.post('/api/inventory', { code, materialname: code.toLowerCase(), ...values }),
    )
    items[code] = made.id
  }
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const url = (code: string) => `/api/inventory/${items[code]}/inputs`
const put = (code: string, inputs: object[], by = admin()) => by.call('PUT', url(code), inputs)
const line = (code: string, quantity: number | string, more: object = {}) => ({
  inventoryid: items[code],
  quantity,
  ...more,
})

test('inputs are put in place of what there was, in their order, and roll up the cost', async () => {
  expect((await put('FRAME', [line('TUBE', '1,5', { unit: 'Length', scrap: 10 })])).status).toBe(200)
  const { body } = await put('GATE', [line('FRAME', 1), line('PAINT', 0.25)])
  expect(body.total).toBe(2)
  expect(body.data).toEqual([
    // 1,5 lengths of 6 m at R 40, and a tenth on top.
    expect.objectContaining({ code: 'FRAME', quantity: 1, unit: 'each', scrap: 0, made: true, cost: 396 }),
    expect.objectContaining({ code: 'PAINT', quantity: 0.25, unit: 'l', made: false, cost: 25 }),
  ])
  expect(await expectOk(admin().get(url('FRAME')))).toMatchObject([
    { unit: 'length', quantity: 1.5, scrap: 10 },
  ])
  const seen = await expectOk(server.people.jobs.get(url('GATE')))
  expect(seen[0]).not.toHaveProperty('cost')
  const [newest] = await expectOk(admin().get(`/api/inventory/${items.GATE}/history`))
  expect(newest.field).toBe('inputs')
  expect(newest.newvalue.replaceAll('\u00a0', ' ')).toBe('FRAME: 1, PAINT: 0,25 l')
})

test('a circle is refused with its path, and nothing of it is saved', async () => {
  const { status, body } = await put('TUBE', [line('GATE', 1)])
  expect([status, body.code]).toEqual([400, 'circle'])
  expect(body.message).toBe('TUBE would be made of itself: TUBE → GATE → FRAME → TUBE.')
  expect(await expectOk(admin().get(url('TUBE')))).toEqual([])
  expect((await put('GATE', [line('GATE', 1)])).body.message).toBe(
    'GATE would be made of itself: GATE → GATE.',
  )
})

test('what is wrong is named by its line', async () => {
  const fields = async (...inputs: object[]) => (await put('GATE', inputs)).body.fields
  expect(await fields(line('PAINT', 1), line('PAINT', 2))).toEqual({
    '1.inventoryid': 'paint [PAINT] stands in the list twice.',
  })
  for (const none of [0, -1]) expect(await fields(line('PAINT', none))).toHaveProperty(['0.quantity'])
  expect(await fields(line('PAINT', 1, { unit: 'drum' }))).toEqual({
    '0.unit': 'paint [PAINT] has no unit “drum”.',
  })
  expect(await fields(line('PAINT', 1, { scrap: -1 }))).toHaveProperty(['0.scrap'])
  expect(await fields({ inventoryid: null, quantity: 1 })).toHaveProperty(['0.inventoryid'])
  expect((await put('GATE', [], server.people.jobs)).status).toBe(403)
  expect((await server.other.get(url('GATE'))).status).toBe(404)
  expect(await expectOk(admin().get(url('GATE')))).toHaveLength(2)
})

type Trigger = { snackbar?: { undo?: { url: string } } }
const form = (path: string, values: Record<string, string>) =>
  htmxRequest(server, admin(), 'POST', `/admin/inventory/${items.GATE}/inputs${path}`, values)
const codes = async () => (await expectOk(admin().get(url('GATE')))).map(({ code }: { code: string }) => code)
const undoOf = ({ trigger }: { trigger: Trigger }) => trigger.snackbar?.undo?.url ?? ''

test('the tab adds, changes, moves and takes out rows one by one, and each can be undone, but not over another change', async () => {
  await put('GATE', [line('FRAME', 1), line('PAINT', 0.25, { scrap: 5 })])
  const added = await form('', { inventoryid: items.TUBE!, quantity: '2' })
  expect(await codes()).toEqual(['FRAME', 'PAINT', 'TUBE'])
  const moved = await form(`/${items.TUBE}`, { step: 'up' })
  expect(await codes()).toEqual(['FRAME', 'TUBE', 'PAINT'])
  const late = await htmxRequest(server, admin(), 'POST', undoOf(added), {})
  expect([late.status, await codes()]).toEqual([409, ['FRAME', 'TUBE', 'PAINT']])
  await htmxRequest(server, admin(), 'POST', undoOf(moved), {})
  expect(await codes()).toEqual(['FRAME', 'PAINT', 'TUBE'])
  const gone = await form(`/${items.PAINT}`, { step: 'remove' })
  expect(await codes()).toEqual(['FRAME', 'TUBE'])
  await htmxRequest(server, admin(), 'POST', undoOf(gone), {})
  expect((await expectOk(admin().get(url('GATE'))))[1]).toMatchObject({
    code: 'PAINT',
    quantity: 0.25,
    scrap: 5,
  })
  const first = await put('GATE', [])
  expect(first.status).toBe(200)
  const copied = await form('/copy', { from: items.FRAME! })
  expect([await codes(), undoOf(copied)]).toEqual([['TUBE'], expect.stringContaining('restore')])
  await htmxRequest(server, admin(), 'POST', undoOf(copied), {})
  expect(await codes()).toEqual([])
})

test('pages show what is made of what at every level, and what a quantity needs', async () => {
  await put('GATE', [line('FRAME', 2), line('TUBE', 1)])
  const html = async (path: string) =>
    (await htmxRequest(server, admin(), 'GET', `/admin/inventory/${path}`)).html.replaceAll('\u00a0', ' ')
  const tab = await html(`${items.TUBE}/inputs`)
  // 2 frames of 1,5 lengths of 6 m and a tenth, and 1 m: 20,8 m.
  expect(tab).toContain('20,8 m')
  expect(tab).toContain('Directly, an end product')
  const needs = await html(`${items.GATE}/inputs/needs?quantity=10`)
  expect(needs).toContain('20 to make')
  expect(needs).toContain('208 m to buy')
  const csv = await admin().get(`/admin/inventory/${items.GATE}/inputs/export?format=csv`)
  expect(csv.text).toContain('FRAME;TUBE')
})

test('labour in what an item is made from is work to do, and a part of its cost by itself', async () => {
  const add = async (code: string, more: object) => {
    const item = { code, materialname: code.toLowerCase(), ...more }
    items[code] = (await expectOk(admin().post('/api/inventory', item))).id
  }
  await add('CUPBOARD', { baseunit: 'each', inventoryclass: 3 })
  await add('BENCH', { baseunit: 'hour', rate: 150 })
  await put('CUPBOARD', [line('TUBE', 3), line('BENCH', 1.5)])
  const cost = (code: string, by = admin()) => by.get(`/api/inventory/${items[code]}/inputcost`)
  // 3 m of 40 and an hour and a half of 150.
  expect(await expectOk(cost('CUPBOARD'))).toEqual({ cost: 345, labour: 225, incomplete: false })
  expect(await expectOk(cost('TUBE'))).toBeNull()
  expect((await cost('CUPBOARD', server.people.jobs)).status).toBe(403)
  // Of one that is not there yet: a frame of 1,5 lengths and a tenth, and half an hour.
  const typed = (query: string, by = admin()) => by.get(`/api/inventory/inputcost?${query}`)
  const both = `items=${items.FRAME},${items.BENCH}&quantities=1,0.5`
  expect(await expectOk(typed(both))).toEqual({ cost: 396 + 75, labour: 75, incomplete: false })
  expect(await expectOk(typed('items=&quantities='))).toBeNull()
  expect((await typed(`items=${items.BENCH}&quantities=x`)).body.fields).toHaveProperty('quantities')
  expect((await typed(both, server.people.jobs)).status).toBe(403)
  const html = async (path: string) =>
    (await htmxRequest(server, admin(), 'GET', `/admin/inventory/${path}`)).html
      .replaceAll('\u00a0', ' ')
      .replace(/<[^>]*>/g, '')
  expect(await html(`${items.CUPBOARD}/inputs`)).toContain('R 345,00 each, of it R 225,00 labour')
  const needs = await html(`${items.CUPBOARD}/inputs/needs?quantity=6`)
  expect(needs).toContain('18 m to buy')
  expect(needs).toMatch(/9 h 00 of work|9 hours of work/)
})
