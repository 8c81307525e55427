import { afterAll, beforeAll, expect, test } from 'bun:test'
import { requestsAsked } from '#server/http/request-queue.ts'
import { reclaimMemory } from '#server/reclaim-memory.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const GROWN = 64 * 1024 * 1024
/** What other files of tests left free in this process is filled first, so no allocation says how far it grows. */
let resident = GROWN
const grow = () => {
  resident += GROWN
}

test('what requests left behind is collected once few of them are asked', async () => {
  let collected = 0
  const look = reclaimMemory(
    server.services,
    () => {
      collected++
    },
    () => resident,
  )
  grow()
  look()
  expect(collected).toBe(1)

  grow()
  const before = requestsAsked()
  while (requestsAsked() < before + 200) await server.people.admin.get('/api/boards')
  look()
  expect(collected).toBe(1)

  look()
  expect(collected).toBe(2)
})
