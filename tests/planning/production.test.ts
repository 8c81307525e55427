import { afterAll, beforeAll, expect, test } from 'bun:test'
import { daysAfter } from '#server/dates.ts'
import { secondsFor, splitOverJobs } from '#server/domains/planning/production/split.ts'
import { parseQuantity, toDecimal } from '#server/money/decimal.ts'
import { todayIn } from '#server/zone.ts'
import { giveInputs } from '#tests/catalogue/inputs-support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
let painted: string
let blank: string
let steel: string
const admin = () => server.people.admin
const today = todayIn('Africa/Johannesburg', new Date())
const need = daysAfter(today, 20)

/** 100 painted brackets are wanted; 20 of them are there and 20 blanks, each of which takes half a metre of steel. */
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const goods = await add('categories', { name: 'Goods', inventoryclass: 3 })
  const raw = await add('categories', { name: 'Raw', inventoryclass: 2 })
  steel = await add('inventory', { code: 'STEEL', materialname: 'Steel', baseunit: 'm', category: raw })
  const item = { category: goods, baseunit: 'ea' }
  blank = await add('inventory', { ...item, code: 'BLANK', materialname: 'Blank' })
  painted = await add('inventory', { ...item, code: 'PAINT', materialname: 'Painted bracket' })
  await inputs(blank, [{ inventoryid: steel, quantity: 0.5, scrap: 10 }])
  await inputs(painted, [{ inventoryid: blank, quantity: 1 }])
  for (const [inventoryid, quantity] of [
    [painted, 20],
    [blank, 20],
    [steel, 11],
  ])
    await expectOk(admin().post('/api/inventory/inbound', { inventoryid, quantity }))
  const job = await add('jobs', { boardid: shop.boardid, description: 'Fit brackets', start: need })
  await add('materials', { jobid: job, inventoryid: painted, role: 1, estimated: 100, inventoryclass: 1 })
})
afterAll(() => server.stop())

const add = async (path: string, body: object): Promise<string> =>
  (await expectOk(admin().post(`/api/${path}`, body))).id
const inputs = (id: string, of: object[]) => expectOk(admin().call('PUT', `/api/inventory/${id}/inputs`, of))
const set = (id: string, values: object) => expectOk(admin().patch(`/api/inventory/${id}`, values))

type Proposed = { code: string; quantity: number; split: object; day: string; inputs: { code: string }[] }
const proposals = async (query = ''): Promise<Proposed[]> =>
  (await expectOk(admin().get(`/api/planning/production${query}`))).proposals
const quantities = async (query = '') =>
  (await proposals(query)).map(({ code, quantity }) => [code, quantity])

test('what is made is split by the most on one job, in whole packs where one has room for them', () => {
  const split = (quantity: number, most: number | null, pack: number | null) => {
    const { jobs, each, last } = splitOverJobs(parseQuantity(quantity), {
      maxperjob: most === null ? null : parseQuantity(most),
      packagingquantity: pack === null ? null : parseQuantity(pack),
    })
    return [jobs, toDecimal(each, 'quantity'), toDecimal(last, 'quantity')]
  }
  expect(split(100, null, 20)).toEqual([1, 100, 100])
  expect(split(100, 30, null)).toEqual([4, 30, 10])
  expect(split(100, 30, 20)).toEqual([5, 20, 20])
  expect(split(100, 10, 20)).toEqual([10, 10, 10])
  expect(split(100, 0, 0)).toEqual([1, 100, 100])
  expect(split(100, -5, -1)).toEqual([1, 100, 100])
  expect(secondsFor(parseQuantity(80), parseQuantity(90))).toBe(7200)
  expect(secondsFor(parseQuantity(80), null)).toBe(0)
})

test('80 are painted and 60 blanks made; minimum, packs and the least made are in the reckoning', async () => {
  expect(await quantities()).toEqual([
    ['PAINT', 80],
    ['BLANK', 60],
  ])
  const [, first] = await proposals()
  // 60 blanks take 33 m with what is lost, of which 11 are there.
  expect(first?.inputs).toMatchObject([{ code: 'STEEL', needed: 33, missing: 22 }])
  await set(painted, { minimumfinishedgoodsvolume: 5, minimumproductionvolume: 50, packagingquantity: 12 })
  const both = await proposals()
  // The minimum is missing today and made in packs of at least 50; what that adds serves the job.
  expect(both.filter(({ code }) => code === 'PAINT').map(({ quantity }) => quantity)).toEqual([96])
  await set(painted, { minimumfinishedgoodsvolume: 25 })
  expect((await proposals()).filter(({ code }) => code === 'PAINT')).toMatchObject([
    { day: today, quantity: 60, arithmetic: { before: 20, safety: 25, net: 5 } },
    { day: need, quantity: 60, arithmetic: { before: 80, demanded: 100, projected: -20, net: 45 } },
  ])
  await set(painted, {
    ...{ minimumfinishedgoodsvolume: null, minimumproductionvolume: null, packagingquantity: null },
  })
  expect(await quantities('?weeks=1')).toEqual([])
  expect(await quantities('?search=blank')).toEqual([['BLANK', 60]])
})

test('chosen rows become jobs with their inputs, once for each key, and can be taken back', async () => {
  await set(painted, { maxperjob: 50, unitseconds: 600, leadtime: 2 })
  const row = { inventoryid: painted, day: need, quantity: 80, proposed: 80 }
  const make = (rows: object[], key: string) =>
    admin().call(
      'POST',
      '/api/planning/production',
      { boardid: shop.boardid, rows },
      { 'idempotency-key': key },
    )
  const { id, jobs } = await expectOk(make([row], 'first'))
  expect((await expectOk(make([row], 'first'))).jobs.map((job: { id: string }) => job.id)).toEqual(
    jobs.map((job: { id: string }) => job.id),
  )
  expect(jobs).toMatchObject([
    { description: 'Make 50 ea × Painted bracket', status: 1, finish: need },
    { description: 'Make 30 ea × Painted bracket', status: 1, finish: need },
  ])
  expect(jobs[0].start < need).toBe(true)
  const lines = await expectOk(admin().get(`/api/materials/getMaterials/${jobs[0].id}`))
  expect(
    lines.map((line: { role: number; estimated: number; inventoryclass: number }) => [
      ...[line.role, line.estimated, line.inventoryclass],
    ]),
  ).toEqual([
    [1, 50, 2],
    [2, 50, 3],
  ])
  // The jobs make what was wanted, and their lines want the blanks.
  expect(await quantities()).toEqual([['BLANK', 60]])
  const { items } = await expectOk(admin().get('/api/planning/forecast?search=painted'))
  const made = items[0].periods.reduce((sum: number, { making }: { making: number }) => sum + making, 0)
  expect([made, items[0].short]).toEqual([80, null])
  expect((await make([row], 'second')).status).toBe(409)
  await expectOk(admin().post(`/api/jobs/bulk/${id}/undo`))
  expect(await quantities()).toEqual([
    ['PAINT', 80],
    ['BLANK', 60],
  ])
})

test('a job that somebody has changed since stays, and one without the right makes none', async () => {
  const form = {
    ...{ boardid: shop.boardid, row: `${painted}.${need}`, chosen: `${painted}.${need}` },
    ...{ quantity: '20', proposed: '80' },
  }
  const { status, trigger } = await htmxRequest(server, admin(), 'POST', '/planning/jobs', form)
  expect([status, trigger.snackbar.message]).toEqual([200, '1 job made'])
  const [job] = await expectOk(admin().get('/api/jobs?search=make+20'))
  await expectOk(admin().patch(`/api/jobs/${job.id}`, { description: 'Make twenty first' }))
  const undone = await htmxRequest(server, admin(), 'POST', trigger.snackbar.undo.url)
  expect(undone.trigger.snackbar.message).toContain('0 taken back; 1 stay')
  await expectOk(admin().delete(`/api/jobs/${job.id}`))
  const { stakeholder } = server.people
  expect(
    (await stakeholder.post('/api/planning/production', { boardid: shop.boardid, rows: [] })).status,
  ).toBe(403)
})

test('what cannot be made is refused by its field, with nothing made', async () => {
  const body = (rows: object[]) => ({ boardid: shop.boardid, rows })
  const refused = (rows: object[]) => expectRefused(admin().post('/api/planning/production', body(rows)))
  expect(await refused([])).toEqual(['rows'])
  expect(await refused([{ inventoryid: painted, quantity: 0 }])).toEqual(['quantity'])
  expect(await refused([{ inventoryid: painted, quantity: -4 }])).toEqual(['quantity'])
  expect(await refused([{ inventoryid: steel, quantity: 4 }])).toEqual(['inventoryid'])
  expect(await refused([{ inventoryid: painted, quantity: 5_001 }])).toEqual(['quantity'])
  const good = { inventoryid: painted, quantity: 5_000 }
  expect(await refused([good, { inventoryid: painted, quantity: 50 }])).toEqual(['quantity'])
  const form = { boardid: shop.boardid, row: `${painted}.${need}`, quantity: '1', proposed: '1' }
  expect((await htmxRequest(server, admin(), 'POST', '/planning/jobs', form)).status).toBe(422)
  expect(await expectRefused(admin().get('/api/planning/production?weeks=54'))).toEqual(['weeks'])
  const page = (await admin().get('/jobs/work-shop/planning/production')).text.replace(/<!-- -->/g, '')
  for (const words of ['20 there + 0 comes − 100 needed', 'Steel', 'missing', 'Make jobs of the chosen'])
    expect([words, page.includes(words)]).toEqual([words, true])
})

test('what is sold from stock is made for it, and once finished is there', async () => {
  const sign = await add('inventory', {
    ...{ code: 'SIGN', materialname: 'Sign', baseunit: 'ea', inventoryclass: 1 },
    minimumfinishedgoodsvolume: 2,
  })
  await inputs(sign, [{ inventoryid: steel, quantity: 1 }])
  expect(await quantities('?search=sign')).toEqual([['SIGN', 2]])
  const rows = [{ inventoryid: sign, day: today, quantity: 2, proposed: 2 }]
  const { jobs } = await expectOk(admin().post('/api/planning/production', { boardid: shop.boardid, rows }))
  const lines = await expectOk(admin().get(`/api/materials/getMaterials/${jobs[0].id}`))
  const product = lines.find(({ role }: { role: number }) => role === 2)
  expect([product.estimated, product.inventoryclass]).toEqual([2, 3])
  const forecast = async () => {
    const { items } = await expectOk(admin().get('/api/planning/forecast?search=sign'))
    return items.map(({ onhand, periods }: { onhand: number; periods: { making: number }[] }) => [
      ...[onhand, periods[0]?.making],
    ])
  }
  expect(await forecast()).toEqual([[0, 2]])
  await expectOk(admin().post(`/api/materials/${product.id}/finish`, { quantity: 2 }))
  expect(await forecast()).toEqual([])
  const [levels] = await expectOk(admin().get(`/api/inventory/stockonhand?inventoryids=${sign}`))
  expect(levels.quantity).toBe(2)
  expect(await quantities('?search=sign')).toEqual([])
})

test('what a job makes too late is proposed, with the job to bring forward beside it', async () => {
  const item = { inventoryclass: 3, baseunit: 'ea' }
  const late = await add('inventory', { ...item, code: 'LATE', materialname: 'Late rail' })
  await inputs(late, [{ inventoryid: steel, quantity: 1 }])
  const needing = await add('jobs', { boardid: shop.boardid, start: daysAfter(today, 5) })
  await add('materials', { jobid: needing, inventoryid: late, role: 1, estimated: 6, inventoryclass: 1 })
  const making = await add('jobs', { boardid: shop.boardid, start: today, finish: daysAfter(today, 60) })
  await add('materials', { jobid: making, inventoryid: late, role: 2, estimated: 6 })
  const { proposals: rows, messages } = await expectOk(admin().get('/api/planning/production?search=late'))
  expect(rows).toMatchObject([{ code: 'LATE', quantity: 6, day: daysAfter(today, 5) }])
  const { reference } = await expectOk(admin().get(`/api/jobs/${making}`))
  expect(messages).toMatchObject([
    {
      name: reference,
      code: 'LATE',
      kind: 'expedite',
      day: daysAfter(today, 5),
      comes: daysAfter(today, 60),
    },
  ])
  const page = (await admin().get('/jobs/work-shop/planning/production?search=late')).text
  for (const words of ['Bring it forward to', 'Or have it of'])
    expect([words, page.includes(words)]).toEqual([words, true])
  await expectOk(admin().patch(`/api/jobs/${making}`, { finish: daysAfter(today, 5) }))
  const after = await expectOk(admin().get('/api/planning/production?search=late'))
  expect([after.proposals, after.messages]).toEqual([[], []])
  // Needed by nobody any more: a job for stock need not be, one for a client is the client's.
  await expectOk(admin().delete(`/api/jobs/${needing}`))
  const asked = async () =>
    (await expectOk(admin().get('/api/planning/production?search=late'))).messages.map(
      ({ kind }: { kind: string }) => kind,
    )
  expect(await asked()).toEqual(['cancel'])
  await expectOk(admin().patch(`/api/jobs/${making}`, { client: shop.clients[0] }))
  expect(await asked()).toEqual([])
})

test('parts that a draft just made will use are not all there', async () => {
  const bolt = await add('inventory', {
    code: 'BOLT',
    materialname: 'Bolt',
    baseunit: 'ea',
    inventoryclass: 2,
  })
  const made = { inventoryclass: 3, baseunit: 'ea', minimumfinishedgoodsvolume: 5 }
  const [one, two] = [
    await add('inventory', { ...made, code: 'BOLTED1', materialname: 'Bolted one' }),
    await add('inventory', { ...made, code: 'BOLTED2', materialname: 'Bolted two' }),
  ]
  for (const id of [one, two]) await inputs(id, [{ inventoryid: bolt, quantity: 2 }])
  await expectOk(admin().post('/api/inventory/inbound', { inventoryid: bolt, quantity: 10 }))
  const rows = [{ inventoryid: one, day: today, quantity: 5, proposed: 5 }]
  await expectOk(admin().post('/api/planning/production', { boardid: shop.boardid, rows }))
  expect((await proposals('?search=bolted'))[0]).toMatchObject({
    ...{ code: 'BOLTED2', inputs: [{ code: 'BOLT', needed: 10, missing: 10 }] },
  })
})

test('finished goods that nobody makes and somebody sells are bought, and archived ones are marked', async () => {
  const supplier = await add('suppliers', { name: 'Frames and more' })
  const kinds = { inventoryclass: 3, baseunit: 'ea' }
  const bought = await add('inventory', { ...kinds, code: 'BOUGHT', materialname: 'Bought frame' })
  const old = await add('inventory', { ...kinds, code: 'OLDRAIL', materialname: 'Old rail' })
  const job = await add('jobs', { boardid: shop.boardid, start: need })
  for (const inventoryid of [bought, old])
    await add('materials', { jobid: job, inventoryid, role: 1, estimated: 3, inventoryclass: 1 })
  const ordering = async () =>
    (await admin().get('/jobs/work-shop/planning/ordering?whose=open')).text.replace(/<!-- -->/g, '')
  expect(await quantities('?search=bought')).toEqual([['BOUGHT', 3]])
  expect((await ordering()).includes('[BOUGHT]')).toBe(false)
  await set(bought, { supplier })
  expect(await quantities('?search=bought')).toEqual([])
  expect((await ordering()).includes('[BOUGHT]')).toBe(true)
  for (const id of [bought, old]) await set(id, { archived: true })
  const page = (await admin().get('/jobs/work-shop/planning/production?search=old')).text
  expect(page).toContain('archived')
  const make = [{ inventoryid: old, day: need, quantity: 3 }]
  const body = { boardid: shop.boardid, rows: make }
  expect(await expectRefused(admin().post('/api/planning/production', body))).toEqual(['inventoryid'])
  const refused = await admin().post('/api/planning/orders', { whose: 'open', rows: [`${bought}|${need}`] })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('is archived')])
})

test('an item without a unit or a time is proposed, and a circle of inputs says where it is', async () => {
  const kinds = { inventoryclass: 3, minimumfinishedgoodsvolume: 3 }
  const lamp = await add('inventory', { ...kinds, code: 'LAMP', materialname: 'Lamp' })
  const shade = await add('inventory', { ...kinds, code: 'SHADE', materialname: 'Shade' })
  expect((await proposals('?search=lamp'))[0]).toMatchObject({
    ...{ code: 'LAMP', unit: '', quantity: 3, seconds: 0, start: today, finish: today, inputs: [] },
  })
  // Past the rule that lets no circle in, as a file from elsewhere may hold one.
  await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, (tx) => {
    giveInputs(tx, lamp, [[shade, 1]])
    giveInputs(tx, shade, [[lamp, 1]])
  })
  const { circle } = await expectOk(admin().get('/api/planning/production'))
  expect([circle.at(0), new Set(circle)]).toEqual([circle.at(-1), new Set(['LAMP', 'SHADE'])])
  const page = (await admin().get('/jobs/work-shop/planning/production')).text
  expect(page.includes('is made of itself')).toBe(true)
  const rows = [{ inventoryid: lamp, quantity: 1 }]
  const { status, body } = await admin().post('/api/planning/production', { boardid: shop.boardid, rows })
  expect([status, body.code]).toEqual([409, 'circle'])
  const job = await add('jobs', { boardid: shop.boardid, start: need, status: 3 })
  await add('materials', { jobid: job, inventoryid: lamp, role: 2, estimated: 9, inventoryclass: 1 })
  const forecast = await expectOk(admin().get('/api/planning/forecast'))
  expect(forecast.circle).toEqual(circle)
  // What the pages that need the bill cannot work out, they say with its path.
  for (const [path, word] of [
    ['forecasting', 'is left out here'],
    ['materials?boards=all', 'is made of itself'],
    ['ordering', 'is made of itself'],
  ]) {
    const text = (await admin().get(`/jobs/work-shop/planning/${path}`)).text
    expect([path, text.includes(word as string), text.includes('LAMP')]).toEqual([path, true, true])
  }
})
