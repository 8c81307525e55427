import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Tx } from '#db/tenants.ts'
import { checkStock } from '#server/stock/check.ts'
import { privateWords } from '#tests/support/private-words.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { movementKindOptions, movementLabel } from '#views/stock/stock/movement-labels.ts'
import { makeItem, makeStorage, makeUnit } from './support.ts'

let server: TestServer
let bolt = ''
let shelf = ''
let bin = ''
const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    shelf = makeStorage(tx, 'Shelf A')
    bin = makeStorage(tx, 'Bin 7')
    bolt = makeItem(tx, { code: 'BLT', materialname: 'Bolt', baseunit: 'ea', defaultstorageid: shelf })
    makeUnit(tx, bolt, 'dozen', '1/12')
  })
})
afterAll(() => server.stop())

const form = (path: string, fields: Record<string, string>) =>
  server.people.operations.call('POST', path, new URLSearchParams(fields), { 'hx-request': 'true' })
const at = (rest: string) => `/inventory/${bolt}/stock${rest}`
const page = async (query = '') => (await server.people.operations.get(at(query))).text
const onhand = async () =>
  (await server.people.admin.get(`/api/inventory/${bolt}/levels`)).body.data.quantity as number
const trigger = (answer: { headers: Headers }) => JSON.parse(answer.headers.get('hx-trigger') ?? '{}')
const newest = async () =>
  (await server.people.admin.get(`/api/inventory/${bolt}/ledger?take=1`)).body.data[0]

describe('the stock page of an item', () => {
  test('is empty at first, and says what will show', async () => {
    expect(await page()).toContain('Nothing has moved yet.')
  })

  test('books in by the dozen, and offers to take it back', async () => {
    const dialog = await server.people.operations.get(at('/inbound'))
    expect(dialog.text).toContain('>dozen</option>')
    const answer = await form(at('/inbound'), {
      ...{
        quantity: '2,5',
        unit: 'dozen',
        storageid: shelf,
        effectivedate: '2026-11-20',
        note: 'Delivery 88',
      },
    })
    const { snackbar, refresh } = trigger(answer)
    const { seq } = await newest()
    expect([answer.status, refresh, snackbar]).toEqual([
      200,
      { table: 'stock' },
      {
        ...{ level: 'success', message: 'Booked in: 30\u00a0ea of Bolt on hand' },
        undo: { url: at(`/${seq}/undo`) },
      },
    ])
    const text = await page()
    for (const words of [
      '+30\u00a0ea',
      '2,5\u00a0dozen',
      'Shelf A',
      'Delivery 88',
      'operations Tester',
      '20 Nov 2026',
    ])
      expect(text).toContain(words)
  })

  test('a refused entry names its field and books nothing', async () => {
    const before = await onhand()
    for (const [fields, sentence] of [
      [{ quantity: '' }, 'The quantity must be above zero.'],
      [{ quantity: '-3' }, 'The quantity must be above zero.'],
      [{ quantity: '1', unit: 'pallet' }, 'Bolt [BLT] has no unit “pallet”.'],
      [
        { quantity: '1', effectivedate: '2026-02-30' },
        'It must be a date like 2026-11-21, in the years 1000 to 2999.',
      ],
    ] as const) {
      const answer = await form(at('/outbound'), fields)
      expect([answer.status, answer.text.includes(sentence)]).toEqual([422, true])
    }
    expect(await onhand()).toBe(before)
  })

  test('filters by kind and date, and pages by key', async () => {
    for (let n = 0; n < 4; n++) await form(at('/outbound'), { quantity: '1', effectivedate: '2026-11-21' })
    const outbound = await page('?kind=outbound')
    expect([outbound.includes('Booked out<'), outbound.includes('Delivery 88')]).toEqual([true, false])
    expect(await page('?end=2026-11-20')).toContain('Delivery 88')
    expect(await page('?start=2026-11-22')).toContain('No movement matches.')
    const first = await page('?take=2')
    const before = /before=(\d+)/.exec(first)?.[1]
    const second = await page(`?take=2&before=${before}`)
    expect([first.includes('older ones follow'), second.includes('Newest')]).toEqual([true, true])
    expect((await server.people.admin.get(at('?kind=nonsense'))).status).toBe(400)
  })
})

describe('a count', () => {
  const count = (fields: Record<string, string>) =>
    form(at('/count'), { 'place-0': shelf, 'expected-0': '26000000', ...fields })

  test('near enough is booked at once, with its variance', async () => {
    expect(await onhand()).toBe(26)
    const answer = await count({ 'counted-0': '25', note: 'Monday' })
    expect(trigger(answer).snackbar.message).toBe('Counted: 25\u00a0ea of Bolt on hand')
    expect(await newest()).toMatchObject({ kind: 'count', quantity: -1, balance: 25, note: 'Monday' })
  })

  test('far off asks once, keeps what was typed, and books when confirmed', async () => {
    const fields = { 'expected-0': '25000000', 'counted-0': '1', unit: 'dozen', note: 'Tuesday' }
    const asked = await count(fields)
    expect(trigger(asked)).toEqual({})
    for (const words of ['13\u00a0ea fewer than the 25\u00a0ea expected', 'Book anyway', 'value="Tuesday"'])
      expect(asked.text).toContain(words)
    expect(await onhand()).toBe(25)
    await count({ ...fields, confirmed: 'true' })
    expect(await newest()).toMatchObject({
      ...{ kind: 'count', quantity: -13, balance: 12, entered: { quantity: 1, unit: 'dozen' } },
    })
  })

  test('after a movement in the meantime is shown anew instead of booked', async () => {
    await form(at('/inbound'), { quantity: '3', storageid: shelf })
    const answer = await count({ 'expected-0': '12000000', 'counted-0': '12', confirmed: 'true' })
    expect(answer.text).toContain('Stock moved while you counted.')
    expect(answer.text).toContain('name="expected-0" value="15000000"')
    expect(await onhand()).toBe(15)
  })

  test('finds things on another shelf, and the pieces are moved, not lost', async () => {
    const answer = await form(at('/count'), {
      ...{ 'place-0': shelf, 'expected-0': '15000000', 'counted-0': '10', confirmed: 'true' },
      ...{ 'place-1': bin, 'expected-1': '0', 'counted-1': '5' },
    })
    expect(trigger(answer).snackbar).toEqual({
      level: 'success',
      message: 'Counted: 15\u00a0ea of Bolt on hand',
    })
    const { storage } = (await server.people.admin.get(`/api/inventory/${bolt}/levels`)).body.data
    expect(storage.map(({ name, quantity }: { name: string; quantity: number }) => [name, quantity])).toEqual(
      [
        ['Bin 7', 5],
        ['Shelf A', 10],
      ],
    )
  })

  test.each([
    [{ 'counted-0': '' }, 'Write what you counted at one place at least.'],
    [{ 'counted-0': '-1' }, 'What is counted cannot be below zero.'],
    [{ 'counted-0': 'ten' }, 'The count must be a number'],
    [{ 'counted-0': '1', 'place-0': Bun.randomUUIDv7() }, 'This storage could not be found.'],
  ])('%p is refused', async (fields: Record<string, string>, sentence) => {
    const answer = await count({ 'expected-0': '0', ...fields })
    expect([answer.status, answer.text.includes(sentence)]).toEqual([422, true])
    expect(await onhand()).toBe(15)
  })

  test('by call books place by place, or refuses a place that is there twice', async () => {
    const call = (counts: object[]) =>
      server.people.operations.post('/api/inventory/count', { inventoryid: bolt, counts })
    const { body } = await call([{ storageid: shelf, counted: '9,5' }])
    expect(body.data).toEqual([expect.objectContaining({ quantity: -0.5, balance: 14.5 })])
    const twice = await call([
      { storageid: shelf, counted: 1 },
      { storageid: shelf, counted: 2 },
    ])
    expect([twice.status, twice.body.fields]).toEqual([400, { counts: 'A place can be counted once only.' }])
  })
})

describe('undo', () => {
  test('shows the stock after it first, then books the opposite beside the movement', async () => {
    await form(at('/inbound'), { quantity: '100', storageid: bin })
    const { seq } = await newest()
    const preview = await server.people.operations.get(at(`/${seq}/undo`))
    for (const words of ['114,5\u00a0ea → 14,5\u00a0ea', '105\u00a0ea → 5\u00a0ea'])
      expect(preview.text).toContain(words)
    const answer = await form(at(`/${seq}/undo`), { note: 'Wrong item' })
    expect(trigger(answer).snackbar.message).toBe('Taken back: 14,5\u00a0ea of Bolt on hand')
    expect(await newest()).toMatchObject({
      kind: 'reversal',
      reverses: seq,
      note: 'Wrong item',
      balance: 14.5,
    })
    expect(await page()).toContain(`taken back by no. ${seq + 1}`)
  })

  test('is refused a second time, and for a reversal, in words', async () => {
    const { seq } = await newest()
    expect((await form(at(`/${seq - 1}/undo`), {})).status).toBe(409)
    expect((await server.people.operations.get(at(`/${seq}/undo`))).text).toContain(
      'This movement takes another one back',
    )
    expect((await form(at(`/${seq}/undo`), {})).status).toBe(422)
  })

  test('belongs to its item alone', async () => {
    const other = await write((tx) => makeItem(tx, { code: 'NUT' }))
    const { seq } = await newest()
    expect((await form(`/inventory/${other}/stock/${seq}/undo`, {})).status).toBe(404)
  })
})

describe('a form that is sent again with its key', () => {
  const send = (path: string, fields: Record<string, string>, key: string) =>
    server.people.operations.call('POST', at(path), new URLSearchParams(fields), {
      ...{ 'hx-request': 'true', 'idempotency-key': key },
    })
  const answered = ({ status, text, headers }: Awaited<ReturnType<typeof send>>) => ({
    ...{ status, text, trigger: headers.get('hx-trigger') },
  })
  const onShelf = async (counted: number) => ({
    ...{ 'place-0': shelf, 'expected-0': `${(await shelved()) * 1_000_000}`, 'counted-0': `${counted}` },
  })
  const shelved = async () =>
    (await server.people.admin.get(`/api/inventory/${bolt}/levels`)).body.data.storage.find(
      ({ storageid }: { storageid: string }) => storageid === shelf,
    ).quantity as number

  test('counts once, and is told the same', async () => {
    const fields = { ...(await onShelf(20)), confirmed: 'true' }
    const first = await send('/count', fields, 'count-1')
    expect(trigger(first).snackbar.message).toContain('Counted: ')
    const { seq } = await newest()
    expect(answered(await send('/count', fields, 'count-1'))).toEqual(answered(first))
    expect((await newest()).seq).toBe(seq)
  })

  test('that asked first has used no key: confirmed with it, the count is booked', async () => {
    const fields = await onShelf(2)
    const asked = await send('/count', fields, 'count-2')
    expect(asked.text).toContain('Book anyway')
    expect(answered(await send('/count', fields, 'count-2'))).toEqual(answered(asked))
    const booked = await send('/count', { ...fields, confirmed: 'true' }, 'count-2')
    expect(trigger(booked).snackbar.message).toContain('Counted: ')
    expect(await shelved()).toBe(2)
  })

  test('takes a movement back once, and is told the same', async () => {
    await form(at('/inbound'), { quantity: '3', storageid: shelf })
    const { seq } = await newest()
    const first = await send(`/${seq}/undo`, {}, 'undo-1')
    expect(trigger(first).snackbar.message).toContain('Taken back: ')
    expect(answered(await send(`/${seq}/undo`, {}, 'undo-1'))).toEqual(answered(first))
  })
})

test('the pages are for whoever has the claim, and the other account finds nothing', async () => {
  const { stakeholder, jobs } = server.people
  expect((await stakeholder.get(at(''))).status).toBe(403)
  expect((await jobs.get(at(''))).status).toBe(200)
  expect((await jobs.get(at(''))).text).not.toContain(at('/inbound'))
  for (const dialog of ['/inbound', '/outbound', '/count', '/1/undo'])
    expect((await jobs.get(at(dialog))).status).toBe(403)
  for (const path of ['', '/brief', '/inbound', '/count', '/1/undo'])
    expect((await server.other.get(at(path))).status).toBe(404)
  expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
})

test('every movement is told in plain words', () => {
  const told = movementKindOptions.flatMap(({ value: kind }) =>
    [-1, 0, 1].flatMap((quantity) =>
      [1, 3].map((inventoryclass) => movementLabel({ kind, quantity, inventoryclass, reverses: 7 })),
    ),
  )
  expect(told.filter((words) => privateWords.test(words))).toEqual([])
})
