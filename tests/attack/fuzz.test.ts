import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fuzz } from './fuzz.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('3 000 requests drawn from the schemas of all routes are never too much for the program', async () => {
  // A change is refused for what it does, not for what was drawn that day: `bun run attack fuzz` draws anew.
  const seed = Number(process.env.SEED ?? 1)
  const { faults, sent, accepted } = await fuzz(server, { requests: 3_000, seed })
  expect(faults, `SEED=${seed}`).toEqual([])
  expect(sent).toBe(3_000)
  // Else they all end at the schemas.
  expect(accepted, `SEED=${seed}`).toBeGreaterThan(500)
}, 300_000)
