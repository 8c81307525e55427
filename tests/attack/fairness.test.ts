import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { CORES } from '#server/fair-queue.ts'
import { pictureQueue } from '#server/files/thumbnails.ts'
import { pdfQueue } from '#server/pdf/render.ts'
import { pagesOf } from '#tests/import/support.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { png } from '#tests/work/documents-support.ts'

setDefaultTimeout(60_000)

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
 * What is put into a queue, begins there and is dropped: `+`, `>` and `-` with the account.
 * @param held what has begun of ours is not gone on with before
 */
function watch(queue: typeof pdfQueue, held?: Promise<void>): string[] {
  const seen: string[] = []
  const run = queue.run.bind(queue)
  const spy = spyOn(queue, 'run').mockImplementation((requester, work) => {
    const name = requester.accountid === ours.accountid ? 'ours' : 'other'
    seen.push(`+${name}`)
    const running = run(requester, async () => {
      seen.push(`>${name}`)
      if (name === 'ours') await held
      return work()
    })
    return running.catch((error) => {
      seen.push(`-${name}`)
      throw error
    })
  })
  spies.push(spy)
  return seen
}

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

test('a document of another account is made while all of ours still wait', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const seen = watch(pdfQueue, held)
  const asked = Array.from({ length: 20 }, () => document(ours))
  await eventually(() => count(seen, '+ours'), 20)
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
  const asked = Array.from({ length: 20 }, () => document(ours, gone.signal).catch(() => {}))
  await eventually(() => count(seen, '+ours'), 20)
  const begun = count(seen, '>ours')
  gone.abort()
  await Promise.all(asked)
  await eventually(() => count(seen, '-ours'), 20 - begun)
  release()
  expect((await document(ours)).status).toBe(200)
  expect([begun, count(seen, '>ours')]).toEqual([CORES - 1, CORES])
})

test('lists of another account come in beside many of ours', async () => {
  const csv = ['Name', ...Array.from({ length: 1_200 }, (_, n) => `Supplier ${n}`)].join('\n')
  const [mine, theirs] = [pagesOf(server), pagesOf(server, other)]
  const asked = Array.from({ length: 5 }, () => mine.bring('suppliers', csv))
  const before = await answeredBefore(asked, () => theirs.bring('suppliers', 'Name\nOne\n'))
  expect(before).toBeLessThan(4)
})

test('a list of another account goes out between the batches of ours', async () => {
  const path = '/suppliers/export?format=xlsx'
  const asked = Array.from({ length: 10 }, () => ours.get(path))
  const before = await answeredBefore(asked, async () => expect((await other.get(path)).status).toBe(200))
  expect(before).toBeLessThan(8)
  const more = await Promise.all(Array.from({ length: 12 }, () => ours.get(path)))
  expect(more.filter(({ status }) => status === 503).length).toBeGreaterThan(0)
  for (let n = 0; n < 12; n++) await ours.call('HEAD', path)
  expect((await ours.get(path)).status).toBe(200)
})
