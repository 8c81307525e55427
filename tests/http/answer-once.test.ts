import { afterAll, beforeAll, expect, test } from 'bun:test'
import { storedReply, storeReply } from '#db/queries/idempotency.ts'
import { answerOnce } from '#server/http/answer-once.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { LONGEST_WAIT_MS } from '#views/ui/longest-wait.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const asked = (key: string) => ({
  accountid: server.accountid,
  once: { key, userid: server.people.admin.userid, request: 'the same' },
})

test('calls of one key are made one after another, also when the first of them stores nothing', async () => {
  let [running, most] = [0, 0]
  const run = async () => {
    most = Math.max(most, ++running)
    await Bun.sleep(5)
    running--
    throw new Error('not now')
  }
  const calls = [1, 2, 3].map(() => answerOnce(server.services, asked('thrice'), run).catch(() => 'failed'))
  expect([await Promise.all(calls), most]).toEqual([['failed', 'failed', 'failed'], 1])
})

test('what was done is answered, also where its answer cannot be kept', async () => {
  const { platform } = server.services
  const full = {
    ...server.services,
    platform: { ...platform, write: () => Promise.reject(new Error('full')) },
  }
  expect(await answerOnce(full as never, asked('full'), () => ({ done: true }))).toEqual({ done: true })
})

test('an answer is kept for as long as a change may wait on a device', async () => {
  const [made, sent] = [0, LONGEST_WAIT_MS].map((ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString())
  const reply = { request: 'r', status: 200, reply: '' }
  const kept = await server.services.tenants.write(
    server.accountid,
    { userid: null, name: 'test' },
    ({ db }) => {
      storeReply(db, made as string, 'u', 'first', reply)
      storeReply(db, sent as string, 'u', 'second', reply)
      return storedReply(db, 'u', 'first')
    },
  )
  expect(kept).toEqual(reply)
})
