import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '#db/tenants.ts'
import { credentials, readPerson } from '#server/http/authenticate.ts'
import { createContext } from '#server/http/create-context.ts'
import { currentPerson } from '#server/http/current-person.ts'
import type { Route } from '#server/http/route.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { bookMovement } from '#server/stock/book.ts'
import { readOnHand } from '#server/stock/read.ts'
import { makeItem, makeJob, makeStorage } from '#tests/stock/support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const MANY = 60

let server: TestServer
let job: string

const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, run)

beforeAll(async () => {
  server = await startTestServer()
  job = await write((tx) => {
    const id = makeJob(tx)
    tx.invalidateCaches()
    return id
  })
})
afterAll(() => server.stop())

const manyLines = (count: number, description = 'Oak board') =>
  Array.from({ length: count }, (_, n) => ({
    jobid: job,
    role: 1,
    description: `${description} ${n}`,
    estimated: 1,
  }))

const linesOf = async (id: string) =>
  (await server.people.admin.get(`/api/materials/getMaterials/${id}`)).body.data as { id: string }[]

/** Which accounts were written in a thread meanwhile. */
async function threadsOf<T>(run: () => Promise<T>): Promise<[value: T, accounts: string[]]> {
  const spy = spyOn(server.services.tenants, 'longWrite')
  try {
    const value = await run()
    return [value, spy.mock.calls.map(([accountid]) => accountid)]
  } finally {
    spy.mockRestore()
  }
}

test('many lines are written in a thread, few are not, and both answer alike', async () => {
  const { admin } = server.people
  const add = async (count: number) => (await admin.post('/api/materials/many', manyLines(count))).body
  const [many, inThread] = await threadsOf(() => add(MANY))
  const [few, here] = await threadsOf(() => add(2))
  expect([inThread, here]).toEqual([[server.accountid], []])
  expect([many.total, many.data.length, few.total, few.data.length]).toEqual([MANY, MANY, 2, 2])
  expect(Object.keys(many.data[0])).toEqual(Object.keys(few.data[0]))
  expect(await linesOf(job)).toHaveLength(MANY + 2)
})

test('what is refused there is refused by field, and changes nothing', async () => {
  const before = await linesOf(job)
  const lines = manyLines(MANY).map((line, n) =>
    n === 41 ? { ...line, inventoryid: crypto.randomUUID() } : line,
  )
  const { status, body } = await server.people.admin.post('/api/materials/many', lines)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['41.inventoryid']])
  expect(await linesOf(job)).toEqual(before)
})

test('a repeated request is answered as the first, and changes nothing again', async () => {
  const send = () =>
    fetch(`${server.url}/api/materials/many`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.people.admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'many-lines',
      },
      body: JSON.stringify(manyLines(MANY, 'Once')),
    })
  const first = await (await send()).text()
  const count = (await linesOf(job)).length
  const again = await send()
  expect([await again.text(), again.headers.get('idempotency-replayed')]).toEqual([first, 'true'])
  expect(await linesOf(job)).toHaveLength(count)
})

test('of two transactions of one request a thread makes the first alone, once', async () => {
  const body = manyLines(2, 'First')
  const request = new Request(`${server.url}/api/materials/many`, {
    method: 'POST',
    headers: { cookie: server.people.admin.cookie },
  })
  const { services } = server
  const { row } = await credentials(services, request)
  if (!row) throw new Error('Nobody is signed in.')
  const person = currentPerson(services, readPerson(services, row), services.platform.changes())
  const route = {
    kind: 'api',
    method: 'POST',
    path: '/api/materials/many',
    options: { long: () => true },
  } as unknown as Route
  const context = createContext(services, { request, params: {}, query: {}, body }, person, route, null)
  const before = (await linesOf(job)).length
  const [second, threads] = await threadsOf(async () => {
    await context.write(() => 'in the thread the handler of the route stands in its place')
    return context.write(() => 'second')
  })
  expect([second, threads]).toEqual(['second', [server.accountid]])
  expect(await linesOf(job)).toHaveLength(before + 2)
})

test('others of the account are told of what a thread changed', async () => {
  const told: unknown[] = []
  server.services.tenants.onCommit((accountid, events) => {
    if (accountid === server.accountid) told.push(...events.map(({ event }) => event))
  })
  await expectOk(server.people.admin.post('/api/materials/many', manyLines(MANY)))
  expect(told).toContain('JobChanged')
})

test('a form that has to ask first asks, and nothing is changed', async () => {
  const [item, places] = await write((tx) => {
    const id = makeItem(tx, { materialname: 'Bolt' })
    const places = Array.from({ length: MANY }, (_, n) => makeStorage(tx, `Shelf ${n}`))
    for (const storageid of places)
      bookMovement(tx, { inventoryid: id, storageid, quantity: parseQuantity(10), kind: 'inbound' })
    tx.invalidateCaches()
    return [id, places] as const
  })
  const rows = places.flatMap((place, n): [string, string][] => [
    [`place-${n}`, place],
    [`counted-${n}`, '5000'],
    [`expected-${n}`, String(parseQuantity(10))],
  ])
  const count = (more: [string, string][]) =>
    htmxRequest(server, server.people.admin, 'POST', `/inventory/${item}/stock/count`, [...rows, ...more])
  const onHand = () =>
    server.services.tenants.read(server.accountid, (db) => readOnHand(db, [item]).get(item)?.quantity)
  const asked = await count([])
  expect([asked.status, asked.html.includes('name="confirmed"'), onHand()]).toEqual([
    200,
    true,
    parseQuantity(10 * MANY),
  ])
  const [answered, accounts] = await threadsOf(() => count([['confirmed', 'true']]))
  expect(accounts).toEqual([server.accountid])
  expect([answered.status, onHand()]).toEqual([200, parseQuantity(5_000 * MANY)])
})

test('what a thread reads and writes out is the same as what is answered without one', async () => {
  const { admin } = server.people
  const path = '/api/planning/forecast'
  await write((tx) => {
    for (let n = 0; n < 190; n++) makeItem(tx, { materialname: `Item ${n}` })
    tx.invalidateCaches()
  })
  const spy = spyOn(server.services.tenants, 'fileRef')
  try {
    const few = await admin.get(path)
    expect([few.status, spy.mock.calls.length]).toEqual([200, 0])
    await write((tx) => {
      for (let n = 0; n < 20; n++) makeItem(tx, { materialname: `Later item ${n}` })
      tx.invalidateCaches()
    })
    const many = await admin.get(path)
    expect([many.status, spy.mock.calls.length]).toEqual([200, 1])
    expect(many.headers.get('content-type')).toBe(few.headers.get('content-type'))
    expect(Object.keys(many.body.data)).toEqual(Object.keys(few.body.data))
  } finally {
    spy.mockRestore()
  }
})

test('what waits while the program ends is told so in words, and changes nothing', async () => {
  const ending = await startTestServer()
  const { tenants } = ending.services
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = tenants.longWrite(ending.accountid, { userid: null, name: 'Test' }, async () => {
    await promise
    return { value: null, events: [] }
  })
  const spy = spyOn(tenants, 'write')
  const asked = ending.people.admin.post('/api/clients', { name: 'Late' })
  await until(() => spy.mock.calls.length > 0)
  spy.mockRestore()
  const finished = tenants.finish()
  resolve()
  const { status, body, headers } = await asked
  expect([status, body.message, headers.get('retry-after')]).toEqual([
    503,
    'The program is being stopped or started again: nothing was changed. Please try again in a minute.',
    '30',
  ])
  await Promise.all([held, finished])
  await ending.stop()
})

test('the page after a long change is written out by its thread, as it is without one', async () => {
  const { admin } = server.people
  const { id: supplier } = await expectOk(admin.post('/api/suppliers', { name: 'Timber yard' }))
  await expectOk(admin.post('/api/organisations', { name: 'Acme' }))
  const items = await write((tx) =>
    Array.from({ length: MANY }, (_, n) => makeItem(tx, { materialname: `Plank ${n}` })),
  )
  const draft = (some: string[]) => {
    const rows = some.flatMap((id): [string, string][] => [
      ['inventoryid', id],
      ['quantity', '1'],
      ['unit', ''],
    ])
    return readsAfterWrite(() =>
      htmxRequest(server, admin, 'POST', '/purchase', [['supplier', supplier], ...rows]),
    )
  }
  const [few, here] = await draft(items.slice(0, 2))
  const [many, inThread] = await draft(items)
  expect([few.status, many.status, here > 0, inThread]).toEqual([200, 200, true, 0])
  expect(many.trigger).toEqual(few.trigger)
  const [, id] = /\/purchase\/([\da-f-]{36})/.exec(many.html) ?? []
  const shown = await htmxRequest(server, admin, 'GET', `/purchase/${id}`)
  expect(many.html).toBe(shown.html)
})

/** How often the thread of requests read the file of the account from when its change began. */
async function readsAfterWrite<T>(run: () => Promise<T>): Promise<[value: T, reads: number]> {
  const { tenants } = server.services
  const { write, longWrite } = tenants
  const read = spyOn(tenants, 'read')
  const spies = [
    spyOn(tenants, 'write').mockImplementation((...given) => {
      read.mockClear()
      return write(...given)
    }),
    spyOn(tenants, 'longWrite').mockImplementation((...given) => {
      read.mockClear()
      return longWrite(...given)
    }),
  ]
  try {
    return [await run(), read.mock.calls.length]
  } finally {
    for (const spy of [read, ...spies]) spy.mockRestore()
  }
}

test('a long list goes out as a file that a thread made, the same as without one', async () => {
  const { admin } = server.people
  const ask = async () => {
    const answer = await admin.call('GET', '/jobs/export?format=csv&sort=created')
    return [
      answer.status,
      answer.headers.get('content-disposition'),
      answer.text.split('\r\n').slice(0, 4),
    ] as const
  }
  const spy = spyOn(server.services.tenants, 'fileRef')
  try {
    const few = await ask()
    expect([few[0], spy.mock.calls.length]).toEqual([200, 0])
    await write((tx) => {
      for (let n = 0; n < 210; n++) makeJob(tx)
      tx.invalidateCaches()
    })
    const many = await ask()
    expect(spy).toHaveBeenCalledTimes(1)
    expect(many.slice(0, 2)).toEqual(few.slice(0, 2))
    expect(many[2].slice(0, few[2].length - 1)).toEqual(few[2].slice(0, -1))
    await until(() => readdirSync(join(server.services.config.data, 'outgoing')).length === 0)
  } finally {
    spy.mockRestore()
  }
})
