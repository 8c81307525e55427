import { afterAll, beforeAll, beforeEach, expect, type Mock, spyOn, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from '#server/access/person.ts'
import { credentials, readPerson } from '#server/http/authenticate.ts'
import { answerInThread } from '#server/long-requests/in-thread.ts'
import type { ThreadNotice, ThreadReply } from '#server/long-requests/messages.ts'
import { sendTemporaryFile } from '#server/reader/temporary-file.ts'
import { makeJob } from '#tests/stock/support.ts'
import { until } from '#tests/support/eventually.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// A file that a thread makes is a whole copy of a list on the disk of everybody.

let server: TestServer
let post: Mock<Worker['postMessage']>
let person: Person
let told: ThreadNotice[]
let onPlace: ((to: string, thread: Worker) => 'told' | 'not told') | undefined
let onRequest: ((thread: Worker, ask: () => void) => void) | undefined
const original = Worker.prototype.postMessage

beforeAll(async () => {
  server = await startTestServer()
  await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, (tx) => {
    for (let n = 0; n < 210; n++) makeJob(tx)
    tx.invalidateCaches()
  })
  const request = new Request(server.url, { headers: { cookie: server.people.admin.cookie } })
  person = readPerson(server.services, (await credentials(server.services, request)).row)
  mkdirSync(join(server.services.config.data, 'outgoing'), { recursive: true })
  post = spyOn(Worker.prototype, 'postMessage').mockImplementation(watch as Worker['postMessage'])
})
afterAll(async () => {
  post.mockRestore()
  await server.stop()
})
beforeEach(() => {
  told = []
  onPlace = undefined
  onRequest = undefined
})

function watch(this: Worker, message: ThreadNotice | { asks: string }) {
  const pass = () => original.call(this, message)
  if ('asks' in message) return onRequest ? onRequest(this, pass) : pass()
  told.push(message)
  if ('to' in message && onPlace?.(message.to, this) === 'not told') return
  pass()
  if ('to' in message) onPlace = undefined
}

const kept = () => readdirSync(join(server.services.config.data, 'outgoing'))
const ask = () => server.people.admin.call('GET', '/jobs/export?format=csv&sort=created')

function download(signal?: AbortSignal) {
  const asked = {
    address: 'GET /jobs/export',
    person: () => person,
    ...{ params: {}, query: { format: 'csv', sort: 'created' }, body: undefined, once: null },
    url: `${server.url}/jobs/export?format=csv&sort=created`,
    headers: [],
    made: new Date().toISOString(),
    config: { maxuploadmb: 25 },
    mailwaits: undefined,
  }
  const here = () => {
    throw new Error('It was made anew for nobody.')
  }
  return answerInThread(server.services, asked, here, signal)
}

test('a person who has too many files on their way is refused before a thread writes another', async () => {
  const unread = await Promise.all(
    ['a', 'b', 'c'].map((text) =>
      sendTemporaryFile(person, server.services.config.data, (to) => Bun.write(to, text)),
    ),
  )
  expect((await ask()).status).toBe(503)
  const busy = expect.objectContaining({
    status: 503,
    more: expect.objectContaining({ code: 'sendingbusy' }),
  })
  expect(told).toEqual([expect.objectContaining({ refused: busy })])
  for (const one of unread) await one.cancel()
  expect((await ask()).status).toBe(200)
})

test('what a thread had written when it died is removed', async () => {
  await until(() => kept().length === 0)
  onPlace = (to, thread) => {
    writeFileSync(to, 'half of it')
    thread.terminate()
    return 'not told'
  }
  expect((await ask()).status).toBe(500)
  await until(() => kept().length === 0)
  onPlace = undefined
  expect((await ask()).status).toBe(200)
})

test('a thread is told that its client has gone, and leaves nothing', async () => {
  await until(() => kept().length === 0)
  const client = new AbortController()
  onPlace = () => {
    setTimeout(() => client.abort(new Error('The client has gone.')))
    return 'not told'
  }
  await expect(download(client.signal)).rejects.toThrow('The client has gone.')
  expect(told.at(-1)).toMatchObject({ gone: true })
  await until(() => kept().length === 0)
})

test('what a thread is told too late does nothing to whoever it answers then', async () => {
  await until(() => kept().length === 0)
  const client = new AbortController()
  onPlace = () => {
    client.abort(new Error('The client has gone.'))
    return 'not told'
  }
  await expect(download(client.signal)).rejects.toThrow('The client has gone.')
  onPlace = undefined
  const late = told
  expect(late).toContainEqual(expect.objectContaining({ to: expect.any(String) }))
  expect(late).toContainEqual(expect.objectContaining({ gone: true }))
  onRequest = (thread, pass) => {
    pass()
    for (const notice of late) original.call(thread, notice)
  }
  const next = (await download()) as Response
  expect((await next.text()).split('\n').length).toBeGreaterThan(210)
  await until(() => kept().length === 0)
})

test('nothing is told to a thread that has answered', async () => {
  const client = new AbortController()
  onRequest = (thread) => {
    const say = (data: ThreadReply) => thread.dispatchEvent(new MessageEvent('message', { data }))
    say({ file: true })
    say({ again: true })
    client.abort(new Error('The client has gone.'))
  }
  await expect(download(client.signal)).rejects.toThrow('The client has gone.')
  expect(told).toEqual([])
  await until(() => kept().length === 0)
})
