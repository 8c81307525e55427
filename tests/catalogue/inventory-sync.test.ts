import { afterAll, beforeAll, expect, test } from 'bun:test'
import { settings } from '#db/schema/tenant/index.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const FAILED = 'Unable to sync, please confirm your API keys are correctly configured.'
const KEY = 'a-secret-of-marss'

let server: TestServer
/** What the stand-in answers next, and what it was asked. */
let answer: () => Response = () => Response.json([])
const asked: { path: string; key: string | null }[] = []
const marss = Bun.serve({
  port: 0,
  fetch(request) {
    asked.push({ path: new URL(request.url).pathname, key: request.headers.get('x-api-key') })
    return answer()
  },
})

beforeAll(async () => {
  server = await startTestServer(undefined, ['--marss-url', `http://127.0.0.1:${marss.port}/api/`])
})
afterAll(async () => {
  await server.stop()
  await marss.stop(true)
})

const sync = (who = server.people.admin) => who.get('/api/inventory/marss/sync')
const setKey = (key: string) =>
  htmxRequest(server, server.people.admin, 'POST', '/admin/inventory/marss', { key })
const items = [
  { itemID: 'u-1', code: '0042', name: 'Bolt M8', make: 'Fabory', model: 'M8', barcode: '6001' },
  { itemID: 'u-2', code: 'MOER', name: 'Môer "8"', description: 'Nut' },
  { itemID: 'u-3', name: 'By its id alone' },
  { name: 'Without a code' },
  { code: 'MOER', name: 'The same again' },
]

test('without a key nothing is asked, and the words are the specification’s', async () => {
  const { status, body } = await sync()
  expect([status, body.message]).toEqual([400, FAILED])
  expect(asked).toEqual([])
})

test('the key is kept encrypted, never shown, and taken away by an empty field', async () => {
  const shown = async () => (await htmxRequest(server, server.people.admin, 'GET', '/admin/inventory')).html
  expect(await shown()).not.toContain('Sync with Marss')
  expect((await setKey(KEY)).status).toBe(200)
  expect(await shown()).toContain('Sync with Marss')
  const stored = server.services.tenants.read(server.accountid, (db) => db.select().from(settings).all())
  expect(JSON.stringify(stored)).not.toContain(KEY)
  const { html } = await htmxRequest(server, server.people.admin, 'GET', '/admin/inventory/marss')
  expect(html).toContain('A key is kept')
  expect(html).not.toContain(KEY)
  expect((await htmxRequest(server, server.people.agent, 'GET', '/admin/inventory/marss')).status).toBe(403)
  await setKey('')
  expect((await sync()).body.message).toBe(FAILED)
  await setKey(KEY)
})

test('what is new is brought in once, with name and barcode', async () => {
  answer = () => Response.json({ items })
  const { body } = await sync()
  expect(asked.at(-1)).toEqual({ path: '/api/items', key: KEY })
  expect(body.message).toBe('Success')
  expect(body.leftout).toEqual({
    rows: 2,
    reasons: [
      { rows: 1, sentence: 'Marss has no code for it: Without a code.' },
      {
        rows: 1,
        sentence: 'Another item of Marss has its code or barcode: MOER (its code is the code of MOER).',
      },
    ],
  })
  expect(body.data.map(({ name, barcode }: Record<string, string>) => [name, barcode])).toEqual([
    ['Bolt M8', '6001'],
    ['Môer "8"', ''],
    ['By its id alone', ''],
  ])
  const bolt = await expectOk(server.people.admin.get('/api/inventory/0042'))
  expect(bolt).toMatchObject({ code: '0042', make: 'Fabory', model: 'M8', materialname: 'Bolt M8' })
  const again = await sync()
  expect([again.status, again.body.message, again.body.data]).toEqual([200, 'No new items were found', []])
  expect((await server.other.get('/api/inventory')).body.total).toBe(0)
})

test('what came in stands among the imports, and is taken back there like any other', async () => {
  const { admin } = server.people
  answer = () =>
    Response.json([
      { code: 'BACK-1', name: 'Goes again', barcode: '6777' },
      { code: 'MOER', name: 'x' },
    ])
  expect((await sync()).body.data).toMatchObject([{ name: 'Goes again', barcode: '6777' }])
  const { html } = await htmxRequest(server, admin, 'GET', '/import')
  const [path = ''] = /\/import\/inventory\/[0-9a-f-]{36}/.exec(html) ?? []
  expect((await htmxRequest(server, admin, 'GET', path)).html).toContain('Marss.csv')
  await htmxRequest(server, admin, 'POST', `${path}/undo`)
  await eventually(async () => (await admin.get('/api/inventory/BACK-1')).status, 404)
  expect((await admin.get('/api/inventory/MOER')).status).toBe(200)
  // Brought in once more, since nobody holds it any longer.
  expect((await sync()).body.data).toHaveLength(1)
})

test('an item that is here stays as it is, also archived, and one of another code with its barcode is left out', async () => {
  const { admin } = server.people
  const { id } = await expectOk(admin.get('/api/inventory/0042'))
  await expectOk(admin.delete(`/api/inventory/${id}`))
  answer = () =>
    Response.json([
      { code: 'OTHER', name: 'Another', barcode: '6001' },
      { code: 'moer', name: 'x' },
    ])
  const held =
    'An item here with another code has its code or barcode: OTHER (its barcode is the barcode of 0042).'
  expect((await sync()).body).toMatchObject({
    data: [],
    leftout: { rows: 1, reasons: [{ rows: 1, sentence: held }] },
  })
  expect((await expectOk(admin.get('/api/inventory/MOER'))).materialname).toBe('Môer "8"')
})

test('POST does the same by platform; Xero is not connected', async () => {
  const { admin } = server.people
  answer = () => Response.json([{ code: 'P-1', name: 'By post' }])
  expect((await expectOk(admin.post('/api/inventory/sync?platform=marss', {}))).length).toBe(1)
  const xero = await admin.post('/api/inventory/sync?platform=xero', {})
  expect([xero.status, xero.body.message, xero.body.code]).toEqual([
    400,
    'You are not authenticated to Xero',
    'notconnected',
  ])
  expect((await admin.post('/api/inventory/sync?platform=pastel', {})).status).toBe(400)
})

test.each([
  ['refused', () => new Response('', { status: 401 })],
  ['broken', () => new Response('{"items": [', { headers: { 'content-type': 'application/json' } })],
  ['no list', () => Response.json({ items: 'none' })],
  ['led elsewhere', () => Response.redirect('http://127.0.0.1:1/')],
] as const)('an answer that is %s brings nothing in and says what to check', async (_, given) => {
  answer = given
  const before = (await server.people.admin.get('/api/inventory?archived=true')).body.total
  const { status, body } = await sync()
  expect([status, body.message, body.code]).toEqual([400, FAILED, 'sync'])
  expect((await server.people.admin.get('/api/inventory?archived=true')).body.total).toBe(before)
})

test.each([
  [
    'of too many rows',
    () =>
      Response.json(Array.from({ length: 10_005 }, (_, n) => ({ code: `MANY ${n}`, name: 'One of many' }))),
    /^Marss answered with 10\s005 items, and no more than 10\s000 are taken at once\. None was taken\.$/,
  ],
  [
    'endless',
    () => new Response('['.padEnd(9_000_000, ' ')),
    /^The answer of Marss is larger than 8 MB, and no more is taken at once\. None of it was taken\.$/,
  ],
] as const)('an answer that is %s brings nothing in and says so', async (_, given, words) => {
  answer = given
  const before = (await server.people.admin.get('/api/inventory?archived=true')).body.total
  const { status, body } = await sync()
  expect([status, body.message, body.code]).toEqual([400, expect.stringMatching(words), 'sync'])
  expect((await server.people.admin.get('/api/inventory?archived=true')).body.total).toBe(before)
})

test('a text that is too long for an item leaves its row out, and says why', async () => {
  const long = { code: 'LONG', name: `a\u0000\n${'b'.repeat(398)}`, make: 7, model: null }
  answer = () => Response.json([{ ...long, name: 'Short' }, { ...long, code: 'LONG 2' }, { name: 'No code' }])
  const { data, leftout } = (await sync()).body
  const item = await expectOk(server.people.admin.get(`/api/inventory/${data[0].id}`))
  expect([data.length, item.code, item.make, item.model]).toEqual([1, 'LONG', '7', ''])
  const reasons = [
    { rows: 1, sentence: 'Marss has no code for it: No code.' },
    { rows: 1, sentence: expect.stringMatching(/^Stock name of LONG 2: .*200/) },
  ]
  expect(leftout).toEqual({ rows: 2, reasons, open: expect.stringMatching(/^\/import\/inventory\//) })

  const imports = async () =>
    (await htmxRequest(server, server.people.admin, 'GET', '/import')).html.match(/Marss\.csv/g)?.length
  const before = await imports()
  const { status, body } = await sync()
  expect([status, body.message]).toEqual([
    400,
    `Nothing came in. 2 rows were left out for what is wrong in them. ${reasons[0]?.sentence} ${leftout.reasons[1].sentence}`,
  ])
  expect(await imports()).toBe(before)
})

test('a description that stands in for a name is kept whole, or its row is left out and named', async () => {
  const rows = [150, 200, 201, 300].map((length) => ({
    code: `WORDS ${length}`,
    description: 'd'.repeat(length),
  }))
  const barcode = { code: 'BAR', name: 'Short', barcode: '6'.repeat(90) }
  answer = () => Response.json([...rows, barcode])
  const { data, leftout } = (await sync()).body
  expect(data.map(({ name }: { name: string }) => name.length)).toEqual([150, 200])
  const sentences = leftout.reasons.map(({ sentence }: { sentence: string }) => sentence)
  expect([leftout.rows, ...sentences]).toEqual([
    3,
    'Stock name of WORDS 201: The text has 201 characters, and at most 200 fit here.',
    'Stock name of WORDS 300: The text has 300 characters, and at most 200 fit here.',
    expect.stringMatching(/^Barcode of BAR: The text has 90 characters/),
  ])
})

test('a field that is no text leaves its row out and is named, and so is what another has', async () => {
  answer = () =>
    Response.json([
      { code: 'OK 1', name: 'Two barcodes', barcode: ['6', '7'] },
      { code: true, name: 'Yes' },
      { code: 'Twin', name: 'First', barcode: '777' },
      { code: 'twin', name: 'Second' },
      { code: 'B2', name: 'Third', barcode: '777' },
      { code: 'B3', name: 'Fourth', barcode: 'TWIN' },
    ])
  const { data, leftout } = (await sync()).body
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['First'])
  expect(leftout.reasons).toEqual([
    { rows: 2, sentence: 'What Marss gave is no text: OK 1 (barcode), Yes (code).' },
    {
      rows: 3,
      sentence:
        'Another item of Marss has its code or barcode: twin (its code is the code of Twin), B2 (its barcode is the barcode of Twin), B3 (its barcode is the code of Twin).',
    },
  ])
})

test.each([
  [{ total: 400, next: '/items?page=2' }, /^Marss answered with 1 of 400 items: the others were not in its/],
  [{ next: '/items?page=2' }, /^Marss says that it has more items than the 1 of its answer/],
  [{ page: 1, pages: 40 }, /^Marss says that it has more items/],
  [{ total: 1, page: 1, pages: 1, next: null }, undefined],
])('an answer that is a part of the list says so: %p', async (more, words) => {
  const code = `PART ${JSON.stringify(more)}`
  for (const message of ['Success', 'No new items were found']) {
    answer = () => Response.json({ items: [{ code, name: 'One of them' }], ...more })
    const { body } = await sync()
    expect(body.message).toBe(message)
    expect(body.leftout?.part).toEqual(words && expect.stringMatching(words))
  }
})

test('of many things that are wrong the rest is counted', async () => {
  const wrong = Array.from({ length: 12 }, (_, n) => ({ code: `WRONG ${n}`, name: 'w'.repeat(201 + n) }))
  const same = Array.from({ length: 7 }, (_, n) => ({ code: `SAME ${n}`, name: 's'.repeat(250) }))
  answer = () => Response.json([{ code: 'RIGHT', name: 'Right' }, ...wrong, ...same])
  const { leftout } = (await sync()).body
  expect(leftout.reasons).toHaveLength(11)
  expect(leftout.reasons[0].sentence).toStartWith(
    'Stock name of SAME 0, SAME 1, SAME 2, SAME 3, SAME 4 and 2 more: ',
  )
  expect(leftout.reasons[10]).toEqual({ rows: 3, sentence: 'Other things that are wrong: 3.' })
})

test('only whoever may change items may bring them in, and no other site may ask for it', async () => {
  expect((await sync(server.people.agent)).status).toBe(403)
  expect((await server.people.jobs.post('/api/inventory/sync?platform=marss', {})).status).toBe(403)
  const foreign = await fetch(`${server.url}/api/inventory/marss/sync`, {
    headers: { cookie: server.people.admin.cookie, 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(403)
})

test('the levels of an item are asked for by its code and barcode, through a line or by itself', async () => {
  const { admin, stakeholder } = server.people
  await setKey(KEY)
  const item = (
    await admin.post('/api/inventory', {
      code: 'LEVEL 1',
      barcode: '6009',
      baseunit: 'each',
      inventoryclass: 2,
    })
  ).body.data
  const board = (await admin.post('/api/boards', { name: 'Levels' })).body.data.id
  const job = (await admin.post('/api/jobs', { boardid: board })).body.data.id
  const add = async (line: object) =>
    (await admin.post('/api/materials', { jobid: job, role: 1, estimated: 1, ...line })).body.data.id
  const line = await add({ inventoryid: item.id })
  const words = await add({ description: 'Labour', unit: 'hour' })
  const levels = (id: string, who = admin) => who.get(`/api/materials/levels/marss/${id}`)
  answer = () =>
    Response.json({
      levels: [
        { place: 'Cape Town', quantity: 12 },
        { place: 'Durban', quantity: '2,5' },
        { place: 'x' },
        null,
      ],
    })
  const places = [
    { place: 'Cape Town', quantity: 12 },
    { place: 'Durban', quantity: 2.5 },
  ]
  for (const id of [line, item.id]) expect((await levels(id)).body).toMatchObject({ data: places, total: 2 })
  expect(asked.at(-1)).toEqual({ path: '/api/levels', key: KEY })
  expect((await levels(words)).status).toBe(400)
  expect((await levels(line, stakeholder)).status).toBe(403)
  expect((await levels(line, server.other)).status).toBe(404)
  for (const broken of [
    () => new Response('', { status: 401 }),
    () => new Response('<p>'),
    () => Response.json({}),
  ]) {
    answer = broken
    const { status, body } = await levels(line)
    expect([status, body.code]).toEqual([400, 'marss'])
  }
  expect((await admin.get(`/api/materials/${line}/po`)).body).toEqual({ data: [], total: 0 })
  expect((await server.other.get(`/api/materials/${line}/po`)).status).toBe(404)
})
