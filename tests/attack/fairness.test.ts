import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { invoice_batches } from '#db/schema/tenant/index.ts'
import { planQueue } from '#server/domains/planning/ordering/propose-orders.ts'
import { batchQueue } from '#server/domains/sales/billing/run-batch.ts'
import { exportQueue } from '#server/export/export-queue.ts'
import { CORES, type FairQueue } from '#server/fair-queue.ts'
import { pictureQueue } from '#server/files/thumbnails.ts'
import { mount } from '#server/http/mount.ts'
import { OPEN_REQUESTS } from '#server/http/request-queue.ts'
import { api } from '#server/http/route.ts'
import { importThreadQueue } from '#server/import/run/import-thread-queue.ts'
import { pdfQueue } from '#server/pdf/render.ts'
import { importPages } from '#tests/import/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { png } from '#tests/work/documents-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let ours: Client
let other: Client
beforeAll(async () => {
  server = await startTestServer()
  ours = server.people.admin
  other = server.other
  // Each account has one of the two workers, both of them begun.
  for (const who of [ours, other])
    expect((await who.post('/api/organisations', { name: 'Acme' })).status).toBe(200)
  await Promise.all([document(ours), document(other), picture(ours), picture(other)])
})
afterAll(() => server.stop())
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const spies: { mockRestore(): void }[] = []

/**
 * What is asked of a queue, begins there and is dropped: `+`, `>` and `-` with the account.
 * @param held what has begun of ours is not gone on with before
 */
function watch(queue: FairQueue, held?: Promise<void>): string[] {
  const seen: string[] = []
  const open = queue.open.bind(queue)
  const spy = spyOn(queue, 'open').mockImplementation((requester) => {
    const name = requester.accountid === ours.accountid ? 'ours' : 'other'
    const { run, end } = open(requester)
    const watched = <T>(work: () => Promise<T>) => {
      seen.push(`+${name}`)
      const running = run(async () => {
        seen.push(`>${name}`)
        if (name === 'ours') await held
        return work()
      })
      return running.catch((error) => {
        seen.push(`-${name}`)
        throw error
      })
    }
    return { run: watched, end }
  })
  spies.push(spy)
  return seen
}

/** Documents of one account at once, and some more that wait. */
const MORE_THAN_RUN = Math.min(CORES - 1 + 4, 20)

const count = (seen: readonly string[], what: string) => seen.filter((one) => one === what).length

let width = 300
const document = (who: Client, signal?: AbortSignal) =>
  fetch(`${server.url}/render/joblist?format=png&width=${width++}`, {
    headers: { authorization: `Bearer ${who.token}` },
    signal,
  })

function picture(who: Client) {
  const form = new FormData()
  form.append('file', new File([png()], 'me.png'))
  return who.call('POST', '/api/users/file', form)
}

/** Asks for what is ours, then for the other's. How many of ours were answered before the other's? */
async function answeredBefore(asked: Promise<unknown>[], theirs: () => Promise<unknown>): Promise<number> {
  let answered = 0
  for (const one of asked) void one.then(() => answered++)
  await theirs()
  const before = answered
  await Promise.all(asked)
  return before
}

test('whoever has too many requests open is refused in words, and nobody else', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let begun = 0
  const handle = mount(server.services, [
    api('GET /api/held', { claim: 'jobs.read' }, async () => {
      begun++
      await held
    }),
    api('GET /api/quick', { claim: 'jobs.read' }, () => ({ ok: true })),
  ])
  const ask = (who: Client, path: string) =>
    handle(new Request(server.url + path, { headers: { authorization: `Bearer ${who.token}` } }))
  const open = Array.from({ length: OPEN_REQUESTS }, () => ask(ours, '/api/held'))
  await eventually(() => begun, OPEN_REQUESTS)
  const refused = await ask(ours, '/api/quick')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.text()).toContain('You have 100 requests open at once.')
  for (const who of [other, server.people.management]) expect((await ask(who, '/api/quick')).status).toBe(200)
  release()
  expect(new Set((await Promise.all(open)).map(({ ok }) => ok))).toEqual(new Set([true]))
  expect((await ask(ours, '/api/quick')).status).toBe(200)
})

test('a document of another account is made while all of ours still wait', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const seen = watch(pdfQueue, held)
  const asked = Array.from({ length: MORE_THAN_RUN }, () => document(ours))
  await eventually(() => count(seen, '+ours'), MORE_THAN_RUN)
  const before = await answeredBefore(asked, async () => {
    expect((await document(other)).status).toBe(200)
    release()
  })
  expect(before).toBe(0)
})

test('a picture of another account is taken while all of ours still wait', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const seen = watch(pictureQueue, held)
  const asked = Array.from({ length: 6 }, () => picture(ours))
  await eventually(() => count(seen, '+ours'), 6)
  const before = await answeredBefore(asked, async () => {
    expect((await picture(other)).status).toBe(200)
    release()
  })
  expect(before).toBe(0)
})

test('who asks for too many documents is refused in words, and nobody else', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const seen = watch(pdfQueue, held)
  const asked = Array.from({ length: 20 }, () => document(ours))
  await eventually(() => count(seen, '+ours'), 20)
  const refused = await document(ours)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.text()).toContain('Too many documents of your account')
  expect((await document(other)).status).toBe(200)
  const colleague = document(server.people.management)
  release()
  expect((await colleague).status).toBe(200)
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(20)
})

test('documents that nobody waits for any longer are not made', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const seen = watch(pdfQueue, held)
  const gone = new AbortController()
  const asked = Array.from({ length: MORE_THAN_RUN }, () => document(ours, gone.signal).catch(() => {}))
  await eventually(() => count(seen, '+ours'), MORE_THAN_RUN)
  const begun = count(seen, '>ours')
  gone.abort()
  await Promise.all(asked)
  await eventually(() => count(seen, '-ours'), MORE_THAN_RUN - begun)
  release()
  expect((await document(ours)).status).toBe(200)
  expect([begun, count(seen, '>ours')]).toEqual([CORES - 1, CORES])
})

test('a list of another account comes in while all of ours still wait', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const seen = watch(importThreadQueue, held)
  const [mine, theirs] = [importPages(server), importPages(server, other)]
  const asked = Array.from({ length: 5 }, (_, n) => mine.importList('suppliers', `Name\nSupplier ${n}\n`))
  await eventually(() => count(seen, '+ours'), 5)
  const before = await answeredBefore(asked, async () => {
    await theirs.importList('suppliers', 'Name\nOne\n')
    release()
  })
  expect(before).toBe(0)
})

test('a list of another account goes out between the batches of ours', async () => {
  const names = Array.from({ length: 1_200 }, (_, n) => `Supplier ${n}`)
  for (const who of [ours, other])
    await importPages(server, who).importList('suppliers', ['Name', ...names].join('\n'))
  const seen = watch(exportQueue)
  const path = '/suppliers/export?format=xlsx'
  const asked = Array.from({ length: 10 }, () => ours.get(path))
  expect((await other.get(path)).status).toBe(200)
  await Promise.all(asked)
  const waits = [...seen.join(' ').matchAll(/\+other(.*?)>other/g)].map(([, between = '']) => between)
  expect(waits.length).toBeGreaterThan(2)
  expect(Math.max(...waits.map((between) => between.split('>ours').length - 1))).toBeLessThan(2)
})

test('who asks for too many lists is refused, and a list that was only looked at takes no place', async () => {
  const path = '/suppliers/export?format=xlsx'
  const asked = await Promise.all(Array.from({ length: 12 }, () => ours.get(path)))
  expect(asked.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
  for (let n = 0; n < 12; n++) await ours.call('HEAD', path)
  expect((await ours.get(path)).status).toBe(200)
})

test('who begins too many batches is refused before anything is stored, and nobody else', async () => {
  const begin = async (who: Client) => {
    const [{ id }] = await expectOk(who.get('/api/clients'))
    return who.post('/api/billing/drafts', { client: id })
  }
  for (const who of [ours, other]) await expectOk(who.post('/api/clients', { name: 'Batch and Co' }))
  const kept = () =>
    server.services.tenants.read(ours.accountid, (db) => db.select().from(invoice_batches).all().length)
  const entries = Array.from({ length: 5 }, () => batchQueue.open(ours))
  const refused = await begin(ours)
  expect([refused.status, refused.body.code, kept()]).toEqual([503, 'batchesbusy', 0])
  expect((await begin(other)).body.code).toBeUndefined()
  for (const entry of entries) entry.end()
  expect((await begin(ours)).body.code).toBeUndefined()
})

test('orders of another account are planned between those of ours', async () => {
  const seen = watch(planQueue)
  const plan = (who: Client) => who.post('/api/planning/orders', { rows: ['none'] })
  const asked = Array.from({ length: 8 }, () => plan(ours))
  await eventually(() => count(seen, '+ours') > 0, true)
  expect((await plan(other)).status).toBe(400)
  await Promise.all(asked)
  const [, between = ''] = /\+other(.*?)>other/.exec(seen.join(' ')) ?? []
  expect(between.split('>ours').length - 1).toBeLessThan(2)
})

test('who asks for too many plans of orders is refused, and nobody else', async () => {
  const entries = Array.from({ length: 10 }, () => planQueue.open(ours))
  const refused = await ours.post('/api/planning/orders', { rows: ['none'] })
  expect([refused.status, refused.body.code]).toEqual([503, 'planningbusy'])
  expect((await other.post('/api/planning/orders', { rows: ['none'] })).status).toBe(400)
  for (const entry of entries) entry.end()
})
