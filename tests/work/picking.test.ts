import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { listHistory } from '#db/queries/history.ts'
import { categories } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { bookMovement } from '#server/stock/book.ts'
import { checkStock } from '#server/stock/check.ts'
import { listLedger, readOnHand } from '#server/stock/read.ts'
import { makeItem, makeJob, makeStorage, makeUnit, setBlockNegative } from '#tests/stock/support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let rack: string
let yard: string
let job: string
let tube: string

const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, run)
const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    rack = makeStorage(tx, 'Rack 2')
    yard = makeStorage(tx, 'Yard')
  })
})
afterAll(() => server.stop())

const addJob = (values: Parameters<typeof makeJob>[1] = {}) =>
  write((tx) => {
    const id = makeJob(tx, values)
    tx.invalidateCaches()
    return id
  })

const putIn = (tx: Tx, inventoryid: string, storageid: string | null, quantity: number) =>
  bookMovement(tx, { inventoryid, storageid, quantity: parseQuantity(quantity), kind: 'inbound' })

beforeEach(() =>
  write((tx) => {
    job = makeJob(tx)
    tube = makeItem(tx, { materialname: 'Square tube', defaultstorageid: rack, baseunit: 'm' })
    putIn(tx, tube, rack, 5)
    putIn(tx, tube, yard, 20)
    tx.invalidateCaches()
  }),
)

const admin = () => server.people.admin
const addLine = async (more: object = {}) =>
  (
    await expectOk(
      admin().post('/api/materials', { jobid: job, role: 1, inventoryid: tube, estimated: 4, ...more }),
    )
  ).id as string
const list = async () => (await admin().get(`/api/jobs/${job}/pickinglist`)).body.data
const pick = (lines: object[], who = admin()) => who.post('/api/jobs/pickinglist', { jobid: job, lines })
const set = (lines: object[]) => admin().patch('/api/jobs/pickinglist', { jobid: job, lines })

const placesOf = (inventoryid = tube) =>
  Object.fromEntries(
    read((db) =>
      readOnHand(db, [inventoryid])
        .get(inventoryid)!
        .places.map(({ name, quantity }) => [name, quantity / 1_000_000]),
    ),
  )

describe('the list', () => {
  test('has input lines of pickable categories, by place, with what lies there', async () => {
    const labour = await write((tx) => {
      const instants = { createdutc: tx.now, updatedutc: tx.now }
      tx.db
        .insert(categories)
        .values({ id: crypto.randomUUID(), name: 'Labour', nonpickable: true, ...instants })
        .run()
      const category = tx.db.select({ id: categories.id }).from(categories).all().at(-1)!.id
      return makeItem(tx, { category, inventoryclass: 5 })
    })
    const bolt = await write((tx) => {
      const id = makeItem(tx, { materialname: 'Bolt', defaultstorageid: null })
      putIn(tx, id, yard, 3)
      return id
    })
    const made = await write((tx) => makeItem(tx, { inventoryclass: 3 }))
    const first = await addLine({ inventoryid: bolt, estimated: 2 })
    const second = await addLine({ estimated: 8 })
    await addLine({ inventoryid: labour })
    await addLine({ inventoryid: made })
    await addLine({ role: 2, inventoryid: made })
    await addLine({ role: 2, inventoryid: labour })
    await addLine({ role: 2 })
    const lines = await list()
    expect(lines.map((line: { materialid: string }) => line.materialid)).toEqual([second, first])
    expect(lines[0]).toMatchObject({
      storage: { id: rack, name: 'Rack 2' },
      ...{ planned: 8, topick: 8, picked: 0, onhand: 5, short: 3, reserved: 0 },
      elsewhere: [{ storage: { id: yard, name: 'Yard' }, onhand: 20 }],
    })
    expect(lines[1]).toMatchObject({
      storage: { id: yard, name: 'Yard' },
      onhand: 3,
      short: 0,
      elsewhere: [],
    })
  })

  test('names the ten fullest of many other places, and says how many more there are', async () => {
    const item = await write((tx) => {
      const id = makeItem(tx, { materialname: 'Everywhere', defaultstorageid: null })
      for (let n = 1; n <= 13; n++) putIn(tx, id, makeStorage(tx, `Shelf ${n}`), n)
      return id
    })
    await addLine({ inventoryid: item, estimated: 1 })
    const [line] = await list()
    expect(line).toMatchObject({ storage: { name: 'Shelf 13' }, otherplaces: 2 })
    expect(line.elsewhere.map(({ onhand }: { onhand: number }) => onhand)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ])
  })

  test('has goods that are sold out of stock, and picking them is their consumption', async () => {
    const sold = await addLine({ role: 2, estimated: 3 })
    expect(await list()).toMatchObject([{ materialid: sold, topick: 3, storage: { name: 'Rack 2' } }])
    await expectOk(
      admin().post('/api/jobs/pickinglist', { jobid: job, lines: [{ materialid: sold, quantity: 3 }] }),
    )
    expect(await list()).toMatchObject([{ materialid: sold, topick: 0, picked: 3 }])
    const { materials } = await expectOk(admin().get(`/api/jobs/${job}`))
    expect(materials).toMatchObject([{ id: sold, consumed: 3 }])
  })

  test('that is empty says why, and offers what helps', async () => {
    const page = async () => (await htmxRequest(server, admin(), 'GET', `/picking/${job}`)).html
    expect(await page()).toContain('Add lines to the job')
    await addLine({ role: 2, inventoryid: await write((tx) => makeItem(tx, { inventoryclass: 3 })) })
    const html = await page()
    expect(html).toContain('None of its lines is of an item that is kept in stock and picked.')
    expect(html).toContain('href="/admin/inventory"')
  })

  test('counts what lines before take from the same place', async () => {
    await addLine({ estimated: 4 })
    await addLine({ estimated: 4 })
    expect((await list()).map(({ short }: { short: number }) => short)).toEqual([0, 3])
  })

  test('says all figures in the unit of the line', async () => {
    await write((tx) => makeUnit(tx, tube, 'length', '1/6'))
    await addLine({ estimated: 1, unit: 'length' })
    const [line] = await list()
    expect(line).toMatchObject({ unit: 'length', topick: 1, onhand: 0.833333, short: 0.166667 })
  })

  test('hides stock from whoever may not see it, and the job from whoever does not see the job', async () => {
    await addLine()
    const { stakeholder, jobs } = server.people
    expect((await stakeholder.get(`/api/jobs/${job}/pickinglist`)).status).toBe(404)
    expect((await jobs.get(`/api/jobs/${job}/pickinglist`)).body.data[0]).toMatchObject({ onhand: 5 })
    expect((await pick([], stakeholder)).status).toBe(403)
    expect((await server.other.get(`/api/jobs/${job}/pickinglist`)).status).toBe(404)
  })
})

describe('picking', () => {
  test('consumes from the place of the line, and remembers who and when', async () => {
    const materialid = await addLine()
    const answer = await pick([{ materialid, quantity: 3 }], server.people.jobs)
    expect(answer.body).toMatchObject({ total: 1, data: [{ picked: 3, topick: 1 }] })
    const [line] = await list()
    expect(line.picks).toMatchObject([
      { quantity: 3, storage: { id: rack }, undone: false, user: expect.stringMatching(/\S/) },
    ])
    expect(placesOf()).toEqual({ 'Rack 2': 2, Yard: 20 })
    expect(read((db) => listLedger(db, tube))[0]).toMatchObject({ materialid, jobid: job, note: 'Picked' })
    const history = read((db) => listHistory(db, 'jobs', job))
    expect(history[0]).toMatchObject({ field: 'material.changed', item: 'Square tube' })
  })

  test('takes one line from two places in one call', async () => {
    const materialid = await addLine({ estimated: 8 })
    const answer = await pick([
      { materialid, quantity: 5 },
      { materialid, quantity: 3, storageid: yard },
    ])
    expect(answer.body.data).toMatchObject([{ picked: 8, topick: 0, short: 0 }])
    expect(placesOf()).toEqual({ 'Rack 2': 0, Yard: 17 })
    expect(read(checkStock)).toEqual([])
  })

  test('refuses more than is left, and all of a call with it', async () => {
    const materialid = await addLine()
    const other = await addLine()
    const answer = await pick([
      { materialid: other, quantity: 1 },
      { materialid, quantity: 5 },
    ])
    expect(answer.status).toBe(400)
    expect(answer.body.fields['1.quantity']).toMatch(/^4\sm are left to pick of Square tube \[I\d+\]\.$/)
    expect((await list()).map(({ picked }: { picked: number }) => picked)).toEqual([0, 0])
    for (const quantity of [0, -1])
      expect((await pick([{ materialid, quantity }])).body.fields.quantity).toContain('more than nothing')
  })

  test('lets one of two people pick the same line at once, and tells the other', async () => {
    const materialid = await addLine()
    const answers = await Promise.all([
      pick([{ materialid, quantity: 4 }], server.people.jobs),
      pick([{ materialid, quantity: 4 }], server.people.operations),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.body.message).toMatch(/^Nothing is left to pick of .* picked 4\sm last\.$/)
    expect(placesOf()).toEqual({ 'Rack 2': 1, Yard: 20 })
  })

  test('below zero is warned of or refused, as the account has it', async () => {
    const materialid = await addLine({ estimated: 30 })
    await write((tx) => setBlockNegative(tx, true))
    const refused = await pick([{ materialid, quantity: 26 }])
    expect([refused.status, refused.body.code]).toEqual([400, 'negativestock'])
    expect(placesOf()).toEqual({ 'Rack 2': 5, Yard: 20 })
    await write((tx) => setBlockNegative(tx, false))
    const warned = await pick([{ materialid, quantity: 26 }])
    expect([warned.status, warned.body.message]).toEqual([200, expect.stringContaining('below zero')])
    expect(placesOf()).toEqual({ 'Rack 2': -21, Yard: 20 })
  })

  test('leaves templates and settled jobs alone, and knows their lines only', async () => {
    const materialid = await addLine()
    const answer = await pick([{ materialid: crypto.randomUUID(), quantity: 1 }])
    expect(answer.status).toBe(404)
    const missing = await pick([{ materialid, quantity: 1, storageid: crypto.randomUUID() }])
    expect(missing.body.fields.storageid).toBe('This storage could not be found.')
    const template = await addJob({ template: true })
    const line = await addLine({ jobid: template })
    const lines = [{ materialid: line, quantity: 1 }]
    expect((await admin().post('/api/jobs/pickinglist', { jobid: template, lines })).status).toBe(400)
    await write((tx) => prepared(tx.db, 'UPDATE jobs SET status = 6 WHERE id = ?').run([job]))
    const settled = await pick([{ materialid, quantity: 1 }])
    expect([settled.status, settled.body.code]).toEqual([400, 'jobclosed'])
  })
})

describe('the picked figure', () => {
  test('is set by movements of the difference, which go back to where they came from', async () => {
    const materialid = await addLine({ estimated: 9 })
    await pick([
      { materialid, quantity: 4 },
      { materialid, quantity: 5, storageid: yard },
    ])
    await set([{ materialid, picked: 2 }])
    // The line's own place first.
    expect(placesOf()).toEqual({ 'Rack 2': 5, Yard: 18 })
    await admin().patch(`/api/materials/${materialid}`, { consumed: 0 })
    expect(placesOf()).toEqual({ 'Rack 2': 5, Yard: 20 })
    expect(read(checkStock)).toEqual([])
  })

  test('may be more than planned, and says so', async () => {
    const materialid = await addLine()
    const answer = await set([{ materialid, picked: 5, storageid: yard }])
    expect(answer.body).toMatchObject({
      data: [{ picked: 5, topick: 0 }],
      message: 'Saved: that is 1\u00a0m of Square tube more than planned.',
    })
    expect(placesOf()).toEqual({ 'Rack 2': 5, Yard: 15 })
    expect((await set([{ materialid, picked: -1 }])).body.fields).toEqual({
      picked: 'What is picked cannot be below zero.',
    })
    const twice = await set([
      { materialid, picked: 1 },
      { materialid, picked: 2 },
    ])
    expect(twice.body.fields).toEqual({ materialid: 'Each line may be set once in one call.' })
  })

  test('goes back to every place when the job is removed, and is taken from there when it is restored', async () => {
    const materialid = await addLine({ estimated: 9 })
    await pick([
      { materialid, quantity: 1 },
      { materialid, quantity: 5, storageid: yard },
    ])
    await admin().delete(`/api/jobs/${job}`)
    expect(placesOf()).toEqual({ 'Rack 2': 5, Yard: 20 })
    await expectOk(admin().patch(`/api/jobs/restore/${job}`))
    expect(placesOf()).toEqual({ 'Rack 2': 4, Yard: 15 })
    expect(read(checkStock)).toEqual([])
  })
})

describe('undo', () => {
  const undo = (seq: number) => htmxRequest(server, admin(), 'POST', `/picking/${job}/undo/${seq}`)

  test('puts one pick back to its place, once', async () => {
    const materialid = await addLine({ estimated: 9 })
    await pick([{ materialid, quantity: 2, storageid: yard }])
    await pick([{ materialid, quantity: 3 }])
    const [{ picks }] = await list()
    expect((await undo(picks[0].seq)).trigger.snackbar.message).toContain('Put back')
    expect(placesOf()).toEqual({ 'Rack 2': 2, Yard: 20 })
    const [line] = await list()
    expect([line.picked, line.picks.map(({ undone }: { undone: boolean }) => undone)]).toEqual([
      3,
      [true, false],
    ])
    expect((await undo(picks[0].seq)).status).toBe(409)
    expect(read(checkStock)).toEqual([])
  })

  test('refuses what is no pick of the job, and more than is picked still', async () => {
    const materialid = await addLine()
    await pick([{ materialid, quantity: 4 }])
    const [{ picks }] = await list()
    await set([{ materialid, picked: 1 }])
    expect((await undo(picks[0].seq)).html).toContain('Only 1\u00a0m of this line are picked still')
    expect((await undo(picks[0].seq + 1)).html).toContain('put something back')
    expect((await undo(1)).status).toBe(404)
    job = await addJob()
    expect((await undo(picks[0].seq)).status).toBe(404)
  })
})

describe('the page', () => {
  const ask = (path: string) => htmxRequest(server, admin(), 'GET', `/picking/${job}${path}`)

  test('opens the line that was scanned, and says what is missing and where else it lies', async () => {
    const [code] = await write((tx) => {
      const id = makeItem(tx, {
        code: 'TUBE-9',
        barcode: '6001',
        materialname: 'Tube',
        defaultstorageid: rack,
      })
      putIn(tx, id, rack, 1)
      putIn(tx, id, yard, 7)
      return ['6001', id]
    })
    const { id } = (await admin().get('/api/inventory?search=TUBE-9')).body.data[0]
    await addLine({ inventoryid: id, estimated: 3 })
    const { html } = await ask(`/line?code=${code}`)
    expect(html).toContain('Short at Rack 2: 2')
    expect(html).toContain('Elsewhere: 7')
    expect((await ask('/line?code=nowhere')).html).toContain('Nothing has the code nowhere.')
    await write((tx) => makeItem(tx, { code: 'ALIEN', materialname: 'Alien' }))
    expect((await ask('/line?code=alien')).html).toContain('Alien is not on this picking list.')
  })

  test('shows nobody costs, and offers picks to those who may', async () => {
    await addLine()
    expect((await ask('')).html).toContain('Pick 4')
    expect((await ask('')).html).not.toMatch(/R\u00a0\d/)
    job = await addJob()
    expect((await ask('')).html).toContain('There is nothing to pick for this job.')
  })
})
